/**
 * Value and result of outcome markets. A model gives, for a second, the probability of each side of each outcome of its question given what is known
 * then, and the winning sides after the expiry.
 */

import { normalCdf, normalQuantile, type Oracle } from '../oracle.ts'
import { hashText } from '../random.ts'

const LEVELS = 18

/** A standard normal draw determined by its name. */
function draw(name: string): number {
  const u = (hashText(name, 1) + 1) / 4294967297
  const v = hashText(name, 2) / 4294967296
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v)
}

/** A uniform draw in (0, 1) determined by its name. */
export const uniform = (name: string): number => (hashText(name, 3) + 0.5) / 4294967296

/** A Brownian path from 0 at time 0 to `end` at time 1, at a time in [0, 1]: by repeated bisection, each midpoint drawn by name. */
function bridge(name: string, end: number, time: number): number {
  let [t0, t1, w0, w1] = [0, 1, 0, end]
  let node = 1
  for (let level = 0; level < LEVELS; level++) {
    const middle = (t0 + t1) / 2
    const w = (w0 + w1) / 2 + draw(`${name}/${node}`) * Math.sqrt((t1 - t0) / 4)
    if (time < middle) [t1, w1, node] = [middle, w, node * 2]
    else [t0, w0, node] = [middle, w, node * 2 + 1]
  }
  return w0 + ((w1 - w0) * (time - t0)) / (t1 - t0)
}

/** The end of a path: standard normal. */
const endOf = (name: string): number => draw(`${name}/end`)

export interface QuestionModel {
  /** By outcome, by side; each outcome's sides add up to 1. Reads nothing after `second`. */
  probabilities(second: number): number[][]
  /** The winning side of each outcome; for a second at or after the expiry. */
  winners(): number[]
}

const yesNo = (p: number): number[] => [p, 1 - p]
const MARK_OFFSET_TICKS = 50_000
const MIN_DEVIATION = 0.4

/** Number of future times at which an extreme is evaluated. */
const GRID = 16
/** How far the extreme of a smooth hour exceeds its value on the grid, and how much uncertainty the best of several times adds. */
const BEYOND = 8
const BEST_OF_SEVERAL = 0.18

/** The highest or lowest of the readings at each full minute of a time span. */
export class Extreme {
  readonly #oracle: Oracle
  readonly #from: number
  readonly #to: number
  readonly #sign: 1 | -1
  /** Extreme so far by minute, in ticks times the sign. */
  #soFar: number[] = []

  constructor(oracle: Oracle, from: number, to: number, sign: 1 | -1) {
    this.#oracle = oracle
    this.#from = from
    this.#to = to
    this.#sign = sign
  }

