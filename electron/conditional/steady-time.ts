/** The service's time, carried on by a clock that does not leap until it is measured anew. */
import type { Clock } from '../../contract/time.ts'

/**
 * A machine's clock that is set leaves the offset that was measured before wrong until the next measurement: a bucket must not end by it.
 * @param offset the service's time minus the terminal's as measured last, ms.
 * @returns the service's time now, ms.
 */
export function createSteadyTime(clock: Pick<Clock, 'now' | 'monotonic'>, offset: () => number): () => number {
  let measured: { readonly offset: number; readonly time: number; readonly at: number } | null = null
  return () => {
    const now = clock.monotonic()
    const latest = offset()
    if (measured === null || measured.offset !== latest) {
      measured = { offset: latest, time: clock.now() + latest, at: now }
    }
    return measured.time + now - measured.at
  }
}
