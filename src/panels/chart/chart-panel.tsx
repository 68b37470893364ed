/** The panel "Chart". */
import { type ReactNode, useMemo } from 'react'
import { placesOf } from '../../../contract/decimal.ts'
import { RESOLUTIONS, type Resolution } from '../../../contract/market.ts'
import { useFormat } from '../../format/index.ts'
import { useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { ReadAge, useAccount, useFills, useMarkets, useOpenOrders } from '../../queries/index.ts'
import { ErrorState, Menu, Panel, Segmented, Skeleton } from '../../ui/index.ts'
import { useChoose, usePanelChoices, useShownAsset } from '../../workspace/index.ts'
import { annotationsOf } from './annotations.ts'
import styles from './chart.module.css'
import { ChartCanvas } from './chart-canvas.tsx'
import { useHistory } from './use-history.ts'

const RESOLUTION_WORDS: Record<Resolution, { readonly label: string; readonly name: string }> = {
  1: { label: '1s', name: '1 second' },
  15: { label: '15s', name: '15 seconds' },
  60: { label: '1m', name: '1 minute' },
  300: { label: '5m', name: '5 minutes' },
  900: { label: '15m', name: '15 minutes' },
}
const CHOICES = RESOLUTIONS.map((resolution) => ({
  value: String(resolution),
  label: RESOLUTION_WORDS[resolution].label,
}))
const LINES = [
  { id: 'last', label: 'Last trade' },
  { id: 'mid', label: 'Mid of the book' },
] as const
const STYLES = [
  { value: 'candles', label: 'Candles' },
  { value: 'line', label: 'Line' },
] as const

export function ChartPanel(): ReactNode {
  const asset = useShownAsset()
  const choose = useChoose()
  const resolution = usePanelChoices((choices) => choices.resolution)
  const style = usePanelChoices((choices) => choices.chartStyle)
  const lines = {
    last: usePanelChoices((choices) => choices.lastLine),
    mid: usePanelChoices((choices) => choices.midLine),
  }
  const markets = useMarkets()
  const market = markets.data?.find((one) => one.asset === asset)
  const history = useHistory(asset, resolution)
  const freshness = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const openOrders = useOpenOrders()
  const orders = openOrders.data
  const conditionals = useTopic({ kind: 'conditionals' })
  const pastFills = useFills(200)
  const fills = pastFills.data
  const account = useAccount()
  const positions = account.data?.positions
  const bucket = useTopic({ kind: 'bucket' }) ?? null
  const settlements = useTopic({ kind: 'settlements' })
  const places = market === undefined ? null : placesOf(market.tickSize)
  const format = useFormat()
  // The bucket is published often, with a new estimate each time: only what is drawn of it counts.
  const bucketKey = bucket === null ? '' : `${bucket.current?.asset}/${bucket.current?.start}/${bucket.twapWindow}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the bucket, and the texts are in the format
  const annotations = useMemo(
    () =>
      annotationsOf({
        asset: asset ?? '',
        places: places ?? 2,
        step: resolution * 1000,
        orders: orders ?? [],
        conditionals: conditionals ?? [],
        position: positions?.find((one) => one.family === 'scalar' && one.asset === asset) ?? null,
        fills: fills ?? [],
        bucket,
        settlements: settlements ?? [],
      }),
    [asset, places, resolution, orders, conditionals, positions, fills, bucketKey, settlements, format],
  )

  const failure = history.state.state === 'error' ? history.state.message : (markets.error?.message ?? null)
  const retry = (): void => {
    if (markets.error !== null) markets.refetch().catch(() => undefined)
    history.retry()
  }
  return (
    <Panel
      title="Chart"
      freshness={freshness}
      lead={
        <>
          {asset !== null && <strong className={styles.asset}>{asset}</strong>}
          <Segmented
            label="Candle length"
            look="plain"
            options={CHOICES}
            value={String(resolution)}
            onChange={(value) => {
              const chosen = RESOLUTIONS.find((one) => String(one) === value)
              if (chosen !== undefined) choose({ resolution: chosen })
            }}
          />
        </>
      }
      actions={
        <>
          <ReadAge reads={[openOrders, pastFills, account]} what="your orders" />
          <Menu
            label="Lines"
            entries={[
              ...LINES.map(({ id, label }) => ({
                id,
                label,
                section: 'Lines',
                selected: lines[id],
                onAction: () => choose(id === 'last' ? { lastLine: !lines.last } : { midLine: !lines.mid }),
              })),
              // The choice beside this menu gives way in a narrow panel.
              ...STYLES.map(({ value, label }) => ({
                id: value,
                label,
                section: 'Drawn as',
                selected: value === style,
                onAction: () => choose({ chartStyle: value }),
              })),
            ]}
          >
            Lines <span aria-hidden="true">▾</span>
          </Menu>
          <div className={styles.style}>
            <Segmented
              label="Chart style"
              look="plain"
              options={STYLES}
              value={style}
              onChange={(chartStyle) => choose({ chartStyle })}
            />
          </div>
        </>
      }
    >
      {market !== undefined && asset !== null && history.state.state !== 'error' ? (
        <ChartCanvas
          key={`${asset}/${market.tickSize}`}
          asset={asset}
          tick={market.tickSize}
          history={history}
          style={style}
          annotations={annotations}
          lengthWords={RESOLUTION_WORDS[resolution].name}
          lines={lines}
        />
      ) : failure !== null ? (
        <ErrorState title="The chart could not be read" message={failure} onRetry={retry} />
      ) : (
        <Skeleton rows={12} label="Loading chart" />
      )}
    </Panel>
  )
}
