/** Stretches of time of which every fill was read, put together. Pure. */
import type { Stretch } from './interface.ts'

/** Whether two stretches leave no millisecond between them. */
export const isTouching = (a: Stretch, b: Stretch): boolean => a.since <= b.until + 1 && b.since <= a.until + 1

/** From the first to the last of stretches that touch. */
export const joined = (stretches: readonly Stretch[]): Stretch => ({
  since: Math.min(...stretches.map(({ since }) => since)),
  until: Math.max(...stretches.map(({ until }) => until)),
})

/** From the newest moment back to where something is missing; a gap of a single moment is none, for no page can show more of it. */
export function knownOf(stretches: readonly Stretch[]): Stretch | null {
  let at = stretches.length - 1
  const newest = stretches[at]
  if (newest === undefined) return null
  for (let below = stretches[at - 1]; below !== undefined; below = stretches[at - 1]) {
    if ((stretches[at]?.since ?? 0) - below.until > 2) break
    at -= 1
  }
  const oldest = stretches[at] ?? newest
  return { since: oldest.since, until: oldest.until }
}
