/** When it is looked for updates by itself: a minute after the start, and every six hours, not by all terminals at once. */
import type { Cancel, Clock, Random } from '../../contract/time.ts'

const FIRST_MS = 60_000
const EVERY_MS = 6 * 3_600_000
/** How much later it may be, as a share of each. */
const JITTER = 0.2

export interface Schedule {
  /** From here on, or no more; the same as before changes nothing. */
  set(on: boolean): void
}

export function createSchedule(clock: Pick<Clock, 'after'>, random: Random, run: () => void): Schedule {
  let waiting: Cancel | null = null
  const wait = (ms: number): void => {
    waiting = clock.after(ms * (1 + JITTER * random()), () => {
      wait(EVERY_MS)
      run()
    })
  }
  return {
    set(on) {
      if (on === (waiting !== null)) return
      if (on) wait(FIRST_MS)
      else {
        waiting?.()
        waiting = null
      }
    },
  }
}
