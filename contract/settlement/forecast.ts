/**
 * The distribution of a settlement, which is the average of the marks over the final window (docs/service/buckets.md#settlement): from the
 * mark now, the average of what has been seen of the window, and what the past did over the same stretch of time. Pure; statistics, so
 * numbers: none of it may become a price.
 */
import { type Ahead, type Learnt, learning } from './displacement.ts'
import { type Distribution, NORMAL_SHAPE } from './distribution.ts'
import type { MarkPath } from './mark-path.ts'

/** How much of the past is asked, hours. */
export const HISTORY_HOURS = [24, 72, 168, 336] as const
export type HistoryHours = (typeof HISTORY_HOURS)[number]

/** Where the width of the distribution comes from. */
type Volatility =
  /** As the past had it, times a factor. */
  | { readonly by: 'past'; readonly factor: number }
  /** The trader's own, of a mark that wanders without memory: °F in the square root of an hour. */
  | { readonly by: 'own'; readonly perRootHour: number }

export interface Assumptions {
  readonly hours: HistoryHours
  /** Whether the mark is expected to go where the past says, once that has proven itself; else to stay where it is. */
  readonly drift: boolean
  readonly volatility: Volatility
}

export const USUAL_ASSUMPTIONS: Assumptions = { hours: 336, drift: true, volatility: { by: 'past', factor: 1 } }

/** Between which a factor makes sense. */
export const FACTOR_BOUNDS = [0.1, 10] as const
/** Between which an own volatility makes sense, °F in the square root of an hour. */
export const OWN_BOUNDS = [0.01, 50] as const

/** Past marks: the finer paths reach less far back. Each may be empty. */
interface History {
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
/** Within the window it is learnt again only each so many seconds: what lies between is between. */
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
  #underWay: { readonly key: string; readonly work: Generator<undefined, Learnt> } | null = null

  constructor(history: History) {
    this.#history = history
  }

  /** Whether all that a forecast of a moment takes of the past has been learnt: then it costs next to nothing. */
  isReady(moment: Moment): boolean {
    return this.#wanted(moment).every(({ key }) => this.#learnt.has(key))
  }

  /** Learns on for a moment, a slice of well under a millisecond; whether everything is there then. */
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

  /** Learns what it lacks at once, unless that was done by `learnOn`. */
  forecast(moment: Moment, { drift: wantsDrift, volatility }: Assumptions): Forecast | NotEnough {
    const { now, window, mark, soFar } = moment
    const ahead = aheadOf(moment)
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

  /** The stretches that are learnt for a stretch: the next shorter one, and the next longer, with how far it lies towards that. */
  #around(ahead: Ahead) {
    const path = this.#pathFor(ahead)
    const { step } = path
    // Before the window only its beginning moves; within it only its end is ahead.
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

  /** What the past says of a stretch: between the two that it was learnt for, by their distance. */
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
    if (this.#learnt.size >= MOST_LEARNT) this.#learnt.delete(this.#learnt.keys().next().value ?? '')
    this.#learnt.set(key, learnt)
  }
}

/** Two of this moment, and two of the one before it. */
const MOST_LEARNT = 4

/** A stretch that is learnt of a path. */
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
