/** Draws the annotations on the chart's own canvas, in its own frames: nothing here except `set` causes a redraw. */
import {
  type IChartApi,
  type IPrimitivePaneRenderer,
  type IPrimitivePaneView,
  type ISeriesApi,
  type ISeriesPrimitive,
  type Logical,
  type PrimitivePaneViewZOrder,
  type SeriesAttachedParameter,
  type SeriesType,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Price } from '../../../contract/decimal.ts'
import { type ChartColours, faded, type Stretch, textSize, tickText } from '../../charting/index.ts'
import type { Stretch as Band, Boundary } from '../../markets/chart/index.ts'
import { type Annotations, type Decider, type LevelLine, NO_ANNOTATIONS } from './annotations.ts'
import {
  drawLevelLines,
  drawLevels,
  drawnLevel,
  type LevelLabel,
  labelUnder,
  levelUnder,
  type PlacedLevel,
} from './draw-levels.ts'
import { drawGrounded, drawText, fitText, line, type Pane, timeMarks, within } from './drawing.ts'
import { drawFills, fillsUnder, type PlacedFill } from './fill-marks.ts'
import { colourOf, type DrawnLine } from './line-set.ts'
import { NO_QUOTES, QUOTES, type QuoteName, type Quotes } from './scales.ts'
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

const MINUTE = 60_000

const DAY = 24 * 60 * MINUTE

/** Center-to-center distance of two times, in text heights. */
const MIN = 6.5

/** The labels of the time axis. */
function drawTimes(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { from, to, step, colours }: { from: number; to: number; step: number; colours: ChartColours },
): void {
  const { width, height, text } = pane
  const marks = timeMarks({ from, to, width }, text * MIN, step)
  const isFine = marks.some(({ time }) => time % MINUTE !== 0)
  context.fillStyle = colours.secondary
  for (const { time, x, isMain } of marks) {
    const type = time % DAY === 0 ? TickMarkType.DayOfMonth : isFine ? TickMarkType.TimeWithSeconds : TickMarkType.Time
    const label = tickText((time / 1000) as UTCTimestamp, type)
    drawText(context, pane, isMain ? 650 : 450)
    const wide = Math.ceil(context.measureText(label).width)
    context.fillText(label, Math.round(within(x, wide + 2, width) - wide / 2), height / 2)
  }
}

/** The lines of the newest prices, below all own objects: the mark dotted, the last trade and the mid by name. */
interface PlacedQuote {
  readonly name: QuoteName
  /** With its price: the tag beside it may be another one's. */
  readonly text: string
  readonly y: number
}

const DASHES: Readonly<Record<QuoteName, readonly number[]>> = { mark: [1, 1], last: [], mid: [6, 4] }

/** Names from the left: each in its own column, so that lines close together stay distinguishable. The mark has none. */
const NAMED: readonly QuoteName[] = ['last', 'mid']
/** Space before a name, in text sizes. */
const BEFORE_NAME = 0.8

/** The rows of the chart's legend on the left, in text sizes from the top: a name within them moves to the right end. */
const LEGEND = { top: 1.3, bottom: 4.2 } as const

/** The left edge of a name of that width, px. */
const nameAt = (left: number, y: number, { width, text }: Pane, nameWidth: number): number =>
  y > LEGEND.top * text && y < LEGEND.bottom * text ? width - left - nameWidth : left

type DrawQuotes = (
  context: CanvasRenderingContext2D,
  pane: Pane,
  quotes: readonly PlacedQuote[],
  colours: ChartColours,
) => void

const isInside = ({ y }: PlacedQuote, { height }: Pane): boolean => y >= 0 && y <= height

const drawQuoteLines: DrawQuotes = (context, pane, quotes, colours) => {
  for (const quote of quotes) {
    if (!isInside(quote, pane)) continue
    const middle = Math.round(quote.y) + 0.5
    const colour = faded(colours.secondary, quote.name === 'mark' ? 1 : 0.75)
    line(context, DASHES[quote.name], colour, [0, middle, pane.width, middle])
  }
}

/** Over own lines, which would cross a name at the same price. */
const drawQuoteNames: DrawQuotes = (context, pane, quotes, colours) => {
  drawText(context, pane)
  let left = 0
  for (const quote of NAMED.flatMap((name) => quotes.find((one) => one.name === name) ?? [])) {
    if (!isInside(quote, pane)) continue
    const { text, y } = quote
    left += Math.round(BEFORE_NAME * pane.text)
    const size = Math.ceil(context.measureText(text).width)
    drawGrounded(context, pane, { text, x: nameAt(left, y, pane, size), y, width: size }, colours)
    left += size
  }
}

const GROUND = 0.05

/** From the left edge, px, and from the line to the center of the text, in text sizes. */
const LEFT = 8

const AWAY = 1.1

/** Distance of texts from the upper edge, where the legend is, in text sizes. */
const EDGE = 5.1

