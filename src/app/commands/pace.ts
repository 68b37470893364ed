/** How often things are said aloud: of one market no more often than every so many ms, whether somebody asked or not. */
import type { Cancel, Clock } from '../../../contract/time.ts'

/** Between two announcements of one market, ms. */
const LEAST_MS = 5000
/** What comes by a timer of the same length may come this much early, ms. */
const EARLY_MS = 250

export interface Pace {
  /** Somebody asked: it is said at once, or as soon as it may be. */
  readonly asked: (about: string, say: () => void) => void
  /** It may be news: it is said now or not at all. */
  readonly due: (about: string, say: () => void) => void
  readonly stop: () => void
}

export function createPace(clock: Pick<Clock, 'monotonic' | 'after'>): Pace {
  let last: { readonly about: string; readonly at: number } | null = null
  let waiting: Cancel | null = null
  const left = (about: string): number =>
    last?.about === about ? Math.max(0, last.at + LEAST_MS - clock.monotonic()) : 0
  const stop = (): void => {
    waiting?.()
    waiting = null
  }
  const now = (about: string, say: () => void): void => {
    stop()
    last = { about, at: clock.monotonic() }
    say()
  }
  return {
    asked(about, say) {
      const wait = left(about)
      stop()
      if (wait === 0) now(about, say)
      else waiting = clock.after(wait, () => now(about, say))
    },
    due(about, say) {
      if (waiting === null && left(about) <= EARLY_MS) now(about, say)
    },
    stop,
  }
}
