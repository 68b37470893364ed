/** The candles of one asset at one resolution: history joined with live marks, exact, on a regular grid of times. */
import { compare, greater, lesser, type Price } from '../../../contract/decimal.ts'
import type { Candle, Resolution } from '../../../contract/market.ts'
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

/** Gaps longer than this many candles are not bridged: the candles before them are omitted. */
const LONGEST_GAP = 2000
/** Shorter gaps are a late message, not missing data. */
const SHORTEST_GAP = 3

export class CandleStore implements PriceStore {
  readonly resolution: Resolution
  #candles: Candle[] = []

  constructor(resolution: Resolution) {
    this.resolution = resolution
  }

  get candles(): readonly Candle[] {
    return this.#candles
  }

  get last(): Candle | undefined {
    return this.#candles.at(-1)
  }

  /**
   * Merges history, older or newer than the current candles. A candle that live marks are still building keeps their extremes and close; the rest is
   * the service's.
   */
  load(history: readonly Candle[]): void {
    const building = this.last
    const candles = joinedByTime(this.#candles, history)
    const end = candles.at(-1)
    if (building !== undefined && end !== undefined && end.time === building.time && end !== building) {
      candles[candles.length - 1] = {
        ...end,
        high: greater(end.high, building.high),
        low: lesser(end.low, building.low),
        close: building.close,
      }
    }
    this.#candles = afterLongGap(candles, this.resolution)
  }

  tick(time: number, mark: Price): TickEffect {
    const start = candleStart(time, this.resolution)
    const last = this.last
    if (last === undefined || start > last.time) {
      this.#candles.push(flat(start, mark))
      if (last !== undefined && start - last.time > LONGEST_GAP * this.resolution * 1000) {
        this.#candles = this.#candles.slice(-1)
        return 'rebuild'
      }
      if (this.#candles.length <= MAX_CANDLES) return 'appended'
      this.#candles = this.#candles.slice(MAX_CANDLES / 4)
      return 'rebuild'
    }
    if (start < last.time || compare(last.close, mark) === 0) return 'none'
    this.#candles[this.#candles.length - 1] = joined(last, mark)
    return 'changed'
  }

  gaps(): readonly Gap[] {
    const step = this.resolution * 1000
    const gaps: Gap[] = []
    for (let index = 1; index < this.#candles.length; index += 1) {
      const from = (this.#candles[index - 1]?.time ?? 0) + step
      const to = this.#candles[index]?.time ?? 0
      if (to - from >= SHORTEST_GAP * step) gaps.push({ from, to })
    }
    return gaps
  }
}

/** The candles after the last gap that is too long to bridge. */
function afterLongGap(candles: Candle[], resolution: Resolution): Candle[] {
  const longest = LONGEST_GAP * resolution * 1000
  for (let index = candles.length - 1; index > 0; index -= 1) {
    const before = candles[index - 1]
    const after = candles[index]
    if (before !== undefined && after !== undefined && after.time - before.time > longest) return candles.slice(index)
  }
  return candles
}
