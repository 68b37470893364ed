/**
 * Forecast distribution of a settlement, the average of the marks over the final window (docs/service/buckets.md#settlement): from the mark now, the
 * average of the window so far, and the past over the same stretch of time. Pure; statistics, therefore floats: none of it may become a price.
 */
import { type Ahead, type Learnt, learning } from './displacement.ts'
import { type Distribution, NORMAL_SHAPE } from './distribution.ts'
import type { MarkPath } from './mark-path.ts'

/** Choices of how much history is used, hours. */
export const HISTORY_HOURS = [24, 72, 168, 336] as const
export type HistoryHours = (typeof HISTORY_HOURS)[number]

/** Source of the distribution's width. */
type Volatility =
  /** Measured from past marks, times a factor. */
  | { readonly by: 'past'; readonly factor: number }
  /** The trader's own, for a random walk of the mark: °F per square root of an hour. */
  | { readonly by: 'own'; readonly perRootHour: number }

export interface Assumptions {
  readonly hours: HistoryHours
  /** Whether to expect the drift that the past shows, once proven; otherwise none. */
  readonly drift: boolean
  readonly volatility: Volatility
}

export const USUAL_ASSUMPTIONS: Assumptions = { hours: 336, drift: true, volatility: { by: 'past', factor: 1 } }

/** Permitted range of the factor. */
export const FACTOR_BOUNDS = [0.1, 10] as const
/** Permitted range of an own volatility, °F per square root of an hour. */
export const OWN_BOUNDS = [0.01, 50] as const

/** Past marks: finer paths go back less far. Each may be empty. */
interface History {
  /** Every five minutes: for displacements over more than ten minutes. */
  readonly days: MarkPath
  /** Every minute: for shorter displacements. */
  readonly hours: MarkPath
  /** Every second: for the rest of the final window. */
  readonly minutes: MarkPath
}

export interface Moment {
  /** ms, by the service's clock. */
  readonly now: number
  /** End of the bucket. */
  readonly end: number
  /** Length of the final window, ms. */
  readonly window: number
  /** The mark now. */
  readonly mark: number
  /** Average of the window so far; null before it. */
  readonly soFar: number | null
  /** Expected displacement of the remaining average from the mark by another source, °F, in place of the past's drift; absent or null for none. */
  readonly outside?: number | null
}

/** A distribution and its inputs. */
export interface Forecast {
  readonly is: 'forecast'
  readonly distribution: Distribution
  /** Fraction of the settlement that is still open, 1 before the window. */
  readonly openShare: number
  /** Expected displacement of the remaining average from the mark, °F; 0 when no drift is used. */
  readonly drift: number
  /** Whether the past proved its drift, and the fraction of the mean square it removes; null when the past was not used. */
  readonly proven: { readonly isProven: boolean; readonly takesAway: number } | null
  /** Standard deviation of the remaining average, °F. */
  readonly remainingDeviation: number
  /** The same as a volatility per square root of an hour, for a random walk. */
  readonly perRootHour: number
  /** Number of stretches of this length in the past; null when it was not used. */
  readonly stretches: number | null
}

/** Too little history. */
export interface NotEnough {
  readonly is: 'not_enough'
  /** Number of stretches of this length available, and required. */
  readonly have: number
  readonly need: number
  /** Length of the stretch, ms. */
  readonly stretch: number
}

/** Minimum number of stretches to estimate the width. */
export const MIN_STRETCHES = 12
/** Up to this distance, ms, the one-minute path is used. */
const NEAR = 600_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Within the window the past is learned only at intervals of this many seconds, with interpolation in between. */
const SECONDS_APART = 5

/**
 * Variance of the remaining average of a random walk, relative to one hour: the time until the window counts in full, the time within the window,
 * which is averaged, one third.
 */
const hoursOfVariance = ({ from, to }: Ahead): number => (from + (to - from) / 3) / HOUR

/** Learns, and caches the last few results: the same stretch is requested many times. */
export class Forecaster {
  readonly #history: History
  readonly #learnt = new Map<string, Learnt>()
  #underWay: { readonly key: string; readonly work: Generator<undefined, Learnt> } | null = null

  constructor(history: History) {
    this.#history = history
  }

  /** Whether everything needed for a forecast of a moment has been learned: it is then almost free. */
  isReady(moment: Moment): boolean {
    return this.#wanted(moment).every(({ key }) => this.#learnt.has(key))
  }

