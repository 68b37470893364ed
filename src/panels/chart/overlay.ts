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
import { type ChartColours, faded } from '../../charting/index.ts'
import { type Annotations, type Band, type FillMark, type LevelLine, spreadLabels } from './annotations.ts'
import type { CandleStore } from './candle-store.ts'

/** Draws in CSS pixels on a pane of this size. */
type Draw = (context: CanvasRenderingContext2D, pane: { readonly width: number; readonly height: number }) => void

const LABEL_HEIGHT = 18
const LABEL_PAD = 6
const FONT = '450 11px "Inter Variable", system-ui, sans-serif'
const FILL_SIZE = 4.5

const NOTHING: Annotations = { levels: [], fills: [], boundaries: [], windows: [] }

export class Overlay implements ISeriesPrimitive<Time> {
  #chart: IChartApi | null = null
  #series: ISeriesApi<SeriesType> | null = null
  #request: () => void = () => undefined
  #annotations = NOTHING
  #colours: ChartColours
  #store: CandleStore
  readonly #views: readonly IPrimitivePaneView[]

  constructor(store: CandleStore, colours: ChartColours) {
    this.#store = store
    this.#colours = colours
    this.#views = [
      view('bottom', (context, pane) => this.#drawGround(context, pane)),
      view('normal', (context, pane) => this.#drawOwn(context, pane)),
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
  }): void {
    this.#annotations = change.annotations ?? this.#annotations
    this.#colours = change.colours ?? this.#colours
    this.#store = change.store ?? this.#store
    this.#request()
  }

  /** Marks of lines that are near enough to be worth a place on the scale. */
  get levelPrices(): readonly number[] {
    // Pixels are what these become; the exact price stays in the label's words.
    return this.#annotations.levels.map(({ price }) => Number(price))
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

  #drawGround(...[context, { width, height }]: Parameters<Draw>): void {
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
    for (const { time } of this.#annotations.boundaries) {
      const x = this.#x(time)
      if (x === null || x < 0 || x > width) continue
      line(context, [2, 3], faded(colours.secondary, 0.75), () => {
        context.moveTo(Math.round(x) + 0.5, 0)
        context.lineTo(Math.round(x) + 0.5, height)
      })
    }
  }

  /** Over the grid, whose lines would run through the words. */
  #drawBoundaryWords(context: CanvasRenderingContext2D, width: number): void {
    const colours = this.#colours
    context.font = FONT
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    let free = 0
    for (const { time, text } of this.#annotations.boundaries) {
      const x = this.#x(time)
      if (x === null || x < 0 || x > width) continue
      const wide = context.measureText(text).width
      // Words that would run into the ones before, or out of the pane, are left out: the line says enough.
      if (text === '' || x < free || x + wide + 8 > width) continue
      free = x + wide + 16
      context.fillStyle = colours.panel
      context.fillRect(x + 2, 3, wide + 8, 16)
      context.fillStyle = colours.secondary
      context.fillText(text, x + 6, 11)
    }
  }

