/**
 * A wrapper of the chart library with the few functions that the panel needs. Prices become floats here and nowhere else: the library draws with
 * them, and nothing that is sent or summed comes back out of it. All prices are as displayed: for DOWN the complement (1 − price).
 */
import {
  type AutoscaleInfo,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import { type ChartColours, fixedOptions, formatOptions, textSize, themeOptions } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { Frame } from '../../markets/chart/index.ts'
import type { Annotations, LevelLine } from './annotations.ts'
import { CoveredMarks } from './covered-marks.ts'
import type { PlacedFill } from './fill-marks.ts'
import { type DrawnLine, extremes, LineSet, linePoint } from './line-set.ts'
import { Overlay } from './overlay.ts'
import {
  autoscaled,
  firstFormat,
  leastWidth,
  NO_QUOTES,
  QuoteLabels,
  type Quotes,
  secondFormat,
  spaceAbovePrices,
} from './scales.ts'
import { candleAt, changedBy, type TickEffect } from './time-grid.ts'
import { TimeView, type TimeViewOptions } from './time-view.ts'

/** Watches pointer and wheel on the chart and copies a moved scale to the other one; returns a function that stops it. */
function keepScalesAligned(chart: IChartApi, container: HTMLElement): () => void {
  let source: 'left' | 'right' = 'right'
  let pressed = false
  let frame = 0

  const copy = (): void => {
    frame = 0
    const from = chart.priceScale(source)
    const to = chart.priceScale(source === 'left' ? 'right' : 'left')
    if (from.options().autoScale) {
      if (!to.options().autoScale) to.setAutoScale(true)
      return
    }
    const range = from.getVisibleRange()
    const other = to.getVisibleRange()
    if (range === null || (other !== null && other.from === range.from && other.to === range.to)) return
    to.setVisibleRange(range)
  }
  const soon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(copy)
  }
  const down = (event: PointerEvent): void => {
    pressed = true
    const { left } = container.getBoundingClientRect()
    source = event.clientX - left < chart.priceScale('left').width() ? 'left' : 'right'
    soon()
  }
  const move = (): void => {
    if (pressed) soon()
  }
  const up = (): void => {
    pressed = false
    soon()
  }

  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  container.addEventListener('pointerdown', down, options)
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', up, options)
  container.addEventListener('wheel', soon, { ...options, passive: true })
  container.addEventListener('dblclick', soon, options)
  return () => {
    cancelAnimationFrame(frame)
    listeners.abort()
  }
}

const SIDES = ['left', 'right'] as const

/** The two price scales of a chart: as wide as their widest price, and fixed while a line is being dragged. */
class PriceScales {
  readonly #chart: IChartApi
  readonly #options: Pick<ChartViewOptions, 'tick' | 'measure'>
  #isHeld = false
  /** Whether each auto-scaled before it was held. */
  readonly #scaled = new Map<string, boolean>()

  /** Keeps both at the same prices, whichever is dragged; returns a function that stops it. */
  readonly release: () => void

  /** @param container the chart's element */
  constructor(chart: IChartApi, container: HTMLElement, options: Pick<ChartViewOptions, 'tick' | 'measure'>) {
    this.#chart = chart
    this.#options = options
    this.release = keepScalesAligned(chart, container)
  }

  /** Makes both as wide as their widest price, at this text size in px. */
  fit(view: PriceView, text: number): void {
    const { tick, measure } = this.#options
    const formats = { left: secondFormat(view, tick), right: firstFormat(view, tick) }
    for (const side of SIDES) {
      const minimumWidth = leastWidth(view, formats[side], text, measure)
      this.#chart.priceScale(side).applyOptions({ minimumWidth })
    }
  }

  /** Auto-scales to the prices again. */
  free(): void {
    for (const side of SIDES) this.#chart.priceScale(side).setAutoScale(true)
  }

  /** Neither prices nor drags move them while they are held. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#chart.applyOptions({ handleScroll: !isHeld, handleScale: !isHeld })
    for (const side of SIDES) {
      const scale = this.#chart.priceScale(side)
      if (isHeld) this.#scaled.set(side, scale.options().autoScale)
      scale.applyOptions({ autoScale: isHeld ? false : (this.#scaled.get(side) ?? true) })
    }
  }
}

interface CrosshairOptions extends Pick<ChartViewOptions, 'onPoint'> {
  readonly lines: LineSet
  /** Position of the pointer, px of the pane; null outside. */
  readonly onPlace: (at: { readonly x: number; readonly y: number } | null) => void
}

