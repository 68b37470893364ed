/** Asks one source again and again: at its own pace while it answers, more and more rarely while it fails. */
import type { Cancel, Clock, Random } from '../../contract/time.ts'
import { backOff, WeatherError } from './weather-http.ts'

export type Poller = ReturnType<typeof createPoller>

interface PollerOptions {
  readonly clock: Pick<Clock, 'after'>
  readonly random: Random
  /** One request, with all that follows from it. */
  readonly run: () => Promise<void>
  /** Wait after a success, ms. */
  readonly wait: () => number
  /** Called at each failure; null at a success. */
  readonly outcome: (error: unknown) => void
}

export function createPoller({ clock, random, run, wait, outcome }: PollerOptions) {
  let cancel: Cancel | null = null
  let failures = 0
  /** Counts starts and stops: an answer to an earlier one changes nothing. */
  let life = 0

  async function turn(of: number): Promise<void> {
    let next: number
    try {
      await run()
      if (of !== life) return
      failures = 0
      outcome(null)
      next = wait()
    } catch (error) {
      if (of !== life) return
      failures += 1
      outcome(error)
      next = backOff(failures, error instanceof WeatherError ? error.retryAfter : null, random)
    }
    cancel = clock.after(next, () => void turn(of))
  }

  return {
    /** Asks at once, and then at its pace. */
    start(): void {
      if (cancel !== null) return
      life += 1
      const of = life
      cancel = () => undefined
      void turn(of)
    },
    stop(): void {
      life += 1
      cancel?.()
      cancel = null
      failures = 0
    },
  }
}
