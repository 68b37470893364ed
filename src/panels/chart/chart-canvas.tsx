/** The chart itself, fed without React renders: live prices go straight to the view, once a frame at most. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Ticker } from '../../../contract/market.ts'
import { readColours, textWidths, useThemeColours } from '../../charting/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartWords, FixedLine, Frame, MarketChart } from '../../markets/chart/index.ts'
import { Button, classNames, Skeleton, usePanelVisible, useTextScale } from '../../ui/index.ts'
import type { Annotations } from './annotations.ts'
import styles from './chart.module.css'
import { distanceWords, legendOf, storedText, summaryOf } from './chart-texts.ts'
import { ChartView } from './chart-view.ts'
import type { PlacedFill } from './draw-fills.ts'
import { FillHint } from './fill-hint.tsx'
import { Legend, type LegendHandle } from './legend.tsx'
import type { DrawnLine, LineLook } from './line-set.ts'
import { useChartHand } from './use-chart-hand.tsx'
import type { Pointing } from './use-crosshair.ts'
import type { Histories } from './use-histories.ts'
import { useLegendRoom } from './use-legend-room.ts'
import { useLiveLines } from './use-live-lines.ts'

interface ChartCanvasProps {
  readonly chart: Pick<MarketChart, 'live' | 'priceName'>
  readonly histories: Histories
  /** The panel's market, and the one whose prices are drawn. */
  readonly instrument: Instrument
  readonly charted: Instrument
  readonly tick: Price
  readonly view: PriceView
  readonly look: LineLook
  readonly annotations: Annotations
  /** The price that decides; null without one. */
  readonly decider: FixedLine | null
  readonly words: ChartWords
  readonly quotes: QuoteChoice
  /** What is in view at first, and again when its key is another. */
  readonly frame: { readonly key: string; readonly frame: () => Frame }
  /** When the market ends, ms. */
  readonly end: number | null
  readonly pointing: Pointing
  /** Whether another chart of the link group is pointed at. */
  readonly isPointed: boolean
  /** How old the prices are, as a sentence; null while they are fresh. */
  readonly stale: string | null
  /** Told of the view while there is one, for pictures of it. */
  readonly onView: (view: ChartView | null) => void
}

/** Which lines beside the market's own are wanted. */
interface QuoteChoice {
  readonly last: boolean
  readonly mid: boolean
}

/** The words for assistive technology change no more often than this. */
const SUMMARY_EVERY_MS = 2000

