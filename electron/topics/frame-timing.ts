/**
 * When a window paints: learned from the frames in which it painted our batches, so that the next batch arrives just before a frame begins instead of
 * waiting for most of one. All times are ms since the epoch with fractions.
 */

/** Facts about a sent batch. */
interface Sent {
  readonly seq: number
  /** The frame it was meant for; null when no frame was known. */
  readonly frame: number | null
}

/** Frame periods of displays, longest first. */
const PERIODS = [30, 48, 50, 60, 72, 75, 85, 90, 100, 120, 144, 165, 240].map((rate) => 1000 / rate)
const USUAL = 1000 / 60
/** Number of frames before the period is estimated again. */
const GUESS_FROM = 24
/** Mean distance of frames from a period's grid below which it is accepted, ms. */
const FITS = 0.7
/** Learned timing is discarded after this long without a painted frame. */
const FORGET_AFTER = 250
const FIRST_LEAD = 5
const MIN_LEAD = 1.5
const MAX_LEAD = 9
/** A batch that missed its frame costs a whole frame, an early one only a little: the lead grows fast and shrinks slowly. */
const LEAD_UP = 1
const LEAD_DOWN = 0.025
const MAX_SENT = 32
/** Maximum delay of a report; below 0 or above this the two clocks differ. */
const LATEST_REPORT = 40
const USUAL_REPORT = 3

export class FrameTiming {
  #period = USUAL
  #lead = FIRST_LEAD
  #frame = Number.NEGATIVE_INFINITY
  #reportedAt = Number.NEGATIVE_INFINITY
  #sent: Sent[] = []
  #gaps: number[] = []
  /** A window's clock lag behind ours, ms; 0 while its reports are plausible. */
  #skew = 0
  #delays: number[] = []

  /** Lead of a batch before its frame, ms. */
  get lead(): number {
    return this.#lead
  }

  /** Length of a frame, ms. */
  get period(): number {
    return this.#period
  }

  /**
   * The first frame that a batch sent at `now` or later can still reach, and that begins after `after`.
   * @returns null while nothing is known of the window's frames.
   */
  nextFrame(now: number, after: number): number | null {
    if (now - this.#reportedAt > FORGET_AFTER) return null
    const earliest = Math.max(now + this.#lead, after)
    const frames = Math.ceil((earliest - this.#frame) / this.#period - 1e-6)
    return this.#frame + Math.max(1, frames) * this.#period
  }

  /** A batch was sent for `frame`. */
  sent(seq: number, frame: number | null): void {
    this.#sent.push({ seq, frame })
    if (this.#sent.length > MAX_SENT) this.#sent.shift()
  }

  /** The window painted batch `seq` in the frame that began at `epochMs`; reported at `now`. */
  painted(seq: number, epochMs: number, now: number): void {
    const frame = epochMs + this.#skewFrom(now - epochMs)
    this.#learnPeriod(frame)
    const batch = this.#sent.find((sent) => sent.seq === seq)
    this.#sent = this.#sent.filter((sent) => sent.seq > seq)
    if (batch !== undefined && batch.frame !== null) {
      const missed = frame > batch.frame + this.#period / 2
      this.#lead = missed ? Math.min(MAX_LEAD, this.#lead + LEAD_UP) : Math.max(MIN_LEAD, this.#lead - LEAD_DOWN)
    }
    this.#frame = frame
    this.#reportedAt = now
  }

  /** Both clocks started from the machine's; when that was set in between, reports seem to come from the future or the past. */
  #skewFrom(delay: number): number {
    this.#delays.push(delay)
    if (this.#delays.length > MAX_SENT) this.#delays.shift()
    const quickest = Math.min(...this.#delays)
    if (quickest < 0 || quickest > LATEST_REPORT) this.#skew = quickest - USUAL_REPORT
    else this.#skew = 0
    return this.#skew
  }

  #learnPeriod(frame: number): void {
    const gap = frame - this.#frame
    if (gap <= 1 || gap > FORGET_AFTER) return
    this.#gaps.push(gap)
    if (this.#gaps.length < GUESS_FROM) return
    const gaps = this.#gaps.splice(0)
    const fitting = PERIODS.find((period) => {
      const distance = gaps.reduce((sum, each) => sum + Math.abs(each - Math.round(each / period) * period), 0)
      return distance / gaps.length < FITS
    })
    if (fitting === undefined) return
    // The true period differs slightly from the display's nominal one.
    const frames = gaps.reduce((sum, each) => sum + Math.round(each / fitting), 0)
    const time = gaps.reduce((sum, each) => sum + each, 0)
    this.#period = frames > 0 ? time / frames : fitting
  }
}
