import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { type Candle, RESOLUTIONS } from '../../../contract/market.ts'
import type { ChartColours } from '../../charting/index.ts'
import { CandleStore } from './candle-store.ts'
import { ChartView } from './chart-view.ts'
import { scalarMarket } from './testing/markets.ts'

interface Range {
  readonly from: number
  readonly to: number
}

/** The chart library reduced to its time scale: it applies a range when it paints, and reports the previous one until then. */
const library = vi.hoisted(() => {
  /** The visible range before any is requested: the newest prices. */
  const state = {
    asked: null as Range | null,
    shown: { from: -60, to: 4 } as Range,
    listeners: [] as ((range: Range) => void)[],
    frames: [] as (() => void)[],
  }
  const series = () => ({
    applyOptions: () => undefined,
    attachPrimitive: () => undefined,
    createPriceLine: () => ({ applyOptions: () => undefined }),
    setData: () => undefined,
    setSeriesOrder: () => undefined,
    update: () => undefined,
  })
  const scale = {
    applyOptions: () => undefined,
    width: () => 600,
    getVisibleLogicalRange: () => state.shown,
    setVisibleLogicalRange: (range: Range) => {
      if (state.asked === null) state.frames.push(paint)
      state.asked = range
    },
    subscribeVisibleLogicalRangeChange: (report: (range: Range) => void) => void state.listeners.push(report),
    subscribeSizeChange: () => undefined,
  }
  const paint = (): void => {
    if (state.asked === null) return
    state.shown = state.asked
    state.asked = null
    for (const report of state.listeners) report(state.shown)
  }
  const chart = {
    addSeries: series,
    applyOptions: () => undefined,
    priceScale: () => ({ applyOptions: () => undefined, setAutoScale: () => undefined, width: () => 60 }),
    removeSeries: () => undefined,
    subscribeCrosshairMove: () => undefined,
    timeScale: () => scale,
  }
  return { state, chart }
})

vi.mock('lightweight-charts', async (original) => ({ ...(await original<object>()), createChart: () => library.chart }))

const MINUTE = 60_000
const [, , RESOLUTION = 60] = RESOLUTIONS
const candles = (from: number, count: number): readonly Candle[] =>
  Array.from({ length: count }, (_, at) => {
    const at50 = price('550.00')
    return { time: from + at * MINUTE, open: at50, high: at50, low: at50, close: at50 } as Candle
  })

describe('the visible range of a chart', () => {
  const { state } = library
  const START = Date.UTC(2026, 2, 4, 12)
  const onNearStart = vi.fn()
  const onAway = vi.fn()
  let view: ChartView
  let store: CandleStore

  /** The next frame: the library's first, then callbacks requested after it. */
  const frame = (): void => {
    for (const run of state.frames.splice(0)) run()
  }

  beforeEach(() => {
    Object.assign(state, { asked: null, shown: { from: -60, to: 4 }, listeners: [], frames: [] })
    onNearStart.mockClear()
    onAway.mockClear()
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => state.frames.push(run))
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
    vi.stubGlobal('window', new EventTarget())
    view = new ChartView(new EventTarget() as HTMLElement, {
      colours: new Proxy({}, { get: () => 'rgba(1, 2, 3, 1)' }) as ChartColours,
      view: scalarMarket().view,
      tick: price('0.01'),
      onNearStart,
      onAway,
      onPoint: () => undefined,
      onPane: () => undefined,
      onFills: () => undefined,
      measure: (message, text) => message.length * text,
    })
    store = new CandleStore(RESOLUTION)
    store.load(candles(START - 600 * MINUTE, 600))
    view.setLines([{ id: 'NYCTMP1', name: 'NYCTMP1', store, look: 'candles' }], null)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  const bucket = { from: START - 60 * MINUTE, to: START + 60 * MINUTE, isFollowing: false }

  it('is the chosen range, even when older prices arrive before the library has painted it', () => {
    view.show(bucket)
    store.load(candles(START - 900 * MINUTE, 300))
    view.redraw()
    frame()
    frame()
    // 300 more places before it: the bucket moves by as many.
    expect(state.shown).toEqual({ from: 839.5, to: 959.5 })
  })

  it('keeps its time when older prices arrive after that', () => {
    view.show(bucket)
    frame()
    expect(state.shown).toEqual({ from: 539.5, to: 659.5 })
    store.load(candles(START - 900 * MINUTE, 300))
    view.redraw()
    frame()
    expect(state.shown).toEqual({ from: 839.5, to: 959.5 })
  })

  it('stays where the trader moved it', () => {
    view.show(bucket)
    frame()
    state.shown = { from: 400, to: 500 }
    store.load(candles(START - 900 * MINUTE, 300))
    view.redraw()
    frame()
    expect(state.shown).toEqual({ from: 700, to: 800 })
  })

  it('requests no older prices because of the range visible before one was chosen', () => {
    for (const report of state.listeners) report({ from: -60, to: 4 })
    view.show(bucket)
    for (const notify of state.listeners) notify({ from: -60, to: 4 })
    frame()
    expect(onNearStart).not.toHaveBeenCalled()
    for (const publish of state.listeners) publish({ from: 20, to: 140 })
    expect(onNearStart).toHaveBeenCalledOnce()
  })

  it('is the end of a market that is over, regardless of later prices, and no way back is offered', () => {
    view.show({ from: START - 180 * MINUTE, to: START - 30 * MINUTE, isFollowing: false })
    frame()
    expect(state.shown.to).toBeLessThan(599)
    expect(onAway).not.toHaveBeenCalled()
  })

  it('has a way back to the newest price once the trader has left it', () => {
    view.show({ from: START - 180 * MINUTE, to: START - 30 * MINUTE, isFollowing: false })
    frame()
    state.shown = { from: 100, to: 250 }
    for (const report of state.listeners) report(state.shown)
    expect(onAway).toHaveBeenLastCalledWith(true)
    view.toNow()
    frame()
    expect(onAway).toHaveBeenLastCalledWith(false)
  })
})
