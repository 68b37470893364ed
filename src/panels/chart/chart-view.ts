/**
 * The chart library behind the few things the panel wants of it. Prices become floats here and nowhere else: the library draws with
 * them, and nothing that is sent or summed up ever comes back out of it.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LogicalRange,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import { placesOf } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import { type ChartColours, fixedOptions, priceRange, themeOptions } from '../../charting/index.ts'
import type { ChartStyle } from '../../workspace/index.ts'
import type { Annotations } from './annotations.ts'
import type { CandleStore, TickEffect } from './candle-store.ts'
import { Overlay } from './overlay.ts'
import { keepScalesAligned } from './scale-sync.ts'

export interface ChartViewOptions {
  readonly colours: ChartColours
  readonly style: ChartStyle
  readonly tick: Price
  readonly store: CandleStore
  /** The view came near the oldest candle: older ones are wanted. */
  readonly onNearStart: () => void
  /** The newest candle left the view, or came back to it. */
  readonly onAway: (away: boolean) => void
  /** The candle under the crosshair, null when there is none. */
  readonly onHover: (candle: Candle | null) => void
}

/** Candles before the oldest one in view at which older ones are asked for. */
const NEAR_START = 40
/** mark = 500 + °F: what separates the two axes. */
const OFFSET = 500

const seconds = (ms: number): UTCTimestamp => (ms / 1000) as UTCTimestamp

export class ChartView {
  readonly #chart: IChartApi
  readonly #options: ChartViewOptions
  /** Carries the °F axis: the same marks as the main series, unseen, written 500 less. */
  readonly #axis: ISeriesApi<'Line'>
  readonly #axisLine: IPriceLine
  readonly #overlay: Overlay
  readonly #stopSync: () => void
  #main: ISeriesApi<SeriesType>
  #mainLine: IPriceLine
  #colours: ChartColours
  #style: ChartStyle
  #store: CandleStore
  #away = false

