/**
 * The chart library behind the few things the panel wants of it. Prices become floats here and nowhere else: the library draws with
 * them, and nothing that is sent or summed up ever comes back out of it. All prices are as they are seen: of DOWN what is left to 1.
 */
import { type AutoscaleInfo, createChart, type IChartApi, type ISeriesApi, LineSeries } from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import { type ChartColours, fixedOptions, formatOptions, textSize, themeOptions } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { Frame } from '../../markets/chart/index.ts'
import type { Annotations, LevelLine } from './annotations.ts'
import { Crosshair } from './crosshair.ts'
import type { PlacedFill } from './draw-fills.ts'
import { type DrawnLine, LineSet } from './line-set.ts'
import { Overlay } from './overlay.ts'
import { Places } from './places.ts'
import { PriceScales } from './price-scales.ts'
import type { TickEffect } from './price-store.ts'
import { NO_QUOTES, QuoteLabels, type Quotes } from './quote-labels.ts'
import { autoscaled, firstFormat, roomAbove, secondFormat } from './scales.ts'
import { extremes, linePoint } from './series-data.ts'
import { TimeView } from './time-view.ts'

interface ChartViewOptions {
  readonly colours: ChartColours
  readonly view: PriceView
  /** The least step of prices. */
  readonly tick: Price
  /** The view came near the oldest price: older ones are wanted. */
  readonly onNearStart: () => void
  /** The newest price left the view, or came back to it: where the chart follows nothing, the newest that its frame shows. */
  readonly onAway: (away: boolean) => void
  /** The time under the crosshair, ms, null when there is none; `byHand` where the pointer is in this chart. */
  readonly onPoint: (time: number | null, byHand: boolean) => void
  /** Where the pane lies between the scales, px. */
  readonly onPane: (left: number, width: number) => void
  /** The own fills under the pointer, nearest first, with their places in the container, px. */
  readonly onFills: (fills: readonly PlacedFill[]) => void
  /** How wide words are in text of that size, px. */
  readonly measure: (words: string, text: number) => number
}

export class ChartView {
  /** Where its prices stand, for a hand over it. */
  readonly places: Places
  readonly #chart: IChartApi
  readonly #options: ChartViewOptions
  /** Carries the axis of the second unit: the same prices as the market's own line, unseen, written in the other unit. */
  readonly #axis: ISeriesApi<'Line'>
  readonly #lines: LineSet
  readonly #labels: QuoteLabels
  readonly #overlay: Overlay
  readonly #scales: PriceScales
  readonly #time: TimeView
  readonly #crosshair: Crosshair
  #view: PriceView
  #colours: ChartColours
  #quotes = NO_QUOTES
  #text = textSize(1)
  #legend = 0