/** The crosshair of a chart: at the pointer in it, or at the time pointed at elsewhere. */
class Crosshair {
  readonly #chart: IChartApi
  readonly #lines: LineSet
  readonly #onPoint: CrosshairOptions['onPoint']
  #by: 'user' | 'elsewhere' | null = null

  constructor(chart: IChartApi, { lines, onPoint, onPlace }: CrosshairOptions) {
    this.#chart = chart
    this.#lines = lines
    this.#onPoint = onPoint
    chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
      const at = typeof time === 'number' ? time * 1000 : null
      // The library sends no event when the pointer leaves.
      const hasLeft = at === null && this.#by === 'user'
      const isUser = sourceEvent !== undefined || hasLeft
      if (isUser) this.#by = at === null ? null : 'user'
      onPoint(at, isUser)
      onPlace(point ?? null)
    })
  }

  /** Shows it at a time pointed at elsewhere; hides it where this chart has no price then. */
  pointAt(time: number | null): void {
    // The pointer in this chart takes precedence over one in another.
    if (this.#by === 'user' || (time === null && this.#by === null)) return
    this.#by = time === null ? null : 'elsewhere'
    const [main] = this.#lines.lines
    const series: ISeriesApi<SeriesType> | undefined = this.#lines.main
    const step = this.#lines.grid?.step
    const at =
      time === null || step === undefined
        ? undefined
        : candleAt(main?.store.candles ?? [], Math.floor(time / step) * step)
    if (at === undefined || series === undefined) this.#chart.clearCrosshairPosition()
    else this.#chart.setCrosshairPosition(Number(at.close), (at.time / 1000) as UTCTimestamp, series)
    // The library sends no event for a position that was set.
    this.#onPoint(at?.time ?? null, false)
  }
}

interface ChartViewOptions extends Omit<TimeViewOptions, 'lines'> {
  readonly colours: ChartColours
  readonly view: PriceView
  /** Smallest price step. */
  readonly tick: Price
  /** The time under the crosshair, ms, null when there is none; `isPointerHere` where the pointer is in this chart. */
  readonly onPoint: (time: number | null, isPointerHere: boolean) => void
  /** Position of the pane between the scales, px. */
  readonly onPane: (left: number, width: number) => void
  /** The own fills under the pointer, nearest first, with their positions in the container, px. */
  readonly onFills: (fills: readonly PlacedFill[]) => void
  /** Width of a text of that size, px. */
  readonly measure: (message: string, text: number) => number
}