  /** Continues learning for a moment, by a slice of well under a millisecond; returns whether it is complete. */
  learnOn(moment: Moment): boolean {
    const next = this.#wanted(moment).find(({ key }) => !this.#learnt.has(key))
    if (next === undefined) return true
    const { key, path, ahead } = next
    if (this.#underWay?.key !== key) this.#underWay = { key, work: learning(path, ahead) }
    const step = this.#underWay.work.next()
    if (step.done !== true) return false
    this.#underWay = null
    this.#keep(key, step.value)
    return this.isReady(moment)
  }

  /** Learns all that `learnOn` has not learned yet, synchronously. */
  forecast(moment: Moment, { drift: wantsDrift, volatility }: Assumptions): Forecast | NotEnough {
    const { now, window, mark, soFar, outside = null } = moment
    const ahead = aheadOf(moment)
    const openShare = soFar === null ? 1 : Math.min(1, ahead.to / window)
    const request = ahead.to === 0 ? null : this.#ask(ahead, now, mark)
    if (volatility.by === 'past' && request !== null && request.stretches < MIN_STRETCHES) {
      return { is: 'not_enough', have: Math.floor(request.stretches), need: MIN_STRETCHES, stretch: ahead.to }
    }
    const isEnough = request !== null && request.stretches >= MIN_STRETCHES
    // Its error is not known as that of the past's own drift is: the width stays that without any.
    const hasDrift = outside === null && wantsDrift && isEnough && request.isDriftProven
    const drift = outside ?? (hasDrift ? request.drift : 0)
    const hours = hoursOfVariance(ahead)
    const remainingDeviation =
      volatility.by === 'own'
        ? volatility.perRootHour * Math.sqrt(hours)
        : (request?.deviation(hasDrift) ?? 0) * volatility.factor
    return {
      is: 'forecast',
      distribution: {
        mean: (soFar ?? 0) * (1 - openShare) + (mark + drift) * openShare,
        deviation: remainingDeviation * openShare,
        shape: volatility.by === 'past' && isEnough ? request.shape(hasDrift) : NORMAL_SHAPE,
      },
      openShare,
      drift,
      proven: isEnough ? { isProven: request.isDriftProven, takesAway: request.driftTakesAway } : null,
      remainingDeviation,
      perRootHour: hours > 0 ? remainingDeviation / Math.sqrt(hours) : 0,
      stretches: request?.stretches ?? null,
    }
  }

  /** The learned stretches around a stretch: the next shorter and the next longer, with the interpolation weight. */
  #around(ahead: Ahead) {
    const path = this.#pathFor(ahead)
    const { step } = path
    // Before the window only its start moves; within it only its end is ahead.
    const length = ahead.to - ahead.from
    const at = (to: number): Wanted => {
      const stretch = ahead.from > 0 ? { from: Math.max(0, to - length), to } : { from: 0, to }
      return { key: `${step}/${stretch.from}/${stretch.to}`, path, ahead: stretch }
    }
    const apart = step < MINUTE ? SECONDS_APART * step : step
    const low = Math.max(apart, Math.floor(ahead.to / apart) * apart)
    const f = Math.max(0, Math.min(1, (ahead.to - low) / apart))
    const near = at(Math.max(low, ahead.from > 0 ? length : apart))
    return { near, far: f === 0 ? near : at(low + apart), f }
  }

  #wanted(moment: Moment): readonly Wanted[] {
    const ahead = aheadOf(moment)
    if (ahead.to === 0) return []
    const { near, far } = this.#around(ahead)
    return [near, far]
  }

  /** Result for a stretch: interpolated between the two learned ones by distance. */
  #ask(ahead: Ahead, now: number, mark: number) {
    const { f, ...around } = this.#around(ahead)
    const [near, far] = [this.#learn(around.near), this.#learn(around.far)]
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

  #learn({ key, path, ahead }: Wanted): Learnt {
    const known = this.#learnt.get(key)
    if (known !== undefined) return known
    const work = this.#underWay?.key === key ? this.#underWay.work : learning(path, ahead)
    if (this.#underWay?.work === work) this.#underWay = null
    let step = work.next()
    while (step.done !== true) step = work.next()
    this.#keep(key, step.value)
    return step.value
  }

  #keep(key: string, learnt: Learnt): void {
    if (this.#learnt.size >= MAX_LEARNT) this.#learnt.delete(this.#learnt.keys().next().value ?? '')
    this.#learnt.set(key, learnt)
  }
}

/** Two of this moment, and two of the previous one. */
const MAX_LEARNT = 4

/** A stretch to be learned from a path. */
interface Wanted {
  readonly key: string
  readonly path: MarkPath
  readonly ahead: Ahead
}

/** The rest of the window as seen from a moment. */
const aheadOf = ({ now, end, window }: Moment): Ahead => ({
  from: Math.max(0, end - window - now),
  to: Math.max(0, end - now),
})