/** `y`: the px of the price. */
function drawSides(context: CanvasRenderingContext2D, { width, height }: Pane, y: number, colours: ChartColours): void {
  const middle = Math.min(height, Math.max(0, y))
  context.fillStyle = faded(colours.up, GROUND)
  context.fillRect(0, 0, width, middle)
  context.fillStyle = faded(colours.down, GROUND)
  context.fillRect(0, middle, width, height - middle)
}

/** Below all own objects. */
function drawSideText(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { above, below }: Decider,
  y: number,
  colours: ChartColours,
): void {
  drawText(context, pane)
  const away = Math.round(AWAY * pane.text)
  const edge = Math.round(EDGE * pane.text)
  if (y - away > edge) {
    context.fillStyle = colours.up
    context.fillText(`↑ ${above} wins`, LEFT, Math.min(y - away, pane.height - away))
  }
  if (y + away < pane.height - away) {
    context.fillStyle = colours.down
    context.fillText(`↓ ${below} wins`, LEFT, Math.max(y + away, edge))
  }
}

/** Px of a time; null when it is off the chart. */
type PlaceOf = (time: number) => number | null

/** The lines at which buckets meet, and their texts at the top of the pane. */
function drawBoundaryLines(
  context: CanvasRenderingContext2D,
  { width, height }: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  for (const { time } of boundaries) {
    const at = x(time)
    if (at === null || at < 0 || at > width) continue
    const middle = Math.round(at) + 0.5
    line(context, [2, 3], faded(colours.secondary, 0.75), [middle, 0, middle, height])
  }
}

/** Over the grid, whose lines would cross the text. */
function drawBoundaryText(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  drawText(context, pane)
  const lines = boundaries.flatMap(({ time, text }) => {
    const at = x(time)
    return at === null ? [] : [{ x: at, text, width: text === '' ? 0 : Math.ceil(context.measureText(text).width) }]
  })
  fitText(lines, pane.width).forEach((left, index) => {
    const one = lines[index]
    if (left === null || one === undefined) return
    context.fillStyle = colours.panel
    context.fillRect(left - 3, 3, one.width + 6, pane.text + 5)
    context.fillStyle = colours.secondary
    context.fillText(one.text, left, 5.5 + pane.text / 2)
  })
}

/** The overlay's inputs from the chart at each frame. */
export interface Drawing {
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

  /** The fills under a point of the pane, nearest first. */
  fillsAt(x: number, y: number): readonly PlacedFill[] {
    return fillsUnder(this.#placedFills(Number.POSITIVE_INFINITY), x, y)
  }

  /** The draggable line under a point of the pane: the one whose label is hit, else the nearest. */
  levelAt(x: number, y: number): LevelLine | null {
    const { levels } = this.#annotations
    return levelUnder(x, y, { levels, labels: this.#labels, yOf: ({ price }) => this.#y(price) })
  }

  /** The level whose label is under a point of the pane. */
  labelAt(x: number, y: number): LevelLine | null {
    return labelUnder(x, y, this.#labels)
  }

  /** The price at a pixel of the pane, a float: a caller that needs a price takes the nearest tick. */
  placeAt(y: number): number | null {
    return this.#series?.coordinateToPrice(y) ?? null
  }

  /** Pixel of a displayed price. */
  yOf(price: Price): number | null {
    return this.#y(price)
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
    const places = { x: (time: number) => this.#x(time), y: (price: Price) => this.#y(price), colours }
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
    return decider === null ? null : this.#y(decider.price)
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
      const y = this.#y(this.#drawing.seen(mark.price))
      const buys = (mark.side === 'buy') !== this.#drawing.isMirrored()
      return x === null || y === null || x < 0 || x > width ? [] : [{ mark, buys, x, y }]
    })
  }

  #placedQuotes(): PlacedQuote[] {
    return QUOTES.flatMap((name) => {
      const price = this.#quotes[name]
      const y = price === null ? null : this.#y(price)
      return price === null || y === null ? [] : [{ name, text: `${name} ${this.#drawing.priceText(price)}`, y }]
    })
  }

  /** The levels, and with several lines the name and price of each at its end. */
  #placedLevels(): PlacedLevel[] {
    const colours = this.#drawing.colours()
    const own = [...this.#annotations.levels, ...this.#ghosts()].flatMap((level) => {
      const y = this.#y(level.price)
      return y === null ? [] : [drawnLevel(level, y, colours, this.#drawing.priceText)]
    })
    const lines = this.#drawing.lines()
    if (lines.length < 2) return own
    const ends = lines.flatMap(({ store, name, look }, place) => {
      const price = store.last?.close
      const y = price === undefined ? null : this.#y(price)
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

  /** Pixel of a displayed price; a float for the pixel only. */
  #y(price: Price): number | null {
    return this.#series?.priceToCoordinate(Number(price)) ?? null
  }
}
