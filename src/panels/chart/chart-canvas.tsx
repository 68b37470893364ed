/** The chart itself, fed without React renders: live marks go straight to the view, once a frame at most. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Price, padTo, placesOf } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Candle, Ticker } from '../../../contract/market.ts'
import { readColours, useThemeColours } from '../../charting/index.ts'
import { useMarketData, usePainter, useServerClock } from '../../market-data/index.ts'
import { Button, Skeleton, usePanelVisible } from '../../ui/index.ts'
import type { ChartStyle } from '../../workspace/index.ts'
import type { Annotations } from './annotations.ts'
import styles from './chart.module.css'
import { ChartView } from './chart-view.ts'
import type { History } from './use-history.ts'

export interface ChartCanvasProps {
  readonly asset: string
  readonly tick: Price
  readonly history: History
  readonly style: ChartStyle
  readonly annotations: Annotations
  /** `1 minute` */
  readonly lengthWords: string
}

/** The words for assistive technology change no more often than this. */
const SUMMARY_EVERY_MS = 2000

export function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const { asset, tick, history, style, annotations, lengthWords } = props
  const { store, state, version, loadOlder } = history
  const { clock } = useMarketData()
  const serverMinute = useServerClock(60_000)
  const wrapper = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLDivElement>(null)
  const view = useRef<ChartView | null>(null)
  const hovered = useRef<Candle | null>(null)
  const [away, setAway] = useState(false)
  const places = placesOf(tick)

  const writeLegend = useEffectEvent((): void => {
    const candle = hovered.current ?? store.last
    if (legend.current !== null) legend.current.textContent = candle === undefined ? '' : legendOf(candle, places)
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

  usePainter({ kind: 'ticker', asset }, (ticker: Ticker) => {
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
      <div ref={legend} className={styles.legend} aria-hidden="true" />
      {away && (
        <Button size="small" className={styles.now} onClick={() => view.current?.toNow()}>
          To now <span aria-hidden>→</span>
        </Button>
      )}
      {state.state === 'loading' && (
        <div className={styles.cover}>
          <Skeleton rows={12} label="Loading chart" />
        </div>
      )}
      {empty && <p className={styles.empty}>No marks of {asset} yet. The chart starts with the first one.</p>}
    </div>
  )
}

/** `O 571.80  H 571.92  L 571.74  C 571.84  71.84 °F`, the exact texts. */
function legendOf({ open, high, low, close }: Candle, places: number): string {
  const at = (mark: Price): string => padTo(mark, places)
  return `O ${at(open)}   H ${at(high)}   L ${at(low)}   C ${at(close)}   ${fahrenheitOfMark(at(close) as Price)} °F`
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
    return `${padded} (${fahrenheitOfMark(padded)} °F)`
  }
  const view = range === null ? '' : `; in view from ${both(range.low)} to ${both(range.high)}`
  return `${asset}, ${lengthWords} a candle: last mark ${both(last)}${view}`
}
