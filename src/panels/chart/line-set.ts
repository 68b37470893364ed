/**
 * The lines of a chart as the library's series: all on one grid of times, the first one the market's own. Prices become floats here, to compute
 * pixels.
 */
import {
  type AutoscaleInfo,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type PriceFormatCustom,
  type SeriesType,
  type UTCTimestamp,
} from 'lightweight-charts'
import { compare, greater, lesser, type Price } from '../../../contract/decimal.ts'
import type { Candle } from '../../../contract/market.ts'
import type { ChartColours } from '../../charting/index.ts'
import { changedBy, gridOf, type PriceStore, placesOf, type TickEffect, type TimeGrid } from './time-grid.ts'

/** The library refuses larger values: about 9 × 10^13. */
const FARTHEST = Number.MAX_SAFE_INTEGER / 100
/** The drawn value of a price. */
const placeOf = (price: Price): number => Math.min(FARTHEST, Math.max(-FARTHEST, Number(price)))

const seconds = (ms: number): UTCTimestamp => (ms / 1000) as UTCTimestamp

interface LinePoint {
  readonly time: UTCTimestamp
  readonly value: number
}

/** A point of a line: the close. */
export const linePoint = ({ time, close }: Candle): LinePoint => ({ time: seconds(time), value: placeOf(close) })

interface CandlePoint {
  readonly time: UTCTimestamp
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly color?: string
  readonly wickColor?: string
}

/** A candle; one that closes where it opened is neither up nor down and has the color `level`. */
export function candlePoint({ time, open, high, low, close }: Candle, level: string): CandlePoint {
  return {
    time: seconds(time),
    open: placeOf(open),
    high: placeOf(high),
    low: placeOf(low),
    close: placeOf(close),
    ...(compare(open, close) === 0 ? { color: level, wickColor: level } : {}),
  }
}

/** Lowest and highest price of the candles between two times (ms), as exact texts; null without any. */
export function extremes(
  candles: readonly Candle[],
  from: number,
  to: number,
): { readonly low: Price; readonly high: Price } | null {
  let found: { readonly low: Price; readonly high: Price } | null = null
  for (const { time, low, high } of candles) {
    if (time < from || time > to) continue
    found = found === null ? { low, high } : { low: lesser(found.low, low), high: greater(found.high, high) }
  }
  return found
}

/** `steps`: each price held until the next. */
export type LineLook = 'candles' | 'line' | 'steps'

export interface DrawnLine {
  /** The asset or coin. */
  readonly id: string
  readonly name: string
  readonly store: PriceStore
  readonly look: LineLook
}

/** Distinguishable without colors too. */
const DASHES = [LineStyle.Solid, LineStyle.Dashed, LineStyle.Dotted, LineStyle.LargeDashed, LineStyle.SparseDotted]
const HUES = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6'] as const
/** Maximum number of lines besides the chart's own. */
export const MAX_OTHERS = HUES.length

/** The color of the line at an index, 0 being the market's own. */
export function colourOf(place: number, look: LineLook, colours: ChartColours): string {
  if (place === 0) return look === 'steps' ? colours.done : colours.text
  return colours[HUES[(place - 1) % HUES.length] ?? 'series1']
}

interface Drawn {
  readonly line: DrawnLine
  readonly series: ISeriesApi<SeriesType>
}

export interface LineSetOptions {
  readonly autoscale: () => AutoscaleInfo | null
  readonly format: () => PriceFormatCustom
  readonly colours: () => ChartColours
}

export class LineSet {
  readonly #chart: IChartApi
  readonly #options: LineSetOptions
  /** Holds every place of the grid, and no price. */
  readonly #ground: ISeriesApi<'Line'>
  #drawn: readonly Drawn[] = []
  #grid: TimeGrid | null = null
  #until: number | null = null

  constructor(chart: IChartApi, options: LineSetOptions) {
    this.#chart = chart
    this.#options = options
    // On its own scale, as the first series of a scale determines how its prices are written.
    this.#ground = chart.addSeries(LineSeries, { priceScaleId: '', lastValueVisible: false, priceLineVisible: false })
  }

