/** The panel "Chart": the prices of a market of any family over time, with the trader's own fills, orders and position. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { padTo, placesOf, price } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { momentText } from '../../format/index.ts'
import { useMarketData, useTopic, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { ReadAge, type ReadState, useAccount, useFills, useOpenOrders, useSession } from '../../queries/index.ts'
import { useHeldTargets } from '../../trade-forms/index.ts'
import { EmptyState, ErrorState, OffState, Panel, Segmented, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useMarketWeather } from '../../weather/index.ts'
import { useInstrument, usePanelAction, usePriceView } from '../../workspace/index.ts'
import { type AnnotationInput, annotationsOf } from './annotations.ts'
import styles from './chart.module.css'
import { ChartCanvas } from './chart-canvas.tsx'
import { LengthChoice, LinesMenu, MoreMenu, RangeMenu, rangeName } from './chart-menus.tsx'
import { ChartTable } from './chart-table.tsx'
import { RESOLUTION_LABELS } from './chart-texts.ts'
import type { ChartView } from './chart-view.ts'
import type { LineLook } from './line-set.ts'
import { MESSAGES } from './messages.ts'
import { pictureOf } from './picture.ts'
import { useChart, useChartChoices } from './use-chart.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useHistories } from './use-histories.ts'
import { weatherLayer } from './weather-marks.ts'

type OwnThings = Pick<AnnotationInput, 'orders' | 'conditionals' | 'positions' | 'targets' | 'fills' | 'alerts'>

/** Maximum number of fills on a chart. */
const MAX_FILLS = 200

/** The trader's own objects, and the reads they come from. @param instrument the market whose predictions are included */
function useOwnThings({
  asset,
  tick,
}: Pick<Instrument, 'asset' | 'tick'>): readonly [things: OwnThings, reads: readonly ReadState[]] {
  const orders = useOpenOrders()
  const fills = useFills(MAX_FILLS)
  const account = useAccount()
  const conditionals = useTopic({ kind: 'conditionals' })
  const alerts = useTopicValue({ kind: 'alerts' }, (view) => view.alerts)
  const positions = account.data?.positions
  const predicted = useHeldTargets(positions?.find((one) => one.asset === asset) ?? null)
  const targets = useMemo(
    () => predicted.map((target) => padTo(markOfFahrenheit(target), tick === null ? 0 : placesOf(tick))),
    [predicted, tick],
  )
  const things = useMemo(
    () => ({
      orders: orders.data ?? [],
      conditionals: conditionals ?? [],
      positions: positions ?? [],
      targets,
      fills: fills.data ?? [],
      alerts: alerts ?? [],
    }),
    [orders.data, conditionals, positions, targets, fills.data, alerts],
  )
  return [things, [orders, fills, account]]
}

/** How long the message is shown. */
const MESSAGE_MS = 4000

/** What the chart currently shows; its view is null before there is a chart. */
interface Shown {
  readonly view: Pick<ChartView, 'picture'> | null
  readonly title: string
  /** Description of the visible range. */
  readonly detail: readonly string[]
  readonly price: string
}

/** `copied`: the result of the last copy, null when there is nothing to report. */
function useCopyPicture(shown: () => Shown): readonly [copy: () => void, copied: string | null] {
  const call = useCall()
  const { clock, store } = useMarketData()
  const profile = useSession()?.profile
  const [copied, setCopied] = useState<string | null>(null)
  useEffect(() => (copied === null ? undefined : clock.after(MESSAGE_MS, () => setCopied(null))), [clock, copied])

  async function copy(): Promise<void> {
    const { view, title, detail, price } = shown()
    if (view === null) return
    const now = clock.now() + (store.read({ kind: 'connection' })?.clockOffsetMs ?? 0)
    const deployment = profile === undefined ? [] : [`${profile.name} (${profile.network})`]
    try {
      const caption = { title, price, detail: [...deployment, ...detail, momentText(now)] }
      await call('copyPicture', { png: await pictureOf(view.picture(), caption) })
      setCopied(MESSAGES.pictureCopied)
    } catch (error) {
      setCopied(MESSAGES.pictureNotCopied(errorText(error)))
    }
  }
  return [() => void copy(), copied]
}

/** Smallest price step where no tick is published. */
const FINEST = price('0.001')

