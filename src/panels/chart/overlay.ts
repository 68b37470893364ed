/** Draws the annotations on the chart's own canvas, in its own frames: nothing here causes a redraw by itself but `set`. */
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
import type { Price } from '../../../contract/decimal.ts'
import { type ChartColours, faded, type Stretch, textSize } from '../../charting/index.ts'
import type { Annotations, Band } from './annotations.ts'
import type { CandleStore } from './candle-store.ts'
import { drawBoundaryLines, drawBoundaryWords } from './draw-boundaries.ts'
import { drawFills, fillsUnder, type PlacedFill } from './draw-fills.ts'
import { drawLevels, type PlacedLevel } from './draw-levels.ts'
import { drawQuotes, type PlacedQuote } from './draw-quotes.ts'
import type { Pane } from './drawing.ts'
import { NO_QUOTES, QUOTES, type Quotes } from './quote-labels.ts'

type Draw = (context: CanvasRenderingContext2D, size: Omit<Pane, 'text'>) => void

const NOTHING: Annotations = { levels: [], fills: [], boundaries: [], windows: [] }

export class Overlay implements ISeriesPrimitive<Time> {
  #chart: IChartApi | null = null
  #series: ISeriesApi<SeriesType> | null = null
  #request: () => void = () => undefined
  #annotations = NOTHING
  #quotes = NO_QUOTES
  #text = textSize(1)
  #colours: ChartColours
  #store: CandleStore
  readonly #views: readonly IPrimitivePaneView[]

  constructor(store: CandleStore, colours: ChartColours) {
    this.#store = store
    this.#colours = colours
    this.#views = [
      view('bottom', (context, size) => this.#drawGround(context, { ...size, text: this.#text })),
      view('normal', (context, size) => this.#drawOwn(context, { ...size, text: this.#text })),
    ]
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

  set(change: {
    readonly annotations?: Annotations
    readonly colours?: ChartColours
    readonly store?: CandleStore
    readonly quotes?: Quotes
    /** Size of its words, px. */
    readonly text?: number
  }): void {
    this.#annotations = change.annotations ?? this.#annotations
    this.#colours = change.colours ?? this.#colours
    this.#store = change.store ?? this.#store
    this.#quotes = change.quotes ?? this.#quotes
    this.#text = change.text ?? this.#text
    this.#request()
  }

  /** Prices of own lines, which stand at the newest candle, and of own fills, each at its time (ms). */
  get stretches(): readonly Stretch[] {
    const { levels, fills } = this.#annotations
    // Pixels are what these become; the exact price stays in the words.
    return [
      ...levels.map(({ price }) => ({ price: Number(price), time: null })),
      ...fills.map(({ price, to }) => ({ price: Number(price), time: to })),
    ]
  }

  /** The fills under a point of the pane, nearest first. */
  fillsAt(x: number, y: number): readonly PlacedFill[] {
    return fillsUnder(this.#placedFills(Number.POSITIVE_INFINITY), x, y)
  }

  /** Pixel of a time's left edge; the grid of candles is even, also beyond the data. */
  #x(time: number): number | null {
    const first = this.#store.candles[0]
    const scale = this.#chart?.timeScale()
    // The library knows whole places of the grid only: what lies between is measured from them.
    const origin = scale?.logicalToCoordinate(0 as Logical) ?? null
    const next = scale?.logicalToCoordinate(1 as Logical) ?? null
    if (first === undefined || origin === null || next === null) return null
    const place = (time - first.time) / (this.#store.resolution * 1000)
    return origin + (place - 0.5) * (next - origin)
  }

  #drawGround(context: CanvasRenderingContext2D, pane: Pane): void {
    const { width, height } = pane
    const colours = this.#colours
    const shade = ({ from, to }: Band, colour: string): void => {
      const left = this.#x(from)
      const right = this.#x(to)
      if (left === null || right === null || right < 0 || left > width) return
      context.fillStyle = colour
      context.fillRect(left, 0, Math.max(1, right - left), height)
    }
    for (const gap of this.#store.gaps()) shade(gap, faded(colours.faint, 0.1))
    for (const band of this.#annotations.windows) shade(band, colours.accentSoft)
    this.#boundaries(drawBoundaryLines, context, pane)
  }

  #drawOwn(context: CanvasRenderingContext2D, pane: Pane): void {
    if (this.#series === null) return
    drawQuotes(context, pane, this.#placedQuotes(), this.#colours)
    this.#boundaries(drawBoundaryWords, context, pane)
    drawFills(context, this.#placedFills(pane.width), this.#colours)
    drawLevels(context, pane, this.#placedLevels(), this.#colours)
  }

  #boundaries(draw: typeof drawBoundaryLines, context: CanvasRenderingContext2D, pane: Pane): void {
    const { boundaries } = this.#annotations
    draw(context, pane, { boundaries, x: (time) => this.#x(time), colours: this.#colours })
  }

  /** Each over the middle of its candle, at its own price. */
  #placedFills(width: number): PlacedFill[] {
    const step = this.#store.resolution * 1000
    return this.#annotations.fills.flatMap((mark) => {
      const x = this.#x(Math.floor(mark.to / step) * step + step / 2)
      const y = this.#y(mark.price)
      return x === null || y === null || x < 0 || x > width ? [] : [{ mark, x, y }]
    })
  }

  #placedQuotes(): PlacedQuote[] {
    return QUOTES.flatMap((name) => {
      const price = this.#quotes[name]
      const y = price === null ? null : this.#y(price)
      return y === null ? [] : [{ name, y }]
    })
  }

  #placedLevels(): PlacedLevel[] {
    return this.#annotations.levels.flatMap((level) => {
      const y = this.#y(level.price)
      return y === null ? [] : [{ level, y }]
    })
  }

  /** Pixel of a price; a float for the pixel only. */
  #y(price: Price): number | null {
    return this.#series?.priceToCoordinate(Number(price)) ?? null
  }
}

function view(zOrder: PrimitivePaneViewZOrder, draw: Draw): IPrimitivePaneView {
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) => target.useMediaCoordinateSpace(({ context, mediaSize }) => draw(context, mediaSize)),
  }
  return { zOrder: () => zOrder, renderer: () => renderer }
}
