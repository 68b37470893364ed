/**
 * The chart library behind the few things the panel wants of it. Prices become floats here and nowhere else: the library draws with
 * them, and nothing that is sent or summed up ever comes back out of it.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type LogicalRange,
  type PriceFormatCustom,
  type SeriesType,
} from 'lightweight-charts'
import { type Fahrenheit, type Price, placesOf } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import {
  type ChartColours,
  fixedOptions,
  formatOptions,
  priceRange,
  textSize,
  themeOptions,
} from '../../charting/index.ts'
import { temperatureText } from '../../format/index.ts'
import type { ChartStyle } from '../../workspace/index.ts'
import type { Annotations } from './annotations.ts'
import type { CandleStore, TickEffect } from './candle-store.ts'
import type { PlacedFill } from './draw-fills.ts'
import { Overlay } from './overlay.ts'
import { NO_QUOTES, QuoteLabels, type Quotes } from './quote-labels.ts'
import { keepScalesAligned } from './scale-sync.ts'
import { candlePoint, extremes, linePoint, onGrid, type Slot } from './series-data.ts'

interface ChartViewOptions {
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
  /** The own fills under the pointer, nearest first, with their places in the container, px. */
  readonly onFills: (fills: readonly PlacedFill[]) => void
}

/** Candles before the oldest one in view at which older ones are asked for. */
const NEAR_START = 40
/** mark = 500 + °F: what separates the two axes. */
const OFFSET = 500

export class ChartView {
  readonly #chart: IChartApi
  readonly #options: ChartViewOptions
  /** Carries the °F axis: the same marks as the main series, unseen, written 500 less. */
  readonly #axis: ISeriesApi<'Line'>
  readonly #labels: QuoteLabels
  readonly #overlay: Overlay
  readonly #stopSync: () => void
  #main: ISeriesApi<SeriesType>
  #colours: ChartColours
  #style: ChartStyle
  #store: CandleStore
  #quotes = NO_QUOTES
  #away = false

  constructor(container: HTMLElement, options: ChartViewOptions) {
    this.#options = options
    this.#colours = options.colours
    this.#style = options.style
    this.#store = options.store
    this.#chart = createChart(container, fixedOptions())
    this.#chart.applyOptions(themeOptions(options.colours))
    this.#chart.applyOptions(formatOptions())
    this.#axis = this.#chart.addSeries(LineSeries, {
      priceScaleId: 'left',
      lineVisible: false,
      crosshairMarkerVisible: false,
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: () => this.#autoscale(),
      priceFormat: this.#temperatureFormat(),
    })
    this.#main = this.#addMain()
    this.#labels = new QuoteLabels(this.#axis, this.#main)
    this.#overlay = new Overlay(options.store, options.colours)
    this.#axis.attachPrimitive(this.#overlay)
    this.#orderSeries()
    this.#stopSync = keepScalesAligned(this.#chart, container)
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#ranged)
    this.#chart.subscribeCrosshairMove(({ time, point }) => {
      options.onHover(typeof time === 'number' ? (this.#store.at(time * 1000) ?? null) : null)
      options.onFills(point === undefined ? [] : this.#fillsAt(point.x, point.y))
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
    this.#main.setData(grid.map((slot) => this.#point(slot)))
    this.#chart.timeScale().applyOptions({ secondsVisible: resolution < 60 })
    this.#drawQuotes()
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
    this.#main.update(this.#point(slot))
    this.#drawQuotes()
  }

  setAnnotations(annotations: Annotations): void {
    this.#overlay.set({ annotations })
    this.#drawQuotes()
  }

  /** Where the last trade and the middle of the book stand; null draws no line. */
  setQuotes({ last, mid }: Omit<Quotes, 'mark'>): void {
    if (last === this.#quotes.last && mid === this.#quotes.mid) return
    this.#quotes = { ...this.#quotes, last, mid }
    this.#drawQuotes()
  }

  setStyle(style: ChartStyle): void {
    if (style === this.#style) return
    this.#style = style
    this.#chart.removeSeries(this.#main)
    this.#main = this.#addMain()
    this.#labels.moveTo(this.#main)
    this.#orderSeries()
    this.redraw()
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.applyOptions(themeOptions(colours))
    this.#main.applyOptions(this.#mainColours())
    this.#overlay.set({ colours })
    // Candles that are neither up nor down carry their colour themselves.
    this.redraw()
  }

  /** Writes times and temperatures anew, after the window's format changed. */
  reformat(): void {
    this.#chart.applyOptions(formatOptions())
    this.#axis.applyOptions({ priceFormat: this.#temperatureFormat() })
    this.redraw()
  }

  /** How much larger than usual the text is. */
  setTextScale(scale: number): void {
    const text = textSize(scale)
    this.#chart.applyOptions({ layout: { fontSize: text } })
    this.#overlay.set({ text })
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
    const at = (place: number): number => first.time + place * resolution * 1000
    return extremes(candles, at(range.from), at(range.to))
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
    const quotes = [this.#quotes.last, this.#quotes.mid].filter((price) => price !== null)
    const stretches = [...this.#overlay.stretches, ...quotes.map((price) => ({ price: Number(price), time: null }))]
    const range = priceRange(candles, inView, resolution * 1000, stretches, Number(this.#options.tick))
    return range === null ? null : { priceRange: range }
  }

  #fillsAt(x: number, y: number): readonly PlacedFill[] {
    const left = this.#chart.priceScale('left').width()
    return this.#overlay.fillsAt(x, y).map((fill) => ({ ...fill, x: fill.x + left }))
  }

  #point(slot: Slot): ReturnType<typeof candlePoint> | ReturnType<typeof linePoint> {
    return this.#style === 'candles' ? candlePoint(slot, this.#colours.secondary) : linePoint(slot)
  }

  #temperatureFormat(): PriceFormatCustom {
    const { tick } = this.#options
    return {
      type: 'custom',
      minMove: Number(tick),
      formatter: (mark: number) => temperatureText((mark - OFFSET).toFixed(placesOf(tick)) as Fahrenheit),
    }
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

  /** The axis comes last: its primitive, what is the trader's own, is drawn over the marks and under the crosshair. */
  #orderSeries(): void {
    this.#axis.setSeriesOrder(1)
  }

  /** The newest mark, and last and mid where they are wanted, on both axes. */
  #drawQuotes(): void {
    const quotes = { ...this.#quotes, mark: this.#store.last?.close ?? null }
    this.#labels.show(quotes, this.#colours)
    this.#overlay.set({ quotes })
  }
}