  /** Mean and deviation of the extreme after `second`, in ticks times the sign; null when nothing is left. */
  ahead(second: number): { mean: number; deviation: number } | null {
    const from = Math.max(second, this.#from)
    const length = this.#to - 60 - from
    if (length <= 0) return null
    let best = { mean: Number.NEGATIVE_INFINITY, deviation: 0 }
    for (let i = 0; i <= GRID; i++) {
      const at = from + (length * i) / GRID
      const { mean, deviation } = this.#oracle.forecast(second, Math.round(at - second))
      if (this.#sign * mean > best.mean) best = { mean: this.#sign * mean, deviation }
    }
    const share = Math.min(1, length / 7200)
    const deviation = Math.max(best.deviation, MIN_DEVIATION)
    return { mean: best.mean + share * (BEYOND + BEST_OF_SEVERAL * deviation), deviation }
  }

  /** Probability that sign × extreme ends below sign × `edge` (ticks), given what is known at `second`. */
  below(second: number, edge: number): number {
    const known = this.known(second)
    if (known !== null && known >= edge * this.#sign) return 0
    const ahead = this.ahead(second)
    if (ahead === null) return 1
    return normalCdf((edge * this.#sign - ahead.mean) / ahead.deviation)
  }

  /** Sign × extreme of the readings up to `second`; null before the first. */
  known(second: number): number | null {
    const minutes = Math.floor((this.#to - this.#from) / 60)
    const last = Math.min(Math.floor((second - this.#from) / 60), minutes - 1)
    if (last < 0) return null
    const reading = (minute: number): number => this.#sign * this.#oracle.markTicks(this.#from + minute * 60)
    // A reading is stored once its second has passed: until then control may still change it.
    const kept = this.#from + last * 60 < second ? last : last - 1
    while (this.#soFar.length <= kept) {
      const before = this.#soFar.at(-1) ?? Number.NEGATIVE_INFINITY
      this.#soFar.push(Math.max(reading(this.#soFar.length), before))
    }
    return Math.max(
      this.#soFar[kept] ?? Number.NEGATIVE_INFINITY,
      kept === last ? Number.NEGATIVE_INFINITY : reading(last),
    )
  }
}

/** Three outcomes of one extreme, from low to high: below `low` °F, from it to below `high` + 1, above. Whole °F, halves rounded up. */
export class ExtremeModel implements QuestionModel {
  readonly extreme: Extreme
  readonly #edges: readonly [number, number]
  readonly #sign: 1 | -1
  readonly #end: number

  constructor(oracle: Oracle, from: number, to: number, sign: 1 | -1, low: number, high: number) {
    this.extreme = new Extreme(oracle, from, to, sign)
    this.#sign = sign
    this.#end = to
    // A reading of K − 0.5 °F rounds to K.
    this.#edges = [MARK_OFFSET_TICKS + low * 100 - 50, MARK_OFFSET_TICKS + high * 100 + 50]
  }

  probabilities(second: number): number[][] {
    const [first, last] = this.#edges
    const under = (edge: number): number =>
      this.#sign > 0 ? this.extreme.below(second, edge) : 1 - this.extreme.below(second, edge - 1)
    const [a, b] = [under(first), under(last)]
    return [yesNo(a), yesNo(Math.max(0, b - a)), yesNo(1 - Math.max(a, b))]
  }

  winners(): number[] {
    return this.probabilities(this.#end).map(([yes]) => ((yes ?? 0) > 0.5 ? 0 : 1))
  }
}

/** Whether the reading at one second is above a threshold in ticks. */
export class InstantModel implements QuestionModel {
  readonly #oracle: Oracle
  readonly #at: number
  readonly #ticks: number

  constructor(oracle: Oracle, at: number, ticks: number) {
    this.#oracle = oracle
    this.#at = at
    this.#ticks = ticks
  }

  probabilities(second: number): number[][] {
    if (second >= this.#at) return [yesNo(this.#oracle.markTicks(this.#at) > this.#ticks ? 1 : 0)]
    const { mean, deviation } = this.#oracle.forecast(second, this.#at - second)
    return [yesNo(normalCdf((mean - this.#ticks - 0.5) / Math.max(deviation, MIN_DEVIATION)))]
  }

  winners(): number[] {
    return this.probabilities(this.#at).map(([yes]) => (yes === 1 ? 0 : 1))
  }
}

/** A random result of which more becomes known each day, most of it on the last: a martingale by construction. */
export class ChanceModel implements QuestionModel {
  readonly #name: string
  readonly #from: number
  readonly #to: number
  readonly #threshold: number

  /** @param likelihood its probability at `from`, long before */
  constructor(name: string, from: number, to: number, likelihood: number) {
    this.#name = name
    this.#from = from
    this.#to = to
    this.#threshold = normalQuantile(1 - likelihood)
  }

  probabilities(second: number): number[][] {
    const end = endOf(this.#name)
    if (second >= this.#to) return [yesNo(end > this.#threshold ? 1 : 0)]
    const u = Math.max(0, second - this.#from) / (this.#to - this.#from)
    const time = u ** 5
    const left = Math.sqrt(1 - time)
    return [yesNo(normalCdf((bridge(this.#name, end, time) - this.#threshold) / left))]
  }

  winners(): number[] {
    return this.probabilities(this.#to).map(([yes]) => (yes === 1 ? 0 : 1))
  }
}

/**
 * The part of the season in which a reading first passes a mark; the last side means none of them. Nobody can forecast a day months ahead, so the
 * price follows a path of growing knowledge that ends at what the oracle will show; parts that have passed are ruled out.
 */
export class FirstTimeModel implements QuestionModel {
  readonly #oracle: Oracle
  readonly #name: string
  readonly #from: number
  /** Ends of the parts; the last is the expiry. */
  readonly #ends: readonly number[]
  readonly #ticks: number
  /** Upper bounds of the sides on the path, from low to high. */
  readonly #edges: readonly number[]
  readonly #end: number
  #scanned: number
  #first: number | null = null

  constructor(options: {
    oracle: Oracle
    name: string
    from: number
    season: number
    ends: readonly number[]
    ticks: number
    /** Prior probability of each side. */
    shares: readonly number[]
  }) {
    const { oracle, name, from, season, ends, ticks, shares } = options
    this.#oracle = oracle
    this.#name = name
    this.#from = from
    this.#ends = ends
    this.#ticks = ticks
    this.#scanned = season
    let sum = 0
    const cumulated = shares.map((share) => {
      sum += share
      return sum
    })
    this.#edges = cumulated.slice(0, -1).map(normalQuantile)
    const truth = this.#sideAt(ends.at(-1) ?? 0)
    this.#scanned = season
    this.#first = null
    const low = cumulated[truth - 1] ?? 0
    this.#end = normalQuantile(low + uniform(`${name}/end`) * (shares[truth] ?? 0))
  }

  probabilities(second: number): number[][] {
    const sides = this.#edges.length + 1
    const last = this.#ends.at(-1) ?? 0
    const known = this.#sideAt(second)
    if (known < sides - 1 || second >= last) return [Array.from({ length: sides }, (_, k) => (k === known ? 1 : 0))]
    const time = Math.max(0, second - this.#from) / (last - this.#from)
    const at = bridge(this.#name, this.#end, time)
    const left = Math.sqrt(1 - time)
    const under = [...this.#edges.map((edge) => normalCdf((edge - at) / left)), 1]
    const open = under.map((p, k) => ((this.#ends[k] ?? last + 1) <= second ? 0 : p - (under[k - 1] ?? 0)))
    const sum = open.reduce((a, b) => a + b, 0)
    return [open.map((p, k) => (sum > 1e-9 ? p / sum : k === sides - 1 ? 1 : 0))]
  }

  winners(): number[] {
    return [this.#sideAt(this.#ends.at(-1) ?? 0)]
  }

  /** The side decided by the readings at each full hour up to `second`; the last side when none has passed. */
  #sideAt(second: number): number {
    const until = Math.min(second, this.#ends.at(-1) ?? 0)
    while (this.#first === null && this.#scanned < until) {
      if (this.#oracle.markTicks(this.#scanned) > this.#ticks) this.#first = this.#scanned
      this.#scanned += 3600
    }
    const { length } = this.#ends
    if (this.#first === null || this.#first > second) return length
    const first = this.#first
    return this.#ends.findIndex((end) => first < end)
  }
}