export class ChartView {
  /** Positions of its prices, for input over it. */
  readonly places: Overlay
  readonly #chart: IChartApi
  readonly #options: ChartViewOptions
  /** Carries the axis of the secondary unit: the same prices as the market's own line, invisible, in the other unit. */
  readonly #axis: ISeriesApi<'Line'>
  readonly #lines: LineSet
  readonly #labels: QuoteLabels
  readonly #covered = new CoveredMarks({
    yOf: (price) => this.#axis.priceToCoordinate(price),
    text: () => this.#text,
  })
  #pointed: string | null = null
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
      priceFormat: secondFormat(options.view, options.tick, this.#covered),
    })
    this.#lines = new LineSet(this.#chart, {
      autoscale: () => this.#autoscale(),
      format: () => firstFormat(this.#view, options.tick, this.#covered),
      colours: () => this.#colours,
    })
    this.#labels = new QuoteLabels(this.#axis)
    this.places = new Overlay({
      chart: this.#chart,
      tick: options.tick,
      decimals: () => this.#view.places,
      grid: () => this.#lines.grid,
      lines: () => this.#lines.lines,
      colours: () => this.#colours,
      seen: (price) => this.#view.seen(price),
      priceText: (price) => this.#view.named(this.#view.seen(price)),
      isMirrored: () => this.#view.mirrored,
    })
    this.#axis.attachPrimitive(this.places)
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

  /** Shows these lines, the market's own first, with space up to `until`, ms. */
  setLines(lines: readonly DrawnLine[], until: number | null): void {
    this.#lines.set(lines, until)
    if (this.#lines.main !== undefined) this.#labels.moveTo(this.#lines.main)
    // The axis comes last: its primitive, with the trader's own objects, is drawn over the prices and under the crosshair.
    this.#axis.setSeriesOrder(lines.length + 1)
    this.#redrawn()
  }

  /** Redraws all prices after history arrived. The view keeps its time range. */
  redraw(): void {
    this.#time.keeping(() => {
      this.#lines.redraw()
      this.#redrawn()
    })
  }

  /** Draws the change of a line by a live price. */
  tick(id: string, effect: TickEffect): void {
    if (effect === 'none') return
    if (!this.#lines.tick(id, effect)) {
      this.redraw()
      return
    }
    const [main] = this.#lines.lines
    if (main?.id === id) for (const one of changedBy(effect, main.store)) this.#axis.update(linePoint(one))
    this.#drawQuotes()
  }

  /** Makes a time range visible. */
  show(frame: Frame): void {
    this.#scales.free()
    this.#time.show(frame)
  }

  /** Moves the newest price to its usual position. */
  toNow(): void {
    this.#time.toNow((frame) => this.show(frame))
  }

  setAnnotations(annotations: Annotations): void {
    this.places.set({ annotations })
    this.#drawQuotes()
  }

  /** Shows the target of a dragged line, and holds the scales: no price moves under the pointer. Null releases them. */
  setGhost(ghost: LevelLine | null): void {
    this.#scales.hold(ghost !== null)
    this.places.set({ ghost })
  }

  /** The level under the pointer, by id: its label is whole; null for none. */
  setPointed(pointed: string | null): void {
    if (pointed === this.#pointed) return
    this.#pointed = pointed
    this.places.set({ pointed })
  }

  /** The last trade and the mid of the book, as displayed; null draws no line. */
  setQuotes({ last, mid }: Omit<Quotes, 'mark'>): void {
    if (last === this.#quotes.last && mid === this.#quotes.mid) return
    this.#quotes = { ...this.#quotes, last, mid }
    this.#drawQuotes()
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#chart.applyOptions(themeOptions(colours))
    this.#lines.restyle()
    // Candles that are neither up nor down have an explicit color.
    this.redraw()
  }

  /** Rewrites prices and times after the view or the window's format changed. */
  reformat(view: PriceView): void {
    this.#view = view
    this.#chart.applyOptions(formatOptions())
    this.#scales.fit(this.#view, this.#text)
    this.#writeMarks()
    this.redraw()
  }

  /** Sets the text size relative to the default. */
  setTextScale(scale: number): void {
    const text = textSize(scale)
    this.#text = text
    this.#chart.applyOptions({ layout: { fontSize: text } })
    this.places.set({ text })
    this.#scales.fit(this.#view, this.#text)
  }

  /** Bottom of the legend over the chart, px from its top: the prices stay below it. */
  setLegend(bottom: number): void {
    if (bottom === this.#legend) return
    this.#legend = bottom
    this.#redrawn()
  }

  /** Shows the crosshair at a time pointed at elsewhere; hides it where this chart has no price then. */
  pointAt(time: number | null): void {
    this.#crosshair.pointAt(time)
  }

  /** The chart as drawn, without crosshair. */
  picture(): HTMLCanvasElement {
    return this.#chart.takeScreenshot(true, false)
  }

  /** Lowest and highest visible price of the market's own line, as exact texts; null without any. */
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

  /** One range for both scales, so that both show the same prices to the pixel. */
  #autoscale(): AutoscaleInfo | null {
    const quotes = [this.#quotes.last, this.#quotes.mid].filter((price) => price !== null)
    const stretches = [...this.places.stretches, ...quotes.map((price) => ({ price: Number(price), time: null }))]
    const above = spaceAbovePrices(this.#legend, this.#text, this.#chart.paneSize().height)
    return autoscaled(this.#lines.lines, this.#time.stretch, stretches, this.#view, this.#options.tick, above)
  }

  /** Writes the marks of both scales again. */
  #writeMarks(): void {
    this.#axis.applyOptions({ priceFormat: secondFormat(this.#view, this.#options.tick, this.#covered) })
    this.#lines.restyle()
  }

  #redrawn(): void {
    const [main] = this.#lines.lines
    this.#axis.setData(main?.store.candles.map((candle) => linePoint(candle)) ?? [])
    this.#chart.timeScale().applyOptions({ secondsVisible: (this.#lines.grid?.step ?? 60_000) < 60_000 })
    this.#drawQuotes()
  }

  /** The newest price, and last and mid where enabled, on both axes. */
  #drawQuotes(): void {
    const quotes = { ...this.#quotes, mark: this.#lines.lines[0]?.store.last?.close ?? null }
    this.#labels.show(quotes, this.#colours)
    this.places.set({ quotes })
    const labels = Object.values(quotes).filter((price) => price !== null)
    if (this.#covered.move(labels.map(Number))) this.#writeMarks()
  }
}
