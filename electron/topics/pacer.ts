/**
 * How often each window is sent a batch, where there is not time for all of them to paint 60 times a second: the window in front at its
 * full rate, the others at one rate for all of them, in turns, which falls while the one in front is late and rises while it is not. With
 * none in front all windows share, and how late any of them is counts. A window that is in view alone has nobody to share with.
 */

/** What a trip from main to the report of the paint takes a window that keeps up, ms: a frame and a little. */
const IN_TIME = 20
/** With no window in front nobody waits for a frame: several of them may go by. */
const IN_TIME_BEHIND = 60
/** Trips that are looked at together, and for how long at most, ms. */
const TRIPS = 20
const LONGEST_LOOK = 400
/**
 * Share of late trips above which the rate falls, and below which it rises. Nearly every paint of another window costs the one in front a frame
 * on a machine of two cores, so fewer late trips than these are not to be had as long as the others are seen to live.
 */
const TOO_LATE = 0.35
const HARDLY_LATE = 0.25
const FALLS_TO = 0.6
/** Of the rate; one batch a second at least. */
const RISES_BY = 0.15
/** Batches a second. */
const FULL = 60
/** Beside a window in front: what shows that they live. With none in front, where each may be the one that is looked at. */
const LEAST_BEHIND = 2
const LEAST_SHARED = 15
/** A window's batches are apart at least this share of the period, whatever became of its place. */
const LEAST_OF_PERIOD = 0.6
/** How long the others rest where time is short and another window comes to the front, ms: so soon it is to be at its full rate. */
const REST = 300
/** How long a window that is not in front is waited for before it is sent another batch, ms. */
const UNANSWERED = 250

/** The pace of one window. */
export interface Pace {
  /** The earliest moment at which the next batch may leave, ms. All windows of a pacer speak of one clock. */
  earliest(now: number): number
  /** A batch left. */
  sent(now: number): void
  /** The window took the newest batch; `painted`: with a frame, so that the time that took says how it keeps up. */
  answered(now: number, painted: boolean): void
  /** In front: what the trader looks at. */
  setFront(front: boolean, now: number): void
  /** A hidden window takes no part. */
  setVisible(visible: boolean): void
  /** The window has closed. */
  leave(): void
}

interface Member {
  front: boolean
  visible: boolean
  sentAt: number
  /** When the oldest batch left that is not painted yet; null when all are. */
  waitingSince: number | null
}

export class Pacer {
  readonly #members = new Set<Member>()
  #rate = FULL
  #trips = 0
  #late = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  /** When the window in front came there. */
  #frontSince = Number.NEGATIVE_INFINITY

  /** Batches a second for each window that is not in front. */
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
      answered: (now, painted) => {
        const since = member.waitingSince
        member.waitingSince = null
        if (since !== null && painted && this.#counts(member)) this.#look(now - since, now)
      },
      setFront: (front, now) => {
        if (front === member.front) return
        member.front = front
        if (front) this.#frontSince = now
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
    return this.#front === undefined ? LEAST_SHARED : LEAST_BEHIND
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
    // Each has its own place in the period: windows that paint at once hold up the one in front.
    const place = (others.indexOf(member) / others.length) * period
    const rested = this.#front === undefined ? now : Math.max(now, this.#frontSince + REST)
    const least = Math.max(rested, member.sentAt + period * LEAST_OF_PERIOD, waits)
    return place + Math.ceil((least - place) / period) * period
  }

  /** Whether a window's trips say how much time there is. */
  #counts(member: Member): boolean {
    const front = this.#front
    return member.visible && (front === undefined || front === member)
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

  /** What was seen of another window in front says nothing of this one. */
  #forget(): void {
    this.#trips = 0
    this.#late = 0
  }
}