function MarketChartPanel({ instrument }: { instrument: Instrument }): ReactNode {
  const choices = useChartChoices()
  const chart = useChart(instrument, choices)
  const { own, look, drawn, lines, range, resolution } = chart
  const [style] = choices.style
  const [, chooseResolution] = choices.resolution
  const [, chooseRange] = choices.range
  const [, chooseLook] = choices.look
  const [lastLine] = choices.lastLine
  const [midLine] = choices.midLine
  const [isTable] = choices.table
  const { axis, view, chooseUnit, chooseSide } = usePriceView(drawn?.instrument ?? instrument)
  const [line] = lines
  const kind = line?.source.kind ?? 'candles'
  const drawnAs: LineLook = kind === 'points' ? 'steps' : style
  const assets = lines.map(({ asset }) => asset).join('/')
  const rangeKey = `${instrument.key}/${assets}/${range}/${own.life?.from}/${own.life?.to}/${resolution}`
  const frame = chart.frame()
  const histories = useHistories(lines, view, resolution, {
    key: `${rangeKey}/${view.mirrored}`,
    since: frame.from,
  })
  const freshness = useTopicFreshness(line === undefined ? null : { kind: 'ticker', asset: line.asset })
  const [things, reads] = useOwnThings(instrument)
  // Own objects are drawn at the traded prices, not at the deciding mark.
  const isOwn = look.drawn === null
  const words = useMemo(() => own.text(view), [own, view])
  const drawnAsset = drawn?.instrument.asset ?? null
  const liveAsset = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.current?.asset) ?? null
  const windows = drawn?.chart.times.windows
  const isOfMarks = drawn != null && FAMILY_RULES[drawn.instrument.family].isMark
  const station = useMarketWeather(isOfMarks ? drawnAsset : null)?.station ?? null
  const [readings] = choices.readings
  const [forecast] = choices.forecast
  const weather = useMemo(() => weatherLayer(station, { readings, forecast }), [station, readings, forecast])
  const annotations = useMemo(
    () =>
      annotationsOf({
        ...things,
        asset: isOwn ? instrument.asset : null,
        view,
        text: words,
        fixed: look.fixed,
        drawn: drawnAsset === null ? null : { asset: drawnAsset, isLive: drawnAsset === liveAsset },
        weather,
        times: { boundaries: own.times.boundaries, windows: windows ?? own.times.windows },
        step: resolution * 1000,
      }),
    [things, isOwn, instrument.asset, view, words, look, own, windows, resolution, drawnAsset, liveAsset, weather],
  )
  const shown = useRef<ChartView | null>(null)
  const onView = useCallback((made: ChartView | null): void => {
    shown.current = made
  }, [])
  const [pointing, isPointed] = useCrosshair()
  const lengthText = drawnAs === 'steps' ? MESSAGES.asSteps : `${RESOLUTION_LABELS[resolution].name} per candle`
  const [copy, copied] = useCopyPicture(() => {
    const last = histories.lines[0]?.store.last?.close
    return {
      view: shown.current,
      title: [instrument.title, instrument.subtitle].filter((part) => part !== null).join(', '),
      detail: [...(own.looks.length > 1 ? [look.label] : []), rangeName(range, own.life), lengthText],
      price: last === undefined ? '' : `${view.named(view.seen(last))}   ${view.second(view.seen(last))}`,
    }
  })
  const failure = histories.state.state === 'error' ? histories.state.message : null
  const isDrawn = failure === null && drawn !== null && line !== undefined && instrument.asset !== null
  usePanelAction('picture', usePanelVisible() && isDrawn, copy)
  const decider = look.fixed.find(({ decides }) => decides !== null) ?? null
  return (
    <Panel
      title="Chart"
      freshness={freshness}
      lead={
        <>
          {own.looks.length > 1 && (
            <Segmented
              label="Chart type"
              look="plain"
              options={own.looks.map(({ id, label }) => ({ value: id, label }))}
              value={look.id}
              onChange={chooseLook}
            />
          )}
          {kind === 'candles' && <LengthChoice resolution={resolution} onChoose={chooseResolution} />}
        </>
      }
      actions={
        <>
          {copied !== null && (
            <span role="status" className={styles.copied}>
              {copied}
            </span>
          )}
          <ReadAge reads={reads} what="your orders" />
          <RangeMenu
            range={range}
            life={own.life}
            onChoose={(next) => {
              chooseRange(next)
              chooseResolution(null)
            }}
          />
          <LinesMenu
            choices={choices}
            isOfCandles={kind === 'candles'}
            others={chart.others}
            hasStation={station !== null}
          />
          <MoreMenu
            axis={axis}
            view={view}
            chooseUnit={chooseUnit}
            chooseSide={chooseSide}
            table={choices.table}
            onPicture={copy}
          />
        </>
      }
    >
      {failure !== null ? (
        <ErrorState title={MESSAGES.unread} message={failure} onRetry={histories.retry} />
      ) : instrument.asset === null ? (
        <EmptyState>Nothing trades in {instrument.title} now. The chart starts with the next market.</EmptyState>
      ) : drawn === null || line === undefined ? (
        <Skeleton rows={12} label="Loading chart" />
      ) : (
        <div className={styles.body}>
          <ChartCanvas
            key={`${line.asset}/${drawn.instrument.tick}`}
            chart={drawn.chart}
            instrument={instrument}
            charted={drawn.instrument}
            histories={histories}
            tick={drawn.instrument.tick ?? FINEST}
            view={view}
            look={drawnAs}
            annotations={annotations}
            decider={decider}
            text={words}
            quotes={{ last: lastLine && isOwn, mid: midLine && isOwn }}
            frame={{ key: rangeKey, frame: chart.frame }}
            end={own.life?.to ?? null}
            pointing={pointing}
            isPointed={isPointed}
            stale={freshness.stale ? `Prices are ${freshness.text}.` : null}
            onView={onView}
          />
          {isTable && (
            <ChartTable
              label={MESSAGES.newest(line.name, lengthText)}
              histories={histories}
              view={view}
              look={drawnAs}
            />
          )}
        </div>
      )}
    </Panel>
  )
}

export function ChartPanel(): ReactNode {
  const instrument = useInstrument()
  if (instrument?.here === true) return <MarketChartPanel instrument={instrument} />
  return (
    <Panel title="Chart">
      {instrument === undefined ? (
        <Skeleton rows={12} label="Loading chart" />
      ) : (
        <OffState title={`Not available here: ${instrument.title}`} reason={instrument.reason} />
      )}
    </Panel>
  )
}
