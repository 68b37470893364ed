/** What a time of day did on the days before and after, which is what the sun does to it. Pure. */

const DAY = 86_400_000
/** A time of day is taken with its neighbors, this far to either side, ms. */
const BESIDE = 15 * 60_000
/** Days that it takes to know what a time of day does. */
const LEAST_DAYS = 2

/** Averages by time of day of values on an even grid. A path of too few days has none, and costs nothing. */
export class OtherDays {
  readonly #perDay: number
  readonly #values: Float64Array
  readonly #reach: number
  readonly #isShort: boolean
  #sums: Float64Array = new Float64Array(0)
  #counts: Float64Array = new Float64Array(0)

  /** @param step ms between two values */
  constructor(values: Float64Array, step: number) {
    this.#perDay = Math.round(DAY / step)
    this.#reach = Math.floor(BESIDE / step)
    this.#values = values
    this.#isShort = values.length < LEAST_DAYS * this.#perDay
    if (this.#isShort) return
    this.#sums = new Float64Array(this.#perDay)
    this.#counts = new Float64Array(this.#perDay)
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) continue
      const at = i % this.#perDay
      this.#sums[at] = (this.#sums[at] ?? 0) + value
      this.#counts[at] = (this.#counts[at] ?? 0) + 1
    }
    this.#sums = beside(this.#sums, this.#reach)
    this.#counts = beside(this.#counts, this.#reach)
  }

  /** Averages for every index, of all days but its own; NaN where too few tell. */
  others(): Float64Array {
    if (this.#isShort) return new Float64Array(this.#values.length).fill(Number.NaN)
    const own = new Float64Array(this.#values.length)
    const known = new Float64Array(this.#values.length)
    for (let i = 0; i < this.#values.length; i++) {
      const value = this.#values[i] ?? Number.NaN
      own[i] = Number.isNaN(value) ? 0 : value
      known[i] = Number.isNaN(value) ? 0 : 1
    }
    const sums = besideWithin(own, this.#reach)
    const counts = besideWithin(known, this.#reach)
    return own.map((_, i) => {
      const at = i % this.#perDay
      return this.#average((this.#sums[at] ?? 0) - (sums[i] ?? 0), (this.#counts[at] ?? 0) - (counts[i] ?? 0), 1)
    })
  }

  /** The average of all days at a position on the grid, which need not be within it. */
  at(position: number): number {
    if (this.#isShort) return Number.NaN
    const index = Math.floor(position)
    const f = position - index
    const of = (i: number): number => {
      const at = ((i % this.#perDay) + this.#perDay) % this.#perDay
      return this.#average(this.#sums[at] ?? 0, this.#counts[at] ?? 0, 0)
    }
    return of(index) * (1 - f) + of(index + 1) * f
  }

  #average(sum: number, count: number, left: number): number {
    const perDay = 2 * this.#reach + 1
    return count < (LEAST_DAYS - left) * perDay ? Number.NaN : sum / count
  }
}

/** Sums of each value with its neighbors, round the day. */
function beside(values: Float64Array, reach: number): Float64Array {
  const n = values.length
  let sum = 0
  for (let k = -reach; k < reach; k++) sum += values[(k + n) % n] ?? 0
  return values.map((_, i) => {
    sum += values[(i + reach) % n] ?? 0
    const all = sum
    sum -= values[(i - reach + n) % n] ?? 0
    return all
  })
}

/** The same along the grid. */
function besideWithin(values: Float64Array, reach: number): Float64Array {
  let sum = 0
  for (let k = 0; k < reach; k++) sum += values[k] ?? 0
  return values.map((_, i) => {
    sum += (values[i + reach] ?? 0) - (values[i - reach - 1] ?? 0)
    return sum
  })
}