export function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const { chart, histories, tick, view, look, annotations, decider, words, quotes, frame, end, pointing } = props
  const { lines, state, version, loadOlder } = histories
  const [own] = lines
  const isSeen = usePanelVisible()
  const { clock, store: feed } = useMarketData()
  const frameBox = useRef<HTMLDivElement>(null)
  const wrapper = useRef<HTMLDivElement>(null)
  const legend = useRef<LegendHandle>(null)
  const legendBox = useRef<HTMLDivElement>(null)
  const drawn = useRef<ChartView | null>(null)
  const hovered = useRef<number | null>(null)
  const [away, setAway] = useState(false)
  const [pointed, setPointed] = useState<readonly PlacedFill[]>([])

  const writeLegend = useEffectEvent((): void => {
    const at = hovered.current
    const candle = own === undefined ? undefined : at === null ? own.store.last : own.store.at(at)
    const [rest, close] = candle === undefined ? ['', ''] : legendOf(candle, view, look)
    const distance = candle === undefined || decider === null ? '' : distanceWords(candle.close, decider, view)
    const others = lines.slice(1).map(({ store }) => {
      const price = (at === null ? store.last : store.at(at))?.close
      return price === undefined ? '' : storedText(price, view)
    })
    // Among several lines the market's own is named.
    const name = own === undefined || lines.length < 2 ? '' : `${own.line.name}   `
    legend.current?.write({ rest: `${name}${rest}`, close, distance, others })
  })
  const summarise = useEffectEvent((): void => {
    if (own === undefined || !isSeen) return
    const last = own.store.last?.close ?? null
    const text = summaryOf({
      name: own.line.name,
      priceName: chart.priceName,
      last,
      inView: drawn.current?.visibleRange() ?? null,
      view,
      look,
      resolution: own.store.resolution,
      others: lines.slice(1).map(({ line, store }) => ({ name: line.name, price: store.last?.close ?? null })),
      distance: last === null || decider === null ? '' : distanceWords(last, decider, view),
    })
    const element = wrapper.current
    if (element !== null && element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text)
  })
  const wantOlder = useEffectEvent((): void => loadOlder())
  const point = useEffectEvent((time: number | null, byHand: boolean): void => {
    hovered.current = time
    if (byHand) pointing.say(time)
    writeLegend()
  })
  const onView = useEffectEvent((made: ChartView | null): void => props.onView(made))

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes later has its own effect below
  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    const made = new ChartView(element, {
      colours: readColours(),
      view,
      tick,
      onNearStart: () => wantOlder(),
      onAway: setAway,
      onPoint: (time, byHand) => point(time, byHand),
      onPane: (left, width) => {
        frameBox.current?.style.setProperty('--pane-left', `${left}px`)
        frameBox.current?.style.setProperty('--pane-width', `${width}px`)
      },
      measure: textWidths(),
      onFills: (fills) => setPointed((before) => (sameFills(before, fills) ? before : fills)),
    })
    drawn.current = made
    onView(made)
    const stopSummary = clock.every(SUMMARY_EVERY_MS, () => summarise())
    return () => {
      stopSummary()
      onView(null)
      made.destroy()
      drawn.current = null
    }
  }, [])

  const shown = useRef<{ readonly lines: typeof lines; readonly look: LineLook } | null>(null)
  const framed = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the stores' history grew
  useEffect(() => {
    const made = drawn.current
    if (made === null) return
    if (shown.current?.lines === lines && shown.current.look === look) made.redraw()
    else made.setLines(linesOf(lines, look), end)
    if (shown.current?.lines !== lines) framed.current = ''
    shown.current = { lines, look }
    hovered.current = null
    // The frame is set once there is something in it, and for another range: what the trader moved stays.
    if (state.state === 'ready' && framed.current !== frame.key) {
      framed.current = frame.key
      made.show(frame.frame())
    }
    writeLegend()
    summarise()
  }, [lines, version, look, end, state.state, frame.key])
  // What came while it was behind another panel is drawn with the colours of the theme, when it comes to the front.
  useThemeColours(isSeen, (colours) => drawn.current?.setColours(colours))
  useEffect(() => drawn.current?.setAnnotations(annotations), [annotations])
  const scale = useTextScale()
  useEffect(() => drawn.current?.setTextScale(scale), [scale])
  useEffect(() => {
    drawn.current?.reformat(view)
    writeLegend()
    summarise()
  }, [view])

  const drawQuotes = useEffectEvent(({ last, mid }: Pick<Ticker, 'last' | 'mid'>): void => {
    const seen = (price: Price | null, isWanted: boolean): Price | null =>
      price === null || !isWanted ? null : view.seen(price)
    drawn.current?.setQuotes({ last: seen(last, quotes.last), mid: seen(mid, quotes.mid) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what makes the lines others
  useEffect(() => {
    const ticker = own === undefined ? undefined : feed.read({ kind: 'ticker', asset: own.line.asset })
    drawQuotes(ticker ?? { last: null, mid: null })
  }, [feed, own, view, quotes.last, quotes.mid])

  useLiveLines({
    histories,
    live: chart.live,
    view,
    isSeen,
    end,
    onTicker: drawQuotes,
    onTick: (id, effect) => {
      if (effect === 'none') return
      drawn.current?.tick(id, effect)
      writeLegend()
    },
  })
  const hand = useChartHand({
    ...{ wrapper, drawn, annotations, tick, view, words, instrument: props.instrument, charted: props.charted },
    priceName: chart.priceName,
    now: () => (own?.store.last === undefined ? null : view.seen(own.store.last.close)),
    stale: props.stale,
  })
  useLegendRoom(frameBox, legendBox, (bottom) => drawn.current?.setLegend(bottom))
  useEffect(() => pointing.listen((time) => drawn.current?.pointAt(time)), [pointing])

  const empty = state.state === 'ready' && own !== undefined && own.store.candles.length === 0
  return (
    <div ref={frameBox} className={styles.chart}>
      <div
        ref={wrapper}
        className={classNames(styles.canvas, props.isPointed && styles.pointed)}
        role="img"
        aria-label={own === undefined ? 'Chart' : `${own.line.name} chart`}
      />
      <Legend ref={legend} box={legendBox} others={lines.slice(1).map(({ line }) => line.name)} />
      {away && (
        <Button size="small" className={styles.now} onClick={() => drawn.current?.toNow()}>
          To now <span aria-hidden>→</span>
        </Button>
      )}
      {hand}
      {pointed[0] !== undefined && <FillHint fills={pointed} view={view} words={words} />}
      {state.state === 'loading' && (
        <div className={styles.cover}>
          <Skeleton rows={12} label="Loading chart" />
        </div>
      )}
      {empty && (
        <p className={styles.empty}>
          No {chart.priceName}s of {own.line.name} yet. The chart starts with the first one.
        </p>
      )}
    </div>
  )
}

const linesOf = (lines: Histories['lines'], look: LineLook): readonly DrawnLine[] =>
  lines.map(({ line, store }) => ({ id: line.asset, name: line.name, store, look }))

const sameFills = (a: readonly PlacedFill[], b: readonly PlacedFill[]): boolean =>
  a.length === b.length &&
  a.every(({ mark, x, y }, index) => mark === b[index]?.mark && x === b[index].x && y === b[index].y)
