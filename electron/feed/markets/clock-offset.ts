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

export class ClockOffset {
  #samples: Sample[] = []
  #untold = false

  /** Server time minus local time, ms, from the quickest round trip; null before the first. */
  get offset(): number | null {
    let best: Sample | null = null
    for (const sample of this.#samples) if (best === null || sample.error <= best.error) best = sample
    return best === null ? null : Math.round(best.offset)
  }

  /** The service's time at the end of the newest round trip that told it, and when that was, monotonic ms; null before the first. */
  get newest(): ServiceTime | null {
    const sample = this.#samples.at(-1)
    return sample === undefined ? null : { time: sample.wall + (this.offset ?? 0), at: sample.at }
  }

  /** As `offset`; 0 where the service was read and no answer of it has a time: then the machine's is all there is. */
  get known(): number | null {
    return this.offset ?? (this.#untold ? 0 : null)
  }

  /** Takes the service's time from an answer: its `server_time`, else its `Date`, which is cut to the second. */
  take({ serverTime, answeredAt }: Told, trip: RoundTrip): void {
    if (serverTime !== null) this.#add(serverTime, trip, 0)
    else if (answeredAt !== undefined) this.#add(answeredAt, trip, SECOND)
    else this.#untold = true
  }

  /** @param resolution what the server's time was cut to, ms. */
  #add(serverTime: number, { sentAt, tookMs, monotonic }: RoundTrip, resolution: number): void {
    const half = Math.max(0, tookMs) / 2
    const error = half + resolution / 2
    const offset = serverTime + resolution / 2 - (sentAt + half)
    const sample = { offset, error, at: monotonic, wall: sentAt + 2 * half }
    // One of the clocks was set: what was measured before no longer holds.
    const agrees = (other: Sample): boolean => Math.abs(other.offset - sample.offset) <= other.error + error + SLACK
    this.#samples = [...this.#samples.filter((other) => monotonic - other.at < KEEP && agrees(other)), sample].slice(
      -MOST,
    )
  }
}
