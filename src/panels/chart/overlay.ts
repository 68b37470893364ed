/**
 * Draws the annotations on the chart's own canvas, in its own frames: nothing here except `set` causes a redraw. For input over the chart it turns
 * pixels into prices on whole ticks, and finds lines by proximity.
 */
import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import { type Price, price, toStep } from '../../../contract/decimal.ts'
import { type ChartColours, faded, type Stretch, textSize } from '../../charting/index.ts'
import type { Stretch as Band } from '../../markets/chart/index.ts'
import { type Annotations, type LevelLine, NO_ANNOTATIONS } from './annotations.ts'
import {
  drawLevelLines,
  drawLevels,
  drawnLevel,
  type LevelLabel,
  labelUnder,
  levelUnder,
  type PlacedLevel,
} from './draw-levels.ts'
import {
  drawBoundaryLines,
  drawBoundaryText,
  drawQuoteLines,
  drawQuoteNames,
  drawSides,
  drawSideText,
  drawTimes,
  type PlacedQuote,
} from './draw-market.ts'
import type { Pane } from './drawing.ts'
import { drawFills, fillsUnder, type PlacedFill } from './fill-marks.ts'
import { colourOf, type DrawnLine } from './line-set.ts'
import { NO_QUOTES, QUOTES, type Quotes } from './scales.ts'
import { placeOf, type TimeGrid } from './time-grid.ts'
import { drawForecastNames, drawWeather } from './weather-marks.ts'

type Draw = (context: CanvasRenderingContext2D, size: Omit<Pane, 'text'>) => void

/** In CSS pixels, regardless of the display's. */
function paneView(zOrder: PrimitivePaneViewZOrder, draw: Draw): IPrimitivePaneView {
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) => target.useMediaCoordinateSpace(({ context, mediaSize }) => draw(context, mediaSize)),
  }
  return { zOrder: () => zOrder, renderer: () => renderer }
}

/** The overlay's inputs from the chart at each frame. */
interface Drawing {
  readonly chart: IChartApi
  readonly tick: Price
  /** Decimals of the market's prices. */
  readonly decimals: () => number
  readonly grid: () => TimeGrid | null
  /** The market's own first. */
  readonly lines: () => readonly DrawnLine[]
  readonly colours: () => ChartColours
  /** The price as displayed, exact. */
  readonly seen: (price: Price) => Price
  /** The text of a displayed price. */
  readonly priceText: (price: Price) => string
  readonly isMirrored: () => boolean
}

/** A pixel becomes a price with this many more decimals than the tick, and then the nearest tick. */
const MORE_PLACES = 3

export class Overlay implements ISeriesPrimitive<Time> {
  #chart: IChartApi | null = null
  #series: ISeriesApi<SeriesType> | null = null
  #request: () => void = () => undefined
  #annotations = NO_ANNOTATIONS
  #quotes = NO_QUOTES
  /** The target of the dragged line; null while none is dragged. */
  #ghost: LevelLine | null = null
  /** Id of the level under the pointer; null for none. */
  #pointed: string | null = null
  #text = textSize(1)
  /** Positions of the labels since the last frame. */
  #labels: readonly LevelLabel[] = []
  readonly #drawing: Drawing
  readonly #views: readonly IPrimitivePaneView[]
  readonly #axisViews: readonly IPrimitivePaneView[]

