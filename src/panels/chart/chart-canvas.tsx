/** The chart itself, fed without React renders: live prices go directly to the view, once per frame at most. */
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Ticker } from '../../../contract/market.ts'
import { readColours, textWidths, useThemeColours } from '../../charting/index.ts'
import { useMarketData } from '../../market-data/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { ChartText, FixedLine, Frame, MarketChart } from '../../markets/chart/index.ts'
import { Button, classNames, Skeleton, usePanelVisible, useTextScale } from '../../ui/index.ts'
import type { Annotations } from './annotations.ts'
import { AxisAlert } from './axis-alert.tsx'
import styles from './chart.module.css'
import { distanceText, legendOf, storedText, summaryOf } from './chart-texts.ts'
import { ChartView } from './chart-view.ts'
import { fillText, type PlacedFill } from './fill-marks.ts'
import { LineList } from './line-list.tsx'
import type { DrawnLine, LineLook } from './line-set.ts'
import { PRICE_TEXTS } from './messages.ts'
import { candleAt } from './time-grid.ts'
import { type ChartDragOptions, useChartDrag } from './use-chart-drag.tsx'
import { useChartMenu } from './use-chart-menu.tsx'
import type { Pointing } from './use-crosshair.ts'
import { type Histories, useLiveLines } from './use-histories.ts'

interface ChartInputOptions extends ChartDragOptions {
  /** The panel's market, and the one whose prices are drawn. */
  readonly instrument: Instrument
  readonly charted: Instrument
}

interface LegendTexts {
  readonly rest: string
  readonly close: string
  /** Distance from the deciding price; empty without one. */
  readonly distance: string
  /** In the order of the names. */
  readonly others: readonly string[]
}

/** The legend over a chart: the current price of the market's own line and of the others, written without a React render. */
interface LegendHandle {
  write(texts: LegendTexts): void
}

interface LegendProps {
  readonly ref: Ref<LegendHandle>
  /** Its box, to measure the covered space of the chart. */
  readonly box: Ref<HTMLDivElement>
  /** Names of the other lines. */
  readonly others: readonly string[]
}

/** Further fills at one position are only counted. */
const MAX = 4

interface FillHintProps {
  /** Nearest first, with their positions in the chart, px. */
  readonly fills: readonly PlacedFill[]
  readonly view: PriceView
  readonly text: ChartText
}

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
  /** The deciding price; null without one. */
  readonly decider: FixedLine | null
  readonly text: ChartText
  readonly quotes: QuoteChoice
  /** The initial visible range, applied again when its key changes. */
  readonly frame: { readonly key: string; readonly frame: () => Frame }
  /** The market's end, ms. */
  readonly end: number | null
  readonly pointing: Pointing
  /** Whether another chart of the link group has the pointer. */
  readonly isPointed: boolean
  /** Age of the prices as a sentence; null while they are fresh. */
  readonly stale: string | null
  /** Called with the view while there is one, for pictures of it. */
  readonly onView: (view: ChartView | null) => void
}

/** The optional lines besides the market's own. */
interface QuoteChoice {
  readonly last: boolean
  readonly mid: boolean
}

/** Minimum interval between updates of the accessible description. */
const SUMMARY_EVERY_MS = 2000

export function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const {
    chart,
    histories,
    tick,
    view,
    look,
    annotations,
    decider,
    text: message,
    quotes,
    frame,
    end,
    pointing,
  } = props
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
    const candle = own === undefined ? undefined : at === null ? own.store.last : candleAt(own.store.candles, at)
    const [rest, close] = candle === undefined ? ['', ''] : legendOf(candle, view, look)
    const distance = candle === undefined || decider === null ? '' : distanceText(candle.close, decider, view)
    const others = lines.slice(1).map(({ store }) => {
      const price = (at === null ? store.last : candleAt(store.candles, at))?.close
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
      distance: last === null || decider === null ? '' : distanceText(last, decider, view),
    })
    const element = wrapper.current
    if (element !== null && element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text)
  })
  const wantOlder = useEffectEvent((): void => loadOlder())
  const point = useEffectEvent((time: number | null, isPointerHere: boolean): void => {
    hovered.current = time
    if (isPointerHere) pointing.say(time)
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
      onPoint: (time, isPointerHere) => point(time, isPointerHere),
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
    // The frame is applied once there is data, and for another range: a view moved by the trader stays.
    if (state.state === 'ready' && framed.current !== frame.key) {
      framed.current = frame.key
      made.show(frame.frame())
    }
    writeLegend()
    summarise()
  }, [lines, version, look, end, state.state, frame.key])
  // Updates that arrived in the background are drawn with the theme's colors when the panel comes to the front.
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
  const input = useChartInput({
    ...{ wrapper, drawn, annotations, tick, view, text: message, instrument: props.instrument, charted: props.charted },
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
      {input}
      {pointed[0] !== undefined && <FillHint fills={pointed} view={view} text={message} />}
      {state.state === 'loading' && (
        <div className={styles.cover}>
          <Skeleton rows={12} label="Loading chart" />
        </div>
      )}
      {empty && <p className={styles.empty}>{PRICE_TEXTS[chart.priceName].noneYet(own.line.name)}</p>}
    </div>
  )
}

