/** The server's clock relative to this machine's, by the best of several round trips. */

/** One round trip: the server's time was read somewhere between the two local times. */
interface Sample {
  /** Server time minus the middle of the round trip, ms. */
  readonly offset: number
  /** Half the round trip: the maximum error of the offset. */
  readonly error: number
  /** Monotonic time of the answer, and local wall-clock time. */
  readonly at: number
  readonly wall: number
}

/** The service's time at a moment of the monotonic clock, both ms. */
interface ServiceTime {
  readonly time: number
  readonly at: number
}

/** The service's time as reported in an answer, ms. */
interface TimedAnswer {
  readonly serverTime: number | null
  readonly answeredAt?: number | undefined
}

interface RoundTrip {
  /** Local wall-clock time when the request left. */
  readonly sentAt: number
  readonly tookMs: number
  /** Monotonic time of the answer. */
  readonly monotonic: number
}

const SECOND = 1000
/** Samples are used this long: clocks drift. */
const KEEP = 10 * 60_000
const MAX = 32
/** Beyond their errors two samples differ by more than this only when a clock was set. */
const SLACK = 50
/** Minimum interval of two answers that confirm each other: a wrong one may be repeated at once, ms. */
export const APART = 3_000
/** Beyond their errors, a difference above this is not explained by drift or correction: one of the samples is wrong, ms. */
const LEAP = 1_000

export class ClockOffset {
  #samples: Sample[] = []
  /** Time of the first of the samples that agree up to the latest one, monotonic ms. */
  #since = 0
  /** One that contradicts the confirmed time; accepted once another agrees with it. */
  #doubted: Sample | null = null
  #untimed: { readonly first: number; readonly last: number } | null = null

  /** Server time minus local time, ms, from the fastest round trip; null before the first. */
  get offset(): number | null {
    const best = this.#best
    return best === null ? null : Math.round(best.offset)
  }

  /** The service's time at the end of the latest round trip that reported it, and its monotonic time, ms; null before the first. */
  get newest(): ServiceTime | null {
    const sample = this.#samples.at(-1)
    return sample === undefined ? null : { time: sample.wall + (this.offset ?? 0), at: sample.at }
  }

  /** As `offset`; 0 where the service was read and no answer has a time: the machine's is then all there is. */
  get known(): number | null {
    return this.offset ?? (this.#untimed === null ? null : 0)
  }

  /**
   * Whether two answers some seconds apart agree on the service's time, and no later one contradicts them. Where no answer has a time, whether there
   * were two: the machine's is then all there is.
   */
  get isConfirmed(): boolean {
    if (this.#samples.length > 0) return this.#isBorneOut && this.#doubted === null
    return this.#untimed !== null && this.#untimed.last - this.#untimed.first >= APART
  }

  /** Takes the service's time from an answer: its `server_time`, else its `Date`, which is truncated to the second. */
  take({ serverTime, answeredAt }: TimedAnswer, trip: RoundTrip): void {
    if (serverTime !== null) this.#add(serverTime, trip, 0)
    else if (answeredAt !== undefined) this.#add(answeredAt, trip, SECOND)
    else this.#untimed = { first: this.#untimed?.first ?? trip.monotonic, last: trip.monotonic }
  }

  get #best(): Sample | null {
    let best: Sample | null = null
    for (const sample of this.#samples) if (best === null || sample.error <= best.error) best = sample
    return best
  }

  get #isBorneOut(): boolean {
    const newest = this.#samples.at(-1)
    return newest !== undefined && newest.at - this.#since >= APART
  }

  /** @param resolution truncation of the server's time, ms. */
  #add(serverTime: number, { sentAt, tookMs, monotonic }: RoundTrip, resolution: number): void {
    const half = Math.max(0, tookMs) / 2
    const error = half + resolution / 2
    const offset = serverTime + resolution / 2 - (sentAt + half)
    const sample = { offset, error, at: monotonic, wall: sentAt + 2 * half }
    const best = this.#best
    if (best !== null && isSameTime(best, sample)) this.#takeSample(sample)
    else if (!this.#isBorneOut || monotonic - (this.newest?.at ?? 0) >= KEEP) this.#begin(sample, sample)
    else if (this.#doubted === null || !isSameTime(this.#doubted, sample)) this.#doubted = sample
    else if (monotonic - this.#doubted.at >= APART) this.#begin(sample, this.#doubted)
  }

  #takeSample(sample: Sample): void {
    this.#doubted = null
    // One of the clocks was set: earlier measurements are invalid.
    const agrees = (other: Sample): boolean =>
      Math.abs(other.offset - sample.offset) <= other.error + sample.error + SLACK
    const kept = this.#samples.filter((other) => sample.at - other.at < KEEP && agrees(other))
    this.#samples = [...kept, sample].slice(-MAX)
  }

  /** @param first the first sample that agrees with it. */
  #begin(sample: Sample, first: Sample): void {
    this.#samples = [sample]
    this.#since = first.at
    this.#doubted = null
  }
}

/**
 * Whether two samples can come from the same clock of the service: by the machine's own clock, or by the monotonic one where the machine's was set.
 * The monotonic clock may have stopped while the machine slept.
 */
function isSameTime(a: Sample, b: Sample): boolean {
  const most = a.error + b.error + LEAP
  const passed = b.offset + b.wall - (a.offset + a.wall)
  return Math.abs(b.offset - a.offset) <= most || Math.abs(passed - (b.at - a.at)) <= most
}
