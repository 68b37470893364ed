/**
 * The chart library behind the few things the panel wants of it. Prices become floats here and nowhere else: the library draws with
 * them, and nothing that is sent or summed up ever comes back out of it. All prices are as they are seen: of DOWN what is left to 1.
 */
import {
  type AutoscaleInfo,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type Price, price, toStep } from '../../../contract/decimal.ts'
import { type ChartColours, fixedOptions, formatOptions, textSize, themeOptions } from '../../charting/index.ts'
import type { PriceView } from '../../markets/axis/index.ts'
import type { Frame } from '../../markets/chart/index.ts'
import type { Annotations, LevelLine } from './annotations.ts'
import type { PlacedFill } from './draw-fills.ts'
import { type DrawnLine, LineSet } from './line-set.ts'
import { Overlay } from './overlay.ts'
import type { TickEffect } from './price-store.ts'
import { NO_QUOTES, QuoteLabels, type Quotes } from './quote-labels.ts'
import { keepScalesAligned } from './scale-sync.ts'
import { autoscaled, firstFormat, leastWidth, roomAbove, secondFormat } from './scales.ts'
import { extremes, linePoint } from './series-data.ts'
import { placeOf, placesInView, type TimeGrid, timesIn } from './time-grid.ts'
import { WantedRange } from './wanted-range.ts'

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

/** Places before the oldest one in view at which older ones are asked for. */
const NEAR_START = 40
/** What names at the ends of lines take, px, and the most of the width that they may. */
const NAMES_WIDE = 120
const MOST_ROOM = 0.3
/** A pixel becomes a price with so many places more than the tick has, and then the nearest tick. */
const MORE_PLACES = 3