  constructor(container: HTMLElement, options: ChartViewOptions) {
    this.#options = options
    this.#colours = options.colours
    this.#style = options.style
    this.#store = options.store
    this.#chart = createChart(container, fixedOptions())
    this.#chart.applyOptions(themeOptions(options.colours))
    const places = placesOf(options.tick)
    this.#axis = this.#chart.addSeries(LineSeries, {
      priceScaleId: 'left',
      lineVisible: false,
      crosshairMarkerVisible: false,
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: () => this.#autoscale(),
      priceFormat: {
        type: 'custom',
        minMove: Number(options.tick),
        formatter: (mark: number) => `${(mark - OFFSET).toFixed(places)}°`,
      },
    })
    this.#axisLine = this.#axis.createPriceLine({ price: 0, axisLabelVisible: false, lineVisible: false })
    this.#main = this.#addMain()
    this.#mainLine = this.#addLastLine()
    this.#overlay = new Overlay(options.store, options.colours)
    this.#axis.attachPrimitive(this.#overlay)
    this.#orderSeries()
    this.#stopSync = keepScalesAligned(this.#chart, container)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#ranged)
    this.#chart.subscribeCrosshairMove(({ time }) => {
      options.onHover(typeof time === 'number' ? (this.#store.at(time * 1000) ?? null) : null)
    })
    this.redraw()
  }

  /** Draws another store, from its newest candle on. */
  setStore(store: CandleStore): void {
    this.#store = store
    this.#overlay.set({ store })
    this.#chart.timeScale().applyOptions({ secondsVisible: store.resolution < 60 })
    this.redraw()
    this.#chart.priceScale('right').setAutoScale(true)
    this.#chart.priceScale('left').setAutoScale(true)
    this.#chart.timeScale().resetTimeScale()
  }

  /** Draws all candles anew: after history came, or a style changed. */
  redraw(): void {
    const { candles, resolution } = this.#store
    const grid = onGrid(candles, resolution * 1000)
    this.#axis.setData(grid.map((slot) => linePoint(slot)))
    this.#main.setData(grid.map((slot) => (this.#style === 'candles' ? candlePoint(slot) : linePoint(slot))))
    this.#chart.timeScale().applyOptions({ secondsVisible: resolution < 60 })
    this.#drawLast()
    this.#overlay.set({})
  }

  /** Draws what a live mark did. */
  tick(effect: TickEffect, previous: Candle | undefined): void {
    const { last, resolution } = this.#store
    if (effect === 'none' || last === undefined) return
    const missing = previous === undefined ? 0 : (last.time - previous.time) / (resolution * 1000) - 1
    if (effect === 'rebuild' || missing > 0) {
      this.redraw()
      return
    }
    const slot = { time: last.time, candle: last }
    this.#axis.update(linePoint(slot))
    this.#main.update(this.#style === 'candles' ? candlePoint(slot) : linePoint(slot))
    this.#drawLast()
  }

  setAnnotations(annotations: Annotations): void {
    this.#overlay.set({ annotations })
    this.#drawLast()
  }

  setStyle(style: ChartStyle): void {
    if (style === this.#style) return
    this.#style = style
    this.#chart.removeSeries(this.#main)
    this.#main = this.#addMain()
    this.#mainLine = this.#addLastLine()
    this.#orderSeries()
    this.redraw()
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.applyOptions(themeOptions(colours))
    this.#main.applyOptions(this.#mainColours())
    this.#overlay.set({ colours })
    this.#drawLast()
  }

  /** The newest candle at its usual place. */
  toNow(): void {
    this.#chart.timeScale().scrollToRealTime()
  }

  /** Lowest and highest mark of the candles in view, as exact texts; null without any. */
  visibleRange(): { readonly low: Price; readonly high: Price } | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const { candles, resolution } = this.#store
    const first = candles[0]
    if (range === null || first === undefined) return null
    const from = first.time + range.from * resolution * 1000
    const to = first.time + range.to * resolution * 1000
    const inView = candles.filter(({ time }) => time >= from && time <= to)
    const [start] = inView
    if (start === undefined) return null
    // Compared as floats to find the candle, given back as the text it came as.
    const low = inView.reduce((best, one) => (Number(one.low) < Number(best.low) ? one : best), start).low
    const high = inView.reduce((best, one) => (Number(one.high) > Number(best.high) ? one : best), start).high
    return { low, high }
  }

  destroy(): void {
    this.#stopSync()
    this.#chart.remove()
  }

  #ranged = (range: LogicalRange | null): void => {
    if (range === null) return
    const away = this.#chart.timeScale().scrollPosition() < 0
    if (away !== this.#away) {
      this.#away = away
      this.#options.onAway(away)
    }
    if (range.from < NEAR_START && this.#store.candles.length > 0) this.#options.onNearStart()
  }

  /** One range for both scales, so that they stay 500 apart to the pixel. */
  #autoscale(): AutoscaleInfo | null {
    const { candles, resolution } = this.#store
    const inView = this.#chart.timeScale().getVisibleLogicalRange()
    const range = priceRange(candles, inView, resolution * 1000, this.#overlay.levelPrices, Number(this.#options.tick))
    return range === null ? null : { priceRange: range }
  }

  #addMain(): ISeriesApi<SeriesType> {
    const { tick } = this.#options
    const common = {
      priceScaleId: 'right',
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: () => this.#autoscale(),
      priceFormat: { type: 'price', precision: placesOf(tick), minMove: Number(tick) },
    } as const
    return this.#style === 'candles'
      ? this.#chart.addSeries(CandlestickSeries, { ...common, ...this.#mainColours(), borderVisible: false })
      : this.#chart.addSeries(LineSeries, { ...common, ...this.#mainColours(), lineWidth: 2, crosshairMarkerRadius: 3 })
  }

  #mainColours(): object {
    const { up, down, text } = this.#colours
    return this.#style === 'candles'
      ? { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down }
      : { color: text }
  }

  #addLastLine(): IPriceLine {
    return this.#main.createPriceLine({ price: 0, axisLabelVisible: false, lineVisible: false })
  }

  /** The axis comes last: its primitive, what is the trader's own, is drawn over the marks and under the crosshair. */
  #orderSeries(): void {
    this.#axis.setSeriesOrder(1)
  }

  /** The newest mark: a dotted line with its label on both axes. */
  #drawLast(): void {
    const last = this.#store.last
    const { text, panel, secondary } = this.#colours
    const shown = last !== undefined
    const label = {
      price: last === undefined ? 0 : Number(last.close),
      axisLabelVisible: shown,
      axisLabelColor: text,
      axisLabelTextColor: panel,
      lineStyle: LineStyle.Dotted,
      lineWidth: 1,
      color: secondary,
      title: '',
    } as const
    this.#mainLine.applyOptions({ ...label, lineVisible: shown })
    this.#axisLine.applyOptions({ ...label, lineVisible: false })
  }
}

interface Slot {
  readonly time: number
  readonly candle: Candle | null
}

/** Every place of the even grid, those without data too, so that distance on screen is time. */
function onGrid(candles: readonly Candle[], step: number): Slot[] {
  const slots: Slot[] = []
  for (const candle of candles) {
    const last = slots.at(-1)
    if (last !== undefined) {
      for (let time = last.time + step; time < candle.time; time += step) slots.push({ time, candle: null })
    }
    slots.push({ time: candle.time, candle })
  }
  return slots
}

const linePoint = ({ time, candle }: Slot): { time: UTCTimestamp; value?: number } =>
  candle === null ? { time: seconds(time) } : { time: seconds(time), value: Number(candle.close) }

const candlePoint = ({
  time,
  candle,
}: Slot): { time: UTCTimestamp; open?: number; high?: number; low?: number; close?: number } =>
  candle === null
    ? { time: seconds(time) }
    : {
        time: seconds(time),
        open: Number(candle.open),
        high: Number(candle.high),
        low: Number(candle.low),
        close: Number(candle.close),
      }