  constructor(drawing: Drawing) {
    this.#drawing = drawing
    this.#views = [
      paneView('bottom', (context, size) => this.#drawGround(context, { ...size, text: this.#text })),
      paneView('normal', (context, size) => this.#drawOwn(context, { ...size, text: this.#text })),
    ]
    this.#axisViews = [paneView('normal', (context, size) => this.#drawTimes(context, { ...size, text: this.#text }))]
  }

  attached({ chart, series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart as IChartApi
    this.#series = series
    this.#request = requestUpdate
  }

  detached(): void {
    this.#chart = null
    this.#series = null
    this.#request = () => undefined
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  timeAxisPaneViews(): readonly IPrimitivePaneView[] {
    return this.#axisViews
  }

  set(change: {
    readonly annotations?: Annotations
    readonly quotes?: Quotes
    readonly ghost?: LevelLine | null
    readonly pointed?: string | null
    /** Text size, px. */
    readonly text?: number
  }): void {
    this.#annotations = change.annotations ?? this.#annotations
    this.#quotes = change.quotes ?? this.#quotes
    if (change.ghost !== undefined) this.#ghost = change.ghost
    if (change.pointed !== undefined) this.#pointed = change.pointed
    this.#text = change.text ?? this.#text
    this.#request()
  }

  /** Prices of own lines, which are placed at the newest candle, and of own fills and readings, each at its time (ms). */
  get stretches(): readonly Stretch[] {
    const { levels, fills, weather } = this.#annotations
    // These become pixels; the exact price stays in the text.
    return [
      ...levels.map(({ price, kind }) => ({ price: Number(price), time: null, always: kind === 'fixed' })),
      ...fills.map(({ price, to }) => ({ price: Number(this.#drawing.seen(price)), time: to })),
      ...weather.readings.map(({ value, at }) => ({ price: Number(value), time: at })),
    ]
  }

  /** Between the scales: px of its left and right edge in the container. */
  get pane(): { readonly left: number; readonly right: number } {
    const { chart } = this.#drawing
    const left = chart.priceScale('left').width()
    return { left, right: left + chart.timeScale().width() }
  }

  /** Whether a point of the container is beside the pane, on a price scale. */
  isOnScale(x: number, y: number): boolean {
    const { left, right } = this.pane
    return (x < left || x > right) && y >= 0 && y < this.#drawing.chart.paneSize().height
  }

  /** The fills under a point of the pane, nearest first, each with its position in the container. */
  fillsAt(x: number, y: number): readonly PlacedFill[] {
    const { left } = this.pane
    return fillsUnder(this.#placedFills(Number.POSITIVE_INFINITY), x, y).map((fill) => ({ ...fill, x: fill.x + left }))
  }

  /** The draggable line at a point of the pane: the one whose label is hit, else the nearest; null where there is none. */
  levelAt(x: number, y: number): LevelLine | null {
    const { levels } = this.#annotations
    return levelUnder(x, y, { levels, labels: this.#labels, yOf: ({ price }) => this.yOf(price) })
  }

  /** The line whose label is at a point of the pane; null where there is none. */
  labelAt(x: number, y: number): LevelLine | null {
    return labelUnder(x, y, this.#labels)
  }

  /** The tick nearest to a pixel from the top of the pane, as displayed; null where there is no price. */
  tickAt(y: number): Price | null {
    const { tick, decimals } = this.#drawing
    const place = this.#series?.coordinateToPrice(y) ?? null
    if (place === null || !Number.isFinite(place)) return null
    return toStep(price(place.toFixed(decimals() + MORE_PLACES)), tick, 'half-up')
  }

  /** Pixel of a displayed price, from the top of the pane; a float for the pixel only. */
  yOf(seen: Price): number | null {
    return this.#series?.priceToCoordinate(Number(seen)) ?? null
  }

  /** Pixel of a time's left edge; the grid of times is regular, also beyond the data. */
  #x(time: number): number | null {
    const grid = this.#drawing.grid()
    const scale = this.#chart?.timeScale()
    // The library only knows whole places of the grid: positions between them are interpolated.
    const origin = scale?.logicalToCoordinate(0 as Logical) ?? null
    const next = scale?.logicalToCoordinate(1 as Logical) ?? null
    if (grid === null || origin === null || next === null) return null
    return origin + (placeOf(grid, time) - 0.5) * (next - origin)
  }

  #drawGround(context: CanvasRenderingContext2D, pane: Pane): void {
    const { width, height } = pane
    const colours = this.#drawing.colours()
    const decider = this.#deciderAt()
    if (decider !== null) drawSides(context, pane, decider, colours)
    const shade = ({ from, to }: Band, colour: string): void => {
      const left = this.#x(from)
      const right = this.#x(to)
      if (left === null || right === null || right < 0 || left > width) return
      context.fillStyle = colour
      context.fillRect(left, 0, Math.max(1, right - left), height)
    }
    for (const gap of this.#drawing.lines()[0]?.store.gaps() ?? []) shade(gap, faded(colours.faint, 0.1))
    for (const band of this.#annotations.windows) shade(band, colours.accentSoft)
    this.#boundaries(drawBoundaryLines, context, pane)
  }

  #drawOwn(context: CanvasRenderingContext2D, pane: Pane): void {
    if (this.#series === null) return
    const colours = this.#drawing.colours()
    const quotes = this.#placedQuotes()
    drawQuoteLines(context, pane, quotes, colours)
    const { weather } = this.#annotations
    const places = { x: (time: number) => this.#x(time), y: (price: Price) => this.yOf(price), colours }
    drawWeather(context, pane, weather, places)
    // Over every line that would cross a text.
    this.#boundaries(drawBoundaryText, context, pane)
    const decider = this.#deciderAt()
    if (decider !== null && this.#annotations.decider !== null) {
      drawSideText(context, pane, this.#annotations.decider, decider, colours)
    }
    drawFills(context, this.#placedFills(pane.width), colours)
    const levels = this.#placedLevels()
    drawLevelLines(context, pane, levels)
    drawForecastNames(context, pane, weather, places)
    drawQuoteNames(context, pane, quotes, colours)
    this.#labels = drawLevels(context, pane, levels, colours, this.#pointed)
  }

  /** The visible times, by the positions of the grid. */
  #drawTimes(context: CanvasRenderingContext2D, pane: Pane): void {
    const grid = this.#drawing.grid()
    const first = grid === null ? null : this.#x(grid.first)
    const second = grid === null ? null : this.#x(grid.first + grid.step)
    if (grid === null || first === null || second === null || !(second > first)) return
    const perPx = grid.step / (second - first)
    const from = grid.first - first * perPx
    const to = from + pane.width * perPx
    drawTimes(context, pane, { from, to, step: grid.step, colours: this.#drawing.colours() })
  }

  #deciderAt(): number | null {
    const { decider } = this.#annotations
    return decider === null ? null : this.yOf(decider.price)
  }

  #boundaries(draw: typeof drawBoundaryLines, context: CanvasRenderingContext2D, pane: Pane): void {
    const { boundaries } = this.#annotations
    draw(context, pane, { boundaries, x: (time) => this.#x(time), colours: this.#drawing.colours() })
  }

  /** Each at the center of its candle, at its own price. */
  #placedFills(width: number): PlacedFill[] {
    const step = this.#drawing.grid()?.step
    if (step === undefined) return []
    return this.#annotations.fills.flatMap((mark) => {
      const x = this.#x(Math.floor(mark.to / step) * step + step / 2)
      const y = this.yOf(this.#drawing.seen(mark.price))
      const buys = (mark.side === 'buy') !== this.#drawing.isMirrored()
      return x === null || y === null || x < 0 || x > width ? [] : [{ mark, buys, x, y }]
    })
  }

  #placedQuotes(): PlacedQuote[] {
    return QUOTES.flatMap((name) => {
      const price = this.#quotes[name]
      const y = price === null ? null : this.yOf(price)
      return price === null || y === null ? [] : [{ name, text: `${name} ${this.#drawing.priceText(price)}`, y }]
    })
  }

  /** The levels, and with several lines the name and price of each at its end. */
  #placedLevels(): PlacedLevel[] {
    const colours = this.#drawing.colours()
    const own = [...this.#annotations.levels, ...this.#ghosts()].flatMap((level) => {
      const y = this.yOf(level.price)
      return y === null ? [] : [drawnLevel(level, y, colours, this.#drawing.priceText)]
    })
    const lines = this.#drawing.lines()
    if (lines.length < 2) return own
    const ends = lines.flatMap(({ store, name, look }, place) => {
      const price = store.last?.close
      const y = price === undefined ? null : this.yOf(price)
      if (price === undefined || y === null) return []
      return [
        { text: `${name} ${this.#drawing.priceText(price)}`, y, colour: colourOf(place, look, colours), dash: null },
      ]
    })
    return [...own, ...ends]
  }

  /** The dragged line at its current price. */
  #ghosts(): readonly LevelLine[] {
    const ghost = this.#ghost
    return ghost === null ? [] : [{ ...ghost, text: this.#drawing.priceText(ghost.price) }]
  }
}
