/**
 * Batch rate of each window, where there is not enough time for all of them to paint 60 times a second. The front window takes what it can; the
 * others share one rate, in turns, which falls while the front one is late, though not below 40 % of its pace, and rises while it is not. Without a
 * front window all of them share, and any late one counts. A single visible window shares with nobody.
 */

/** Round trip from main to the paint report for a window that keeps up, ms: slightly more than a frame. */
const IN_TIME = 20
/** Without a front window nobody waits for a frame: several of them may pass. */
const IN_TIME_BEHIND = 60
/** Number of round trips evaluated together, and their maximum age, ms. */
const TRIPS = 20
const LONGEST_LOOK = 400
/**
 * Share of late trips above which the rate falls, and below which it rises. On two cores nearly every paint of another window costs the front one a
 * frame, so fewer late trips are not achievable as long as the others visibly update.
 */
const TOO_LATE = 0.35
const HARDLY_LATE = 0.25
const FALLS_TO = 0.6
/** Relative to the rate; at least one batch a second. */
const RISES_BY = 0.15
/** Batches per second. */
const FULL = 60
/**
 * Minimum rate of another window: as a share of what the front window paints, and in batches per second when that is low. Frames that are missed
 * leave of the share about 40 %.
 */
const MIN_OF_FRONT = 0.46
const MIN_BEHIND = 2
/** Its paints are counted this long, ms. */
const COUNTED_FOR = 1000
/** Minimum rate of each window while none is in front, batches per second: the trader may be watching any of them. */
const MIN_SHARED = 15
/** Minimum interval of a window's batches as a share of the period, even when its slot changes. */
const MIN_OF_PERIOD = 0.6
/** Pause of the others when time is short and another window comes to the front, ms: how soon it must reach its full rate. */
const REST = 300
/** How long a window behind is awaited before it is sent another batch, ms. */
const UNANSWERED = 250

/** The pace of one window. */
export interface Pace {
  /** The earliest time of the next batch, ms. All windows of a pacer use one clock. */
  earliest(now: number): number
  /** A batch was sent. */
  sent(now: number): void
  /** The window painted a batch. */
  painted(now: number): void
  /** The window handled the latest batch; `painted`: with a frame, so that the duration shows whether it keeps up. */
  answered(now: number, painted: boolean): void
  /** Whether it is the front window. */
  setFront(front: boolean, now: number): void
  /** A hidden window does not take part. */
  setVisible(visible: boolean): void
  /** The window has closed. */
  leave(): void
}

interface Member {
  front: boolean
  visible: boolean
  sentAt: number
  /** Time of the oldest unpainted batch; null when all are painted. */
  waitingSince: number | null
}

export class Pacer {
  readonly #members = new Set<Member>()
  #rate = FULL
  #trips = 0
  #late = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Paints per second of the front window, as last measured; and of the measurement under way, its count and beginning. */
  #frontPaints = 0
  #painted = 0
  #paintedSince = Number.NEGATIVE_INFINITY
  /** When the front window came to the front. */
  #frontSince = Number.NEGATIVE_INFINITY

  /** Batches per second of each window that is not in front. */
  get rate(): number {
    return Math.max(this.#least, this.#rate)
  }

  join(): Pace {
    const member: Member = { front: false, visible: true, sentAt: Number.NEGATIVE_INFINITY, waitingSince: null }
    this.#members.add(member)
    return {
      earliest: (now) => this.#earliest(member, now),
      sent: (now) => {
        member.sentAt = now
        member.waitingSince ??= now
      },
      painted: (now) => {
        if (member.front) this.#countFront(now)
      },
      answered: (now, painted) => {
        const since = member.waitingSince
        member.waitingSince = null
        if (since !== null && painted && this.#counts(member)) this.#look(now - since, now)
      },
      setFront: (front, now) => {
        if (front === member.front) return
        member.front = front
        if (front) this.#frontSince = now
        this.#frontPaints = 0
        this.#painted = 0
        this.#forget()
      },
      setVisible: (visible) => {
        member.visible = visible
        member.waitingSince = null
        this.#forget()
      },
      leave: () => {
        this.#members.delete(member)
        this.#forget()
      },
    }
  }

  get #least(): number {
    return this.#front === undefined ? MIN_SHARED : Math.max(MIN_BEHIND, MIN_OF_FRONT * this.#frontPaints)
  }

  get #front(): Member | undefined {
    return [...this.#members].find(({ front, visible }) => front && visible)
  }

  #earliest(member: Member, now: number): number {
    if (member.front || this.rate >= FULL) return Number.NEGATIVE_INFINITY
    if ([...this.#members].every((each) => each === member || !each.visible)) return Number.NEGATIVE_INFINITY
    const waits = member.waitingSince === null ? Number.NEGATIVE_INFINITY : member.waitingSince + UNANSWERED
    const period = 1000 / this.rate
    const others = [...this.#members].filter(({ front, visible }) => visible && !front)
    // Each has its own slot in the period: windows that paint at once delay the front one.
    const place = (others.indexOf(member) / others.length) * period
    const rested = this.#front === undefined ? now : Math.max(now, this.#frontSince + REST)
    const least = Math.max(rested, member.sentAt + period * MIN_OF_PERIOD, waits)
    return place + Math.ceil((least - place) / period) * period
  }

  /** Whether a window's round trips indicate the available time. */
  #counts(member: Member): boolean {
    const front = this.#front
    return member.visible && (front === undefined || front === member)
  }

  #countFront(now: number): void {
    if (this.#painted === 0) this.#paintedSince = now
    else if (now - this.#paintedSince >= COUNTED_FOR) {
      this.#frontPaints = (this.#painted * 1000) / (now - this.#paintedSince)
      this.#painted = 0
      this.#paintedSince = now
    }
    this.#painted += 1
  }

  #look(trip: number, now: number): void {
    if (this.#trips === 0) this.#lookedAt = now
    this.#trips += 1
    if (trip > (this.#front === undefined ? IN_TIME_BEHIND : IN_TIME)) this.#late += 1
    if (this.#trips < TRIPS && now - this.#lookedAt < LONGEST_LOOK) return
    const late = this.#late / this.#trips
    const rate = this.rate
    if (late > TOO_LATE) this.#rate = Math.max(this.#least, rate * FALLS_TO)
    else if (late < HARDLY_LATE) this.#rate = Math.min(FULL, rate + Math.max(1, rate * RISES_BY))
    this.#forget()
  }

  /** Measurements with another front window do not apply to this one. */
  #forget(): void {
    this.#trips = 0
    this.#late = 0
  }
}
