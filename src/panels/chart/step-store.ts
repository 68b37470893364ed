/**
 * Single prices, each of which held until the next, on a regular grid of times: points of a history minutes apart, joined with live prices. Between
 * two points the earlier price is shown, never an interpolated one.
 */
import { compare, type Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
import type { PricePoint } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'
import {
  candleStart,
  flat,
  type Gap,
  joined,
  joinedByTime,
  MAX_CANDLES,
  type PriceStore,
  type TickEffect,
} from './time-grid.ts'

const NO_GAPS: readonly Gap[] = []

export class StepStore implements PriceStore {
  readonly resolution: Resolution
  #points: PricePoint[] = []
  /** Time until which the newest price is known to have held, ms. */
  #until = 0
  #candles: Candle[] = []

  /** @param seen live prices received by another store, kept when the length of a place changes */
  constructor(resolution: Resolution, seen: readonly PricePoint[] = []) {
    this.resolution = resolution
    this.load(seen)
  }

  get candles(): readonly Candle[] {
    return this.#candles
  }

  get last(): Candle | undefined {
    return this.#candles.at(-1)
  }

  /** The known points, oldest first. */
  get points(): readonly PricePoint[] {
    return this.#points
  }

  /** Merges history; live prices between its points stay. */
  load(history: readonly PricePoint[]): void {
    this.#points = joinedByTime(this.#points, history)
    this.#until = Math.max(this.#until, this.#points.at(-1)?.time ?? 0)
    this.#rebuild()
  }

  tick(time: number, price: Price): TickEffect {
    const last = this.#points.at(-1)
    if (last !== undefined && time < last.time) return 'none'
    if (last === undefined || compare(last.price, price) !== 0) {
      this.#points.push({ time: millis(time), price })
      if (this.#points.length > MAX_CANDLES) this.#points = this.#points.slice(MAX_CANDLES / 4)
    }
    return this.#extend(time, price)
  }

  /** Extends the newest price to a time, ms. */
  hold(time: number): TickEffect {
    const last = this.#points.at(-1)
    return last === undefined || time < last.time ? 'none' : this.#extend(time, last.price)
  }

  /** Empty: a price holds, so there are no gaps. */
  gaps(): readonly Gap[] {
    return NO_GAPS
  }

  #extend(time: number, price: Price): TickEffect {
    this.#until = Math.max(this.#until, time)
    const step = this.resolution * 1000
    const start = candleStart(time, this.resolution)
    const last = this.last
    if (last === undefined) {
      this.#candles.push(flat(start, price))
      return 'appended'
    }
    if (start <= last.time) {
      if (compare(last.close, price) === 0) return 'none'
      this.#candles[this.#candles.length - 1] = joined(last, price)
      return 'changed'
    }
    if (this.#candles.length + (start - last.time) / step > MAX_CANDLES) {
      this.#rebuild()
      return 'rebuild'
    }
    for (let at = last.time + step; at < start; at += step) this.#candles.push(flat(at, last.close))
    this.#candles.push(joined(flat(start, last.close), price))
    return start - last.time === step ? 'appended' : 'rebuild'
  }

  #rebuild(): void {
    const candles: Candle[] = []
    const step = this.resolution * 1000
    const end = candleStart(this.#until, this.resolution)
    // Leaves space to grow before the oldest are dropped again.
    const oldest = end - (MAX_CANDLES * 3 * step) / 4
    let held: Price | null = null
    let next = oldest
    const holdUntil = (stop: number): void => {
      if (held === null) return
      for (; next < stop; next += step) candles.push(flat(next, held))
    }
    for (const { time, price } of this.#points) {
      const start = candleStart(time, this.resolution)
      const last = candles.at(-1)
      if (last?.time === start) candles[candles.length - 1] = joined(last, price)
      else if (start >= oldest) {
        holdUntil(start)
        candles.push(joined(flat(start, held ?? price), price))
        next = start + step
      }
      held = price
    }
    holdUntil(end + step)
    this.#candles = candles
  }
}
