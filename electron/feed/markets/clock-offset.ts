/** The server's clock against this machine's, by the best of several round trips. */

/** One round trip: the server's time was read somewhere between the two local times. */
interface Sample {
  /** Server time minus the middle of the round trip, ms. */
  readonly offset: number
  /** Half the round trip: how far the offset may be off. */
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

/** The service's time as an answer reports it, ms. */
interface Told {
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
/** Samples are believed this long: clocks drift. */
const KEEP = 10 * 60_000
const MOST = 32
/** Beyond their errors two samples differ by more than this only when a clock was set. */
const SLACK = 50
/** Two answers that bear each other out are at least this far apart: a wrong one may be repeated at once, ms. */
export const APART = 3_000
/** Beyond their errors samples that differ by more than this are of no clock that drifts or is corrected: one of them is wrong, ms. */
const LEAP = 1_000

export class ClockOffset {
  #samples: Sample[] = []
  /** When the first of the samples came that agree up to the newest one, monotonic ms. */
  #since = 0
  /** One that disagrees with the confirmed time; believed once another agrees with it. */
  #doubted: Sample | null = null
  #untold: { readonly first: number; readonly last: number } | null = null

  /** Server time minus local time, ms, from the quickest round trip; null before the first. */
  get offset(): number | null {
    const best = this.#best
    return best === null ? null : Math.round(best.offset)
  }

  /** The service's time at the end of the newest round trip that told it, and when that was, monotonic ms; null before the first. */
  get newest(): ServiceTime | null {
    const sample = this.#samples.at(-1)
    return sample === undefined ? null : { time: sample.wall + (this.offset ?? 0), at: sample.at }
  }

  /** As `offset`; 0 where the service was read and no answer of it has a time: then the machine's is all there is. */
  get known(): number | null {
    return this.offset ?? (this.#untold === null ? null : 0)
  }

  /**
   * Whether two answers some seconds apart agree in the service's time, and none since reports another. Where no answer has a time, whether two
   * have come: then the machine's is all there is.
   */
  get isConfirmed(): boolean {
    if (this.#samples.length > 0) return this.#isBorneOut && this.#doubted === null
    return this.#untold !== null && this.#untold.last - this.#untold.first >= APART
  }

  /** Takes the service's time from an answer: its `server_time`, else its `Date`, which is cut to the second. */
  take({ serverTime, answeredAt }: Told, trip: RoundTrip): void {
    if (serverTime !== null) this.#add(serverTime, trip, 0)
    else if (answeredAt !== undefined) this.#add(answeredAt, trip, SECOND)
    else this.#untold = { first: this.#untold?.first ?? trip.monotonic, last: trip.monotonic }
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

  /** @param resolution what the server's time was cut to, ms. */
  #add(serverTime: number, { sentAt, tookMs, monotonic }: RoundTrip, resolution: number): void {
    const half = Math.max(0, tookMs) / 2
    const error = half + resolution / 2
    const offset = serverTime + resolution / 2 - (sentAt + half)
    const sample = { offset, error, at: monotonic, wall: sentAt + 2 * half }
    const best = this.#best
    if (best !== null && isSameTime(best, sample)) this.#goOn(sample)
    else if (!this.#isBorneOut || monotonic - (this.newest?.at ?? 0) >= KEEP) this.#begin(sample, sample)
    else if (this.#doubted === null || !isSameTime(this.#doubted, sample)) this.#doubted = sample
    else if (monotonic - this.#doubted.at >= APART) this.#begin(sample, this.#doubted)
  }

  #goOn(sample: Sample): void {
    this.#doubted = null
    // One of the clocks was set: what was measured before no longer holds.
    const agrees = (other: Sample): boolean =>
      Math.abs(other.offset - sample.offset) <= other.error + sample.error + SLACK
    const kept = this.#samples.filter((other) => sample.at - other.at < KEEP && agrees(other))
    this.#samples = [...kept, sample].slice(-MOST)
  }

  /** @param first the first one that agrees with it. */
  #begin(sample: Sample, first: Sample): void {
    this.#samples = [sample]
    this.#since = first.at
    this.#doubted = null
  }
}

/**
 * Whether two samples may be of one clock of the service: by the machine's own clock, or by the monotonic one where the machine's was set. The
 * monotonic clock may have stood still while the machine slept.
 */
function isSameTime(a: Sample, b: Sample): boolean {
  const most = a.error + b.error + LEAP
  const passed = b.offset + b.wall - (a.offset + a.wall)
  return Math.abs(b.offset - a.offset) <= most || Math.abs(passed - (b.at - a.at)) <= most
}
