/** The chart itself, fed without React renders: live marks go straight to the view, once a frame at most. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Price, padTo, placesOf } from '../../../contract/decimal.ts'
import type { Candle, Ticker } from '../../../contract/market.ts'
import { readColours, useThemeColours } from '../../charting/index.ts'
import { temperatureOf, useFormat } from '../../format/index.ts'
import { useMarketData, usePainter, useServerClock } from '../../market-data/index.ts'
import { Button, Skeleton, usePanelVisible, useTextScale } from '../../ui/index.ts'
import type { ChartStyle } from '../../workspace/index.ts'
import type { Annotations } from './annotations.ts'
import styles from './chart.module.css'
import { ChartView } from './chart-view.ts'
import type { PlacedFill } from './draw-fills.ts'
import { FillHint } from './fill-hint.tsx'
import type { History } from './use-history.ts'

interface ChartCanvasProps {
  readonly asset: string
  readonly tick: Price
  readonly history: History
  readonly style: ChartStyle
  readonly annotations: Annotations
  /** `1 minute` */
  readonly lengthWords: string
  readonly lines: QuoteChoice
}

/** Which lines beside the mark's are wanted. */
interface QuoteChoice {
  readonly last: boolean
  readonly mid: boolean
}

/** The words for assistive technology change no more often than this. */
const SUMMARY_EVERY_MS = 2000

export function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const { asset, tick, history, style, annotations, lengthWords, lines } = props
  const { store, state, version, loadOlder } = history
  const { clock, store: feed } = useMarketData()
  const serverMinute = useServerClock(60_000)
  const wrapper = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const view = useRef<ChartView | null>(null)
  const hovered = useRef<Candle | null>(null)
  const [away, setAway] = useState(false)
  const [pointed, setPointed] = useState<readonly PlacedFill[]>([])
  const places = placesOf(tick)

  const writeLegend = useEffectEvent((): void => {
    const candle = hovered.current ?? store.last
    const [rest, close] = candle === undefined ? ['', ''] : legendOf(candle, places)
    const texts = legend.current?.children
    if (texts?.[0] == null || texts[1] == null) return
    texts[0].textContent = rest
    texts[1].textContent = close
  })
  const wantOlder = useEffectEvent((): void => loadOlder())
  const summarise = useEffectEvent((): void => {
    wrapper.current?.setAttribute(
      'aria-label',
      summaryOf(asset, store.last?.close ?? null, view.current?.visibleRange() ?? null, places, lengthWords),
    )
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes later has its own effect below
  useEffect(() => {
    const element = wrapper.current
    if (element === null) return
    const made = new ChartView(element, {
      colours: readColours(),
      style,
      tick,
      store,
      onNearStart: () => wantOlder(),
      onAway: setAway,
      onHover: (candle) => {
        hovered.current = candle
        writeLegend()
      },
      onFills: (fills) => setPointed((before) => (sameFills(before, fills) ? before : fills)),
    })
    view.current = made
    const stopSummary = clock.every(SUMMARY_EVERY_MS, () => summarise())
    return () => {
      stopSummary()
      made.destroy()
      view.current = null
    }
  }, [])

  const drawn = useRef(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the store's history grew
  useEffect(() => {
    if (drawn.current === store) view.current?.redraw()
    else view.current?.setStore(store)
    drawn.current = store
    hovered.current = null
    writeLegend()
    summarise()
  }, [store, version])
  useThemeColours(usePanelVisible(), (colours) => view.current?.setColours(colours))
  useEffect(() => view.current?.setStyle(style), [style])
  useEffect(() => view.current?.setAnnotations(annotations), [annotations])
  const scale = useTextScale()
  useEffect(() => view.current?.setTextScale(scale), [scale])
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another format is what makes the texts others
  useEffect(() => {
    view.current?.reformat()
    writeLegend()
    summarise()
  }, [format])

  const drawQuotes = useEffectEvent(({ last, mid }: Pick<Ticker, 'last' | 'mid'>): void => {
    view.current?.setQuotes({ last: lines.last ? last : null, mid: lines.mid ? mid : null })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what makes the lines another
  useEffect(() => {
    const ticker = feed.read({ kind: 'ticker', asset })
    if (ticker !== undefined) drawQuotes(ticker)
  }, [feed, asset, lines.last, lines.mid])

  usePainter({ kind: 'ticker', asset }, (ticker: Ticker) => {
    drawQuotes(ticker)
    // Until history is there a live mark would start a chart that jumps when it comes.
    if (ticker.mark === null || ticker.stale || state.state !== 'ready') return
    const previous = store.last
    const effect = store.tick(ticker.time ?? Math.max(ticker.receivedAt, serverMinute), ticker.mark)
    if (effect === 'none') return
    view.current?.tick(effect, previous)
    if (hovered.current === null) writeLegend()
    else if (hovered.current.time === store.last?.time) {
      hovered.current = store.last
      writeLegend()
    }
  })

  const empty = state.state === 'ready' && store.candles.length === 0
  return (
    <div className={styles.chart}>
      <div ref={wrapper} className={styles.canvas} role="img" aria-label={`${asset} chart`} />
      <div ref={legend} className={styles.legend} aria-hidden="true">
        <span className={styles.rest} />
        <span />
      </div>
      {away && (
        <Button size="small" className={styles.now} onClick={() => view.current?.toNow()}>
          To now <span aria-hidden>→</span>
        </Button>
      )}
      {pointed[0] !== undefined && <FillHint fills={pointed} places={places} />}
      {state.state === 'loading' && (
        <div className={styles.cover}>
          <Skeleton rows={12} label="Loading chart" />
        </div>
      )}
      {empty && <p className={styles.empty}>No marks of {asset} yet. The chart starts with the first one.</p>}
    </div>
  )
}

const sameFills = (a: readonly PlacedFill[], b: readonly PlacedFill[]): boolean =>
  a.length === b.length &&
  a.every(({ mark, x, y }, index) => mark === b[index]?.mark && x === b[index].x && y === b[index].y)

/** `O 571.80  H 571.92  L 571.74  ` and `C 571.84  71.84 °F`, the exact texts. */
function legendOf({ open, high, low, close }: Candle, places: number): readonly [rest: string, close: string] {
  const at = (mark: Price): Price => padTo(mark, places)
  return [`O ${at(open)}   H ${at(high)}   L ${at(low)}   `, `C ${at(close)}   ${temperatureOf(at(close))}`]
}

function summaryOf(
  asset: string,
  last: Price | null,
  range: { readonly low: Price; readonly high: Price } | null,
  places: number,
  lengthWords: string,
): string {
  if (last === null) return `${asset}, no marks yet`
  const both = (mark: Price): string => {
    const padded = padTo(mark, places)
    return `${padded} (${temperatureOf(padded)})`
  }
  const view = range === null ? '' : `; in view from ${both(range.low)} to ${both(range.high)}`
  return `${asset}, ${lengthWords} a candle: last mark ${both(last)}${view}`
}