const linesOf = (lines: Histories['lines'], look: LineLook): readonly DrawnLine[] =>
  lines.map(({ line, store }) => ({ id: line.asset, name: line.name, store, look }))

const sameFills = (a: readonly PlacedFill[], b: readonly PlacedFill[]): boolean =>
  a.length === b.length &&
  a.every(({ mark, x, y }, index) => mark === b[index]?.mark && x === b[index].x && y === b[index].y)

/** The fills under the pointer: side, size, price, fee and time, beside their mark. */
function FillHint({ fills, view, text: message }: FillHintProps): ReactNode {
  const [nearest] = fills
  if (nearest === undefined) return null
  const more = fills.length - MAX
  return (
    <div
      role="tooltip"
      className={styles.hint}
      style={{ '--x': `${nearest.x}px`, '--y': `${nearest.y}px` } as CSSProperties}
    >
      {fills.slice(0, MAX).map(({ mark }) => {
        const [what, when] = fillText(mark, view, message)
        return (
          <div key={mark.id} className={styles.fill}>
            <strong>{what}</strong>
            <span>{when}</span>
          </div>
        )
      })}
      {more > 0 && <span>and {more} more</span>}
    </div>
  )
}

function Legend({ ref, box, others }: LegendProps): ReactNode {
  const own = useRef<HTMLDivElement>(null)
  const values = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    write({ rest, close, distance, others }) {
      const [first, second, third] = own.current?.children ?? []
      put(first, rest)
      put(second, close)
      put(third, distance)
      for (const [index, text] of others.entries()) put(values.current?.children[index]?.lastElementChild, text)
    },
  }))
  return (
    <div ref={box} className={styles.legend} aria-hidden="true">
      <div ref={own}>
        <span className={styles.rest} />
        <span />
        <span className={styles.distance} />
      </div>
      <div ref={values} className={styles.others}>
        {others.map((name, index) => (
          <span key={name} className={classNames(styles.other, styles[`other${index + 1}`])}>
            {name} <span className={styles.value} />
          </span>
        ))}
      </div>
    </div>
  )
}

function put(element: Element | null | undefined, text: string): void {
  if (element != null && element.textContent !== text) element.textContent = text
}

/** User input on a chart: lines dragged or held by keys, and the menu at a price. Returns its overlays. */
function useChartInput(options: ChartInputOptions): ReactNode {
  const { levels } = options.annotations
  const pressed = useRef<ReturnType<typeof useChartMenu>['openOf'] | null>(null)
  const [dragging, chip] = useChartDrag(options, (line, at) => pressed.current?.(line, at))
  const { menu, openFor, openOf, act, alerts } = useChartMenu({ ...options, levels, dragging })
  useLayoutEffect(() => {
    pressed.current = openOf
  })
  return (
    <>
      {chip}
      {menu}
      <AxisAlert {...options} {...alerts} levels={levels} isBusy={dragging.drag.state !== 'none'} />
      <LineList
        levels={levels}
        onHold={({ id, grip, price }) => {
          if (grip !== undefined) dragging.put({ id, grip, price }, price)
        }}
        onEnd={act}
        onMenu={openFor}
      />
    </>
  )
}

/**
 * It grows with the legend and shrinks only when the chart is resized: the legend changes with each price, and the prices must not jump with it.
 * @param legend bottom of the legend, px from the top of `chart`
 */
function useLegendRoom(
  chart: RefObject<HTMLElement | null>,
  legend: RefObject<HTMLElement | null>,
  onEnd: (bottom: number) => void,
): void {
  const reportEnd = useEffectEvent(onEnd)
  useEffect(() => {
    const [outer, inner] = [chart.current, legend.current]
    if (outer === null || inner === null) return
    let bottom = 0
    const observer = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === outer)) bottom = 0
      bottom = Math.max(bottom, inner.offsetTop + inner.offsetHeight)
      reportEnd(bottom)
    })
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [chart, legend])
}