  get grid(): TimeGrid | null {
    return this.#grid
  }

  get lines(): readonly DrawnLine[] {
    return this.#drawn.map(({ line }) => line)
  }

  /** The series of the market's own line; undefined before there is one. */
  get main(): ISeriesApi<SeriesType> | undefined {
    return this.#drawn[0]?.series
  }

  /** Shows these lines, and the grid up to `until`, ms. */
  set(lines: readonly DrawnLine[], until: number | null): void {
    const before = this.#drawn
    this.#until = until
    this.#drawn = lines.map((line, place) => {
      const kept = before[place]
      const isSame = kept?.line.id === line.id && kept.line.look === line.look
      return { line, series: isSame ? kept.series : this.#add(line, place) }
    })
    for (const { series } of before) {
      if (!this.#drawn.some((one) => one.series === series)) this.#chart.removeSeries(series)
    }
    // The market's own line is drawn over the others.
    this.#drawn.forEach(({ series }, place) => {
      series.setSeriesOrder(place === 0 ? this.#drawn.length : place)
    })
    this.redraw()
  }

  /** Redraws everything from the stores' current content. */
  redraw(): void {
    const stores = this.#drawn.map(({ line }) => line.store)
    this.#grid = gridOf(stores, this.#until)
    this.#ground.setData(this.#grid === null ? [] : placesOf(this.#grid))
    for (const drawn of this.#drawn)
      drawn.series.setData(drawn.line.store.candles.map((one) => this.#point(drawn, one)))
  }

  /** Draws the change by a live price; returns false where everything has to be redrawn. */
  tick(id: string, effect: TickEffect): boolean {
    const drawn = this.#drawn.find(({ line }) => line.id === id)
    const last = drawn?.line.store.last
    if (drawn === undefined || last === undefined || effect === 'none') return true
    const grid = this.#grid
    if (effect === 'rebuild' || grid === null) return false
    if (last.time > grid.last) {
      for (let time = grid.last + grid.step; time <= last.time; time += grid.step) {
        this.#ground.update({ time: (time / 1000) as UTCTimestamp })
      }
      this.#grid = { ...grid, last: last.time }
    }
    for (const one of changedBy(effect, drawn.line.store)) drawn.series.update(this.#point(drawn, one))
    return true
  }

  /** Rewrites prices and colors. */
  restyle(): void {
    this.#drawn.forEach(({ line, series }, place) => {
      series.applyOptions({ ...this.#colours(line, place), priceFormat: this.#options.format() })
    })
  }

  #add(line: DrawnLine, place: number): ISeriesApi<SeriesType> {
    const common = {
      priceScaleId: 'right',
      lastValueVisible: false,
      priceLineVisible: false,
      autoscaleInfoProvider: this.#options.autoscale,
      priceFormat: this.#options.format(),
      ...this.#colours(line, place),
    } as const
    if (line.look === 'candles') return this.#chart.addSeries(CandlestickSeries, { ...common, borderVisible: false })
    return this.#chart.addSeries(LineSeries, {
      ...common,
      lineType: line.look === 'steps' ? LineType.WithSteps : LineType.Simple,
      lineStyle: place === 0 ? LineStyle.Solid : (DASHES[(place - 1) % DASHES.length] ?? LineStyle.Solid),
      lineWidth: place === 0 ? 2 : 1,
      crosshairMarkerRadius: 3,
    })
  }

  #colours({ look }: DrawnLine, place: number): object {
    const colours = this.#options.colours()
    if (look !== 'candles') return { color: colourOf(place, look, colours) }
    const { up, down } = colours
    return { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down }
  }

  #point({ line }: Drawn, candle: Candle): ReturnType<typeof candlePoint> | ReturnType<typeof linePoint> {
    return line.look === 'candles' ? candlePoint(candle, this.#options.colours().secondary) : linePoint(candle)
  }
}