  #drawOwn(...[context, { width, height }]: Parameters<Draw>): void {
    const series = this.#series
    if (series === null) return
    this.#drawBoundaryWords(context, width)
    this.#drawFills(context, series, width)
    this.#drawLevels(context, series, width, height)
  }

  #drawFills(context: CanvasRenderingContext2D, series: ISeriesApi<SeriesType>, width: number): void {
    const step = this.#store.resolution * 1000
    const stacked = new Map<string, number>()
    for (const fill of this.#annotations.fills) {
      const start = Math.floor(fill.time / step) * step
      const candle = this.#store.at(start)
      const x = this.#x(start + step / 2)
      if (candle === undefined || x === null || x < 0 || x > width) continue
      const key = `${start}/${fill.side}`
      const depth = stacked.get(key) ?? 0
      // Several fills in one candle stack; more than three would only be a smear.
      if (depth > 2) continue
      stacked.set(key, depth + 1)
      // A float for the pixel only.
      const edge = series.priceToCoordinate(Number(fill.side === 'buy' ? candle.low : candle.high))
      if (edge !== null) this.#triangle(context, fill, x, edge, depth)
    }
  }

  #triangle(context: CanvasRenderingContext2D, fill: FillMark, x: number, edge: number, depth: number): void {
    const down = fill.side === 'buy' ? 1 : -1
    const tip = edge + down * (5 + depth * (FILL_SIZE * 2 + 1))
    context.beginPath()
    context.moveTo(x, tip)
    context.lineTo(x - FILL_SIZE, tip + down * FILL_SIZE * 1.7)
    context.lineTo(x + FILL_SIZE, tip + down * FILL_SIZE * 1.7)
    context.closePath()
    context.fillStyle = fill.side === 'buy' ? this.#colours.up : this.#colours.down
    context.fill()
    // An edge in the ground's colour keeps the mark apart from the candles it stands among.
    context.lineWidth = 1
    context.strokeStyle = this.#colours.panel
    context.stroke()
  }

  #drawLevels(context: CanvasRenderingContext2D, series: ISeriesApi<SeriesType>, width: number, height: number): void {
    const lines = this.#annotations.levels
      .map((level) => ({ level, y: series.priceToCoordinate(Number(level.price)) as number | null }))
      .filter(
        (entry): entry is { level: (typeof entry)['level']; y: number & NonNullable<(typeof entry)['y']> } =>
          entry.y !== null,
      )
      .sort((a, b) => a.y - b.y)
    const places = spreadLabels(
      lines.map(({ y }) => y),
      LABEL_HEIGHT,
      height,
    )
    context.font = FONT
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    // All lines first: none runs through the words of another.
    for (const { level, y } of lines) {
      if (y < 0 || y > height) continue
      line(
        context,
        level.kind === 'order' ? [4, 3] : level.kind === 'conditional' ? [1, 3] : [],
        this.#colourOf(level.kind),
        () => {
          context.moveTo(0, Math.round(y) + 0.5)
          context.lineTo(width, Math.round(y) + 0.5)
        },
      )
    }
    lines.forEach(({ level, y }, index) => {
      const colour = this.#colourOf(level.kind)
      const inside = y >= 0 && y <= height
      const text = inside ? level.text : `${y < 0 ? '↑' : '↓'} ${level.text}`
      const wide = Math.ceil(context.measureText(text).width) + LABEL_PAD * 2
      const left = width - wide - 8
      const top = Math.round((places[index] ?? y) - LABEL_HEIGHT / 2)
      context.beginPath()
      context.roundRect(left + 0.5, top + 0.5, wide, LABEL_HEIGHT - 2, 3)
      context.fillStyle = this.#colours.panel
      context.fill()
      context.lineWidth = 1
      context.strokeStyle = colour
      context.stroke()
      context.fillStyle = colour
      context.fillText(text, left + LABEL_PAD + 0.5, top + LABEL_HEIGHT / 2 - 0.5)
    })
  }

  #colourOf(kind: LevelLine['kind']): string {
    if (kind === 'order' || kind === 'conditional') return this.#colours.accent
    return kind === 'long' ? this.#colours.up : this.#colours.down
  }
}

function view(zOrder: PrimitivePaneViewZOrder, draw: Draw): IPrimitivePaneView {
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) => target.useMediaCoordinateSpace(({ context, mediaSize }) => draw(context, mediaSize)),
  }
  return { zOrder: () => zOrder, renderer: () => renderer }
}

function line(context: CanvasRenderingContext2D, dash: readonly number[], colour: string, path: () => void): void {
  context.save()
  context.beginPath()
  context.setLineDash([...dash])
  context.lineWidth = 1
  context.strokeStyle = colour
  path()
  context.stroke()
  context.restore()
}