export class ChartView {
  readonly #chart: IChartApi
  readonly #options: ChartViewOptions
  /** Carries the axis of the second unit: the same prices as the market's own line, unseen, written in the other unit. */
  readonly #axis: ISeriesApi<'Line'>
  readonly #lines: LineSet
  readonly #labels: QuoteLabels
  readonly #overlay: Overlay
  readonly #stopSync: () => void
  readonly #range: WantedRange
  #painting = 0
  #view: PriceView
  #colours: ChartColours
  #quotes = NO_QUOTES
  #frame: Frame | null = null
  #pointedBy: 'hand' | 'elsewhere' | null = null
  #away = false
  #text = textSize(1)
  #legend = 0
  #isHeld = false
  /** Which scales fitted themselves before they were held. */
  readonly #scaled = new Map<string, boolean>()

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
    this.#fitScales()
    this.#stopSync = keepScalesAligned(this.#chart, container)
    this.#range = new WantedRange({
      painted: () => this.#chart.timeScale().getVisibleLogicalRange(),
      ask: (range) => this.#chart.timeScale().setVisibleLogicalRange(range),
      // The library's own frame was asked for before.
      afterPaint: (run) => {
        cancelAnimationFrame(this.#painting)
        this.#painting = requestAnimationFrame(() => {
          run()
          this.#ranged(this.#range.current)
        })
      },
    })
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#ranged)
    this.#chart
      .timeScale()
      .subscribeSizeChange((width) => options.onPane(this.#chart.priceScale('left').width(), width))
    this.#chart.subscribeCrosshairMove(({ time, point, sourceEvent }) => {
      const at = typeof time === 'number' ? time * 1000 : null
      // The library tells no event when the pointer leaves.
      const hasLeft = at === null && this.#pointedBy === 'hand'
      const isByHand = sourceEvent !== undefined || hasLeft
      if (isByHand) this.#pointedBy = at === null ? null : 'hand'
      options.onPoint(at, isByHand)
      options.onFills(point === undefined ? [] : this.#fillsAt(point.x, point.y))
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
    const before = this.#lines.grid
    const range = this.#range.current
    this.#lines.redraw()
    this.#redrawn()
    const grid = this.#lines.grid
    if (before === null || grid === null || range === null || before.first === grid.first) return
    const shift = placeOf(grid, before.first)
    this.#range.ask({ from: range.from + shift, to: range.to + shift })
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
    this.#frame = frame
    const scale = this.#chart.timeScale()
    const grid = this.#lines.grid
    for (const side of ['left', 'right']) this.#chart.priceScale(side).setAutoScale(true)
    // Where the whole life is in view, what comes fills the room that is left for it.
    scale.applyOptions({ allowShiftVisibleRangeOnWhitespaceReplacement: frame.isFollowing })
    if (grid === null) return
    // The names at the ends of lines stand beside them, as long as there is room.
    const isNamed = this.#lines.lines.length > 1 && frame.isFollowing
    const room = isNamed ? Math.min(MOST_ROOM, NAMES_WIDE / Math.max(1, scale.width())) : 0
    this.#range.ask(placesInView(grid, frame, room))
  }

  /** The newest price at its usual place. */
  toNow(): void {
    if (this.#frame === null || this.#frame.isFollowing) this.#chart.timeScale().scrollToRealTime()
    else this.show(this.#frame)
  }

  setAnnotations(annotations: Annotations): void {
    this.#overlay.set({ annotations })
    this.#drawQuotes()
  }

  /** The line under a pixel of the pane that can be dragged, and where the pane's top left corner is. */
  levelAt(y: number): LevelLine | null {
    return this.#overlay.levelAt(y)
  }

  /** The tick nearest to a pixel of the pane, as it is seen; null where there is no price. */
  tickAt(y: number): Price | null {
    const place = this.#overlay.placeAt(y)
    if (place === null || !Number.isFinite(place)) return null
    const { tick } = this.#options
    return toStep(price(place.toFixed(this.#view.places + MORE_PLACES)), tick, 'half-up')
  }

  /** Pixel of a price as it is seen, from the top of the pane. */
  yOf(seen: Price): number | null {
    return this.#overlay.yOf(seen)
  }

  /** Between the scales: px of its left and right edge in the container. */
  get pane(): { readonly left: number; readonly right: number } {
    const left = this.#chart.priceScale('left').width()
    return { left, right: left + this.#chart.timeScale().width() }
  }

  /** Shows where a line would go, and holds the scales still: under the hand no price moves. Null lets them go. */
  setGhost(ghost: LevelLine | null): void {
    this.#hold(ghost !== null)
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
    this.#fitScales()
    this.#lines.restyle()
    this.redraw()
  }

  /** How much larger than usual the text is. */
  setTextScale(scale: number): void {
    const text = textSize(scale)
    this.#text = text
    this.#chart.applyOptions({ layout: { fontSize: text } })
    this.#overlay.set({ text })
    this.#fitScales()
  }

  /** Where the legend over the chart ends, px from its top: the prices stay below it. */
  setLegend(bottom: number): void {
    if (bottom === this.#legend) return
    this.#legend = bottom
    this.#redrawn()
  }

  /** Shows the crosshair at a time that was pointed at elsewhere; hides it where this chart has no price then. */
  pointAt(time: number | null): void {
    // The pointer in this very chart comes before one in another.
    if (this.#pointedBy === 'hand' || (time === null && this.#pointedBy === null)) return
    this.#pointedBy = time === null ? null : 'elsewhere'
    const [main] = this.#lines.lines
    const series = this.#lines.main
    const step = this.#lines.grid?.step
    const at = time === null || step === undefined ? undefined : main?.store.at(Math.floor(time / step) * step)
    if (at === undefined || series === undefined) this.#chart.clearCrosshairPosition()
    else this.#chart.setCrosshairPosition(Number(at.close), (at.time / 1000) as UTCTimestamp, series)
  }

  /** The chart as it stands, without crosshair. */
  picture(): HTMLCanvasElement {
    return this.#chart.takeScreenshot(true, false)
  }

  /** Lowest and highest price of the market's own line in view, as exact texts; null without any. */
  visibleRange(): { readonly low: Price; readonly high: Price } | null {
    const window = this.#window()
    const [main] = this.#lines.lines
    return window === null || main === undefined ? null : extremes(main.store.candles, window.since, window.until)
  }

  destroy(): void {
    cancelAnimationFrame(this.#painting)
    this.#stopSync()
    this.#chart.remove()
  }

  #ranged = (range: { readonly from: number; readonly to: number } | null): void => {
    const grid = this.#lines.grid
    const newest = this.#lines.lines[0]?.store.last
    // Before the range that was asked for is painted, what is in view is not what the trader looks at.
    if (range === null || grid === null || newest === undefined || this.#range.isPending) return
    const at = this.#nowPlace(grid, newest.time)
    const away = at > range.to || at < range.from
    if (away !== this.#away) {
      this.#away = away
      this.#options.onAway(away)
    }
    if (this.#frame !== null && range.from < NEAR_START) this.#options.onNearStart()
  }

  /** The place that `toNow` brings into view: what follows nothing, such as a market that is over, ends before the newest price may. */
  #nowPlace(grid: TimeGrid, newest: number): number {
    const at = placeOf(grid, newest)
    return this.#frame === null || this.#frame.isFollowing ? at : Math.min(at, placeOf(grid, this.#frame.to) - 1)
  }

  /** What is in view, ms; null before anything is. */
  #window(): { readonly since: number; readonly until: number } | null {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    const grid = this.#lines.grid
    return range === null || grid === null ? null : timesIn(grid, range)
  }

  /** One range for both scales, so that both stand at the same prices to the pixel. */
  #autoscale(): AutoscaleInfo | null {
    const quotes = [this.#quotes.last, this.#quotes.mid].filter((price) => price !== null)
    const stretches = [...this.#overlay.stretches, ...quotes.map((price) => ({ price: Number(price), time: null }))]
    const above = roomAbove(this.#legend, this.#text, this.#chart.paneSize().height)
    return autoscaled(this.#lines.lines, this.#window(), stretches, this.#view, this.#options.tick, above)
  }

  /** Makes both scales as wide as their widest price. */
  #fitScales(): void {
    const { tick, measure } = this.#options
    const formats = { left: secondFormat(this.#view, tick), right: firstFormat(this.#view, tick) }
    for (const side of ['left', 'right'] as const) {
      const minimumWidth = leastWidth(this.#view, formats[side], this.#text, measure)
      this.#chart.priceScale(side).applyOptions({ minimumWidth })
    }
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    this.#chart.applyOptions({ handleScroll: !isHeld, handleScale: !isHeld })
    for (const side of ['left', 'right']) {
      const scale = this.#chart.priceScale(side)
      if (isHeld) this.#scaled.set(side, scale.options().autoScale)
      scale.applyOptions({ autoScale: isHeld ? false : (this.#scaled.get(side) ?? true) })
    }
  }

  #fillsAt(x: number, y: number): readonly PlacedFill[] {
    const left = this.#chart.priceScale('left').width()
    return this.#overlay.fillsAt(x, y).map((fill) => ({ ...fill, x: fill.x + left }))
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