  constructor(container: HTMLElement, options: ChartViewOptions) {
    this.#options = options
    this.#colours = options.colours
    this.#view = options.view
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
      priceFormat: secondFormat(options.view, options.tick),
    })
    this.#lines = new LineSet(this.#chart, {
      autoscale: () => this.#autoscale(),
      format: () => firstFormat(this.#view, options.tick),
      colours: () => this.#colours,
    })
    this.#labels = new QuoteLabels(this.#axis)
    this.#overlay = new Overlay({
      grid: () => this.#lines.grid,
      lines: () => this.#lines.lines,
      colours: () => this.#colours,
      seen: (price) => this.#view.seen(price),
      priceText: (price) => this.#view.named(this.#view.seen(price)),
      isMirrored: () => this.#view.mirrored,
    })
    this.#axis.attachPrimitive(this.#overlay)
    this.places = new Places({
      chart: this.#chart,
      overlay: this.#overlay,
      tick: options.tick,
      decimals: () => this.#view.places,
    })
    this.#scales = new PriceScales(this.#chart, container, options)
    this.#scales.fit(this.#view, this.#text)
    this.#time = new TimeView(this.#chart, { ...options, lines: this.#lines })
    this.#chart
      .timeScale()
      .subscribeSizeChange((width) => options.onPane(this.#chart.priceScale('left').width(), width))
    this.#crosshair = new Crosshair(this.#chart, {
      lines: this.#lines,
      onPoint: options.onPoint,
      onPlace: (at) => options.onFills(at === null ? [] : this.places.fillsAt(at.x, at.y)),
    })
  }

  /** Shows these lines, the market's own first, with room up to `until`, ms. */
  setLines(lines: readonly DrawnLine[], until: number | null): void {
    this.#lines.set(lines, until)
    if (this.#lines.main !== undefined) this.#labels.moveTo(this.#lines.main)
    // The axis comes last: its primitive, what is the trader's own, is drawn over the prices and under the crosshair.
    this.#axis.setSeriesOrder(lines.length + 1)
    this.#redrawn()
  }

  /** Draws all prices anew: after history came. The view stays where it is, by time. */
  redraw(): void {
    this.#time.keeping(() => {
      this.#lines.redraw()
      this.#redrawn()
    })
  }

  /** Draws what a live price of a line did. */
  tick(id: string, effect: TickEffect): void {
    if (effect === 'none') return
    if (!this.#lines.tick(id, effect)) {
      this.redraw()
      return
    }
    const [main] = this.#lines.lines
    if (main?.id === id && main.store.last !== undefined) this.#axis.update(linePoint(main.store.last))
    this.#drawQuotes()
  }

  /** Puts a stretch of time into view. */
  show(frame: Frame): void {
    this.#scales.free()
    this.#time.show(frame)
  }

  /** The newest price at its usual place. */
  toNow(): void {
    this.#time.toNow((frame) => this.show(frame))
  }

  setAnnotations(annotations: Annotations): void {
    this.#overlay.set({ annotations })
    this.#drawQuotes()
  }

  /** Shows where a line would go, and holds the scales still: under the hand no price moves. Null lets them go. */
  setGhost(ghost: LevelLine | null): void {
    this.#scales.hold(ghost !== null)
    this.#overlay.set({ ghost })
  }

  /** Where the last trade and the middle of the book stand, as they are seen; null draws no line. */
  setQuotes({ last, mid }: Omit<Quotes, 'mark'>): void {
    if (last === this.#quotes.last && mid === this.#quotes.mid) return
    this.#quotes = { ...this.#quotes, last, mid }
    this.#drawQuotes()
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.applyOptions(themeOptions(colours))
    this.#lines.restyle()
    // Candles that are neither up nor down carry their colour themselves.
    this.redraw()
  }

  /** Writes prices and times anew, after the view or the window's format changed. */
  reformat(view: PriceView): void {
    this.#view = view
    this.#chart.applyOptions(formatOptions())
    this.#axis.applyOptions({ priceFormat: secondFormat(view, this.#options.tick) })
    this.#scales.fit(this.#view, this.#text)
    this.#lines.restyle()
    this.redraw()
  }

  /** How much larger than usual the text is. */
  setTextScale(scale: number): void {
    const text = textSize(scale)
    this.#text = text
    this.#chart.applyOptions({ layout: { fontSize: text } })
    this.#overlay.set({ text })
    this.#scales.fit(this.#view, this.#text)
  }

  /** Where the legend over the chart ends, px from its top: the prices stay below it. */
  setLegend(bottom: number): void {
    if (bottom === this.#legend) return
    this.#legend = bottom
    this.#redrawn()
  }

  /** Shows the crosshair at a time that was pointed at elsewhere; hides it where this chart has no price then. */
  pointAt(time: number | null): void {
    this.#crosshair.pointAt(time)
  }

  /** The chart as it stands, without crosshair. */
  picture(): HTMLCanvasElement {
    return this.#chart.takeScreenshot(true, false)
  }

  /** Lowest and highest price of the market's own line in view, as exact texts; null without any. */
  visibleRange(): { readonly low: Price; readonly high: Price } | null {
    const window = this.#time.stretch
    const [main] = this.#lines.lines
    return window === null || main === undefined ? null : extremes(main.store.candles, window.since, window.until)
  }

  destroy(): void {
    this.#time.destroy()
    this.#scales.release()
    this.#chart.remove()
  }

  /** One range for both scales, so that both stand at the same prices to the pixel. */
  #autoscale(): AutoscaleInfo | null {
    const quotes = [this.#quotes.last, this.#quotes.mid].filter((price) => price !== null)
    const stretches = [...this.#overlay.stretches, ...quotes.map((price) => ({ price: Number(price), time: null }))]
    const above = roomAbove(this.#legend, this.#text, this.#chart.paneSize().height)
    return autoscaled(this.#lines.lines, this.#time.stretch, stretches, this.#view, this.#options.tick, above)
  }

  #redrawn(): void {
    const [main] = this.#lines.lines
    this.#axis.setData(main?.store.candles.map((candle) => linePoint(candle)) ?? [])
    this.#chart.timeScale().applyOptions({ secondsVisible: (this.#lines.grid?.step ?? 60_000) < 60_000 })
    this.#drawQuotes()
  }

  /** The newest price, and last and mid where they are wanted, on both axes. */
  #drawQuotes(): void {
    const quotes = { ...this.#quotes, mark: this.#lines.lines[0]?.store.last?.close ?? null }
    this.#labels.show(quotes, this.#colours)
    this.#overlay.set({ quotes })
  }
}
