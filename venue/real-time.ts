/** Real time for the venue's clock: it never goes back, and it goes on while the machine sleeps. */

/** The wall clock running ahead by this much, ms, means that the machine slept. */
const SLEPT = 1000

/**
 * Milliseconds that rise with the monotonic clock; where the wall clock shows that the machine slept, they jump forward by as much. A
 * wall clock that is set back changes nothing.
 */
export function createRealTime({ monotonic, wall }: { monotonic: () => number; wall: () => number }): () => number {
  const between = wall() - monotonic()
  let slept = 0
  return () => {
    const now = monotonic()
    const ahead = wall() - now - between
    if (ahead > slept + SLEPT) slept = ahead
    return now + slept
  }
}
