/** The chart of one market, with its head. */
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { price } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { ReadAge } from '../../queries/index.ts'
import { EmptyState, ErrorState, Panel, Segmented, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { usePanelAct, usePriceView } from '../../workspace/index.ts'
import { annotationsOf } from './annotations.ts'
import styles from './chart.module.css'
import { ChartCanvas } from './chart-canvas.tsx'
import { useChartChoices } from './chart-choices.ts'
import { LinesMenu, MoreMenu, RangeMenu, rangeName } from './chart-menus.tsx'
import { ChartTable } from './chart-table.tsx'
import { RESOLUTION_WORDS } from './chart-texts.ts'
import type { ChartView } from './chart-view.ts'
import { LengthChoice } from './length-choice.tsx'
import type { LineLook } from './line-set.ts'
import { MESSAGES } from './messages.ts'
import { useChart } from './use-chart.ts'
import { useCopyPicture } from './use-copy-picture.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useHistories } from './use-histories.ts'
import { useOwnThings } from './use-own-things.ts'

/** Where no tick is told, places of a price are told apart no finer than this. */
const FINEST = price('0.001')

export function MarketChartPanel({ instrument }: { instrument: Instrument }): ReactNode {
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
  // Its own things stand at the prices that it trades at: not at the mark that decides it.
  const isOwn = look.drawn === null
  const words = useMemo(() => own.words(view), [own, view])
  const drawnAsset = drawn?.instrument.asset ?? null
  const liveAsset = useTopicValue({ kind: 'bucket' }, (bucket) => bucket.current?.asset) ?? null
  const windows = drawn?.chart.times.windows
  const annotations = useMemo(
    () =>
      annotationsOf({
        ...things,
        asset: isOwn ? instrument.asset : null,
        view,
        words,
        fixed: look.fixed,
        drawn: drawnAsset === null ? null : { asset: drawnAsset, isLive: drawnAsset === liveAsset },
        times: { boundaries: own.times.boundaries, windows: windows ?? own.times.windows },
        step: resolution * 1000,
      }),
    [things, isOwn, instrument.asset, view, words, look, own, windows, resolution, drawnAsset, liveAsset],
  )
  const shown = useRef<ChartView | null>(null)
  const onView = useCallback((made: ChartView | null): void => {
    shown.current = made
  }, [])
  const [pointing, isPointed] = useCrosshair()
  const lengthWords = drawnAs === 'steps' ? MESSAGES.asSteps : `${RESOLUTION_WORDS[resolution].name} a candle`
  const [copy, copied] = useCopyPicture(() => {
    const last = histories.lines[0]?.store.last?.close
    return {
      view: shown.current,
      title: [instrument.title, instrument.subtitle].filter((part) => part !== null).join(', '),
      detail: [...(own.looks.length > 1 ? [look.label] : []), rangeName(range, own.life), lengthWords],
      price: last === undefined ? '' : `${view.named(view.seen(last))}   ${view.second(view.seen(last))}`,
    }
  })
  const failure = histories.state.state === 'error' ? histories.state.message : null
  const isDrawn = failure === null && drawn !== null && line !== undefined && instrument.asset !== null
  usePanelAct('picture', usePanelVisible() && isDrawn, copy)
  const decider = look.fixed.find(({ decides }) => decides !== null) ?? null
  return (
    <Panel
      title="Chart"
      freshness={freshness}
      lead={
        <>
          {own.looks.length > 1 && (
            <Segmented
              label="What is drawn"
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
          <LinesMenu choices={choices} isOfCandles={kind === 'candles'} others={chart.others} />
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
        <EmptyState>No market is behind {instrument.title} now. The chart begins with the next one.</EmptyState>
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
            words={words}
            quotes={{ last: lastLine && isOwn, mid: midLine && isOwn }}
            frame={{ key: rangeKey, frame: chart.frame }}
            end={own.life?.to ?? null}
            pointing={pointing}
            isPointed={isPointed}
            stale={freshness.stale ? `Prices are ${freshness.words}.` : null}
            onView={onView}
          />
          {isTable && (
            <ChartTable
              label={MESSAGES.newest(line.name, lengthWords)}
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
