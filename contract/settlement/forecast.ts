/**
 * The distribution of a settlement, which is the average of the marks over the final window (docs/service/buckets.md#settlement): from the
 * mark now, the average of what has been seen of the window, and what the past did over the same stretch of time. Pure; statistics, so
 * numbers: none of it may become a price.
 */
import type { Assumptions } from './assumptions.ts'
import { type Ahead, type Learnt, learn } from './displacement.ts'
import { type Distribution, NORMAL_SHAPE } from './distribution.ts'
import type { MarkPath } from './mark-path.ts'

/** Past marks: the finer paths reach less far back. Each may be empty. */
export interface History {
  /** Each five minutes: for displacements over more than ten minutes. */
  readonly days: MarkPath
  /** Each minute: for those over less. */
  readonly hours: MarkPath
  /** Each second: for what is left of the window. */
  readonly minutes: MarkPath
}

export interface Moment {
  /** ms, by the service's clock. */
  readonly now: number
  /** When the bucket ends. */
  readonly end: number
  /** Length of the final window, ms. */
  readonly window: number
  /** The mark now. */
  readonly mark: number
  /** The average of the window so far; null before it. */
  readonly soFar: number | null
}

/** How a distribution came about. */
export interface Forecast {
  readonly is: 'forecast'
  readonly distribution: Distribution
  /** Share of the settlement that is still open, 1 before the window. */
  readonly openShare: number
  /** Expected displacement of the remaining average from the mark, °F; 0 where no drift is used. */
  readonly drift: number
  /** Whether the past proved its drift, and how much of the mean square it takes away; null where the past was not asked. */
  readonly proven: { readonly isProven: boolean; readonly takesAway: number } | null
  /** Standard deviation of the remaining average, °F. */
  readonly remainingDeviation: number
  /** What that is in the square root of an hour, of a mark that wanders without memory. */
  readonly perRootHour: number
  /** How many stretches of the same length the past has; null where it was not asked. */
  readonly stretches: number | null
}

/** There is too little of the past. */
export interface NotEnough {
  readonly is: 'not_enough'
  /** Stretches of this length that the past has, and that it takes. */
  readonly have: number
  readonly need: number
  /** Length of the stretch, ms. */
  readonly stretch: number
}

/** Fewer stretches than these say nothing of how wide it may get. */
export const LEAST_STRETCHES = 12
/** Up to here the path of each minute is asked. */
const NEAR = 600_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Within the window it is learnt anew only each so many seconds: what lies between is between. */
const SECONDS_APART = 5

/**
 * The remaining average of a mark that wanders without memory has this much of the variance of one hour: until the window begins all of it,
 * within the window, of which it is the average, a third.
 */
const hoursOfVariance = ({ from, to }: Ahead): number => (from + (to - from) / 3) / HOUR

/** Learns, and remembers the last few: the same stretch is asked for many times. */
export class Forecaster {
  readonly #history: History
  readonly #learnt = new Map<string, Learnt>()

  constructor(history: History) {
    this.#history = history
  }

  forecast(moment: Moment, { drift: wantsDrift, volatility }: Assumptions): Forecast | NotEnough {
    const { now, end, window, mark, soFar } = moment
    const ahead = { from: Math.max(0, end - window - now), to: Math.max(0, end - now) }
    const openShare = soFar === null ? 1 : Math.min(1, ahead.to / window)
    const asked = ahead.to === 0 ? null : this.#ask(ahead, now, mark)
    if (volatility.by === 'past' && asked !== null && asked.stretches < LEAST_STRETCHES) {
      return { is: 'not_enough', have: Math.floor(asked.stretches), need: LEAST_STRETCHES, stretch: ahead.to }
    }
    const isEnough = asked !== null && asked.stretches >= LEAST_STRETCHES
    const hasDrift = wantsDrift && isEnough && asked.isDriftProven
    const drift = hasDrift ? asked.drift : 0
    const hours = hoursOfVariance(ahead)
    const remainingDeviation =
      volatility.by === 'own'
        ? volatility.perRootHour * Math.sqrt(hours)
        : (asked?.deviation(hasDrift) ?? 0) * volatility.factor
    return {
      is: 'forecast',
      distribution: {
        mean: (soFar ?? 0) * (1 - openShare) + (mark + drift) * openShare,
        deviation: remainingDeviation * openShare,
        shape: volatility.by === 'past' && isEnough ? asked.shape(hasDrift) : NORMAL_SHAPE,
      },
      openShare,
      drift,
      proven: isEnough ? { isProven: asked.isDriftProven, takesAway: asked.driftTakesAway } : null,
      remainingDeviation,
      perRootHour: hours > 0 ? remainingDeviation / Math.sqrt(hours) : 0,
      stretches: asked?.stretches ?? null,
    }
  }

  /** What the past says of a stretch: between the two that it was learnt for, by their distance. */
  #ask(ahead: Ahead, now: number, mark: number) {
    const path = this.#pathFor(ahead)
    const { step } = path
    // Before the window only its beginning moves; within it only its end is ahead.
    const length = ahead.to - ahead.from
    const at = (to: number): Learnt =>
      this.#learn(path, ahead.from > 0 ? { from: Math.max(0, to - length), to } : { from: 0, to })
    const apart = step < MINUTE ? SECONDS_APART * step : step
    const low = Math.max(apart, Math.floor(ahead.to / apart) * apart)
    const f = Math.max(0, Math.min(1, (ahead.to - low) / apart))
    const near = at(Math.max(low, ahead.from > 0 ? length : apart))
    const far = f === 0 ? near : at(low + apart)
    const between = (a: number, b: number): number => a + (b - a) * f
    return {
      stretches: Math.min(near.stretches, far.stretches),
      isDriftProven: near.isDriftProven && far.isDriftProven,
      driftTakesAway: between(near.driftTakesAway, far.driftTakesAway),
      drift: between(near.driftAt(now, mark), far.driftAt(now, mark)),
      deviation: (hasDrift: boolean) => between(near.deviationAt(now, hasDrift), far.deviationAt(now, hasDrift)),
      shape: (hasDrift: boolean) => (f < 0.5 ? near : far).shapeOf(hasDrift),
    }
  }

  #pathFor({ from, to }: Ahead): MarkPath {
    const { days, hours, minutes } = this.#history
    if (from === 0) return minutes
    return to > NEAR ? days : hours
  }

  #learn(path: MarkPath, ahead: Ahead): Learnt {
    const key = `${path.step}/${ahead.from}/${ahead.to}`
    const known = this.#learnt.get(key)
    if (known !== undefined) return known
    const learnt = learn(path, ahead)
    if (this.#learnt.size >= 4) this.#learnt.delete(this.#learnt.keys().next().value ?? '')
    this.#learnt.set(key, learnt)
    return learnt
  }
}
