/** Which day the rows of the panel are of, said above the first row of each day that is not today. Pure. */
import type { Line } from './row-labels.ts'

/**
 * @param rows newest event first; what was found by its id tells its day itself.
 * @param today the day of now, as `dayOf` calls it.
 * @returns what to say above rows, by their ids.
 */
export function daysAbove(
  rows: readonly Line[],
  today: string,
  dayOf: (ms: number) => string,
): ReadonlyMap<string, string> {
  const above = new Map<string, string>()
  let before = today
  for (const row of rows) {
    if (row.kind === 'found') continue
    const day = dayOf(row.at)
    if (day !== before) above.set(row.id, day)
    before = day
  }
  return above
}
