/** A time within which something is done by itself, and after which it wants the trader. */
import type { Clock } from '../../../contract/time.ts'

export interface Within {
  isOver(): boolean
  /** ms */
  left(): number
}

/** Over by either clock: the one for time-outs stands still while the machine sleeps, and the wall clock may be set back. */
export function within(clock: Pick<Clock, 'now' | 'monotonic'>, ms: number): Within {
  const [steady, wall] = [clock.monotonic() + ms, clock.now() + ms]
  return {
    isOver: () => clock.monotonic() > steady || clock.now() > wall,
    left: () => steady - clock.monotonic(),
  }
}
