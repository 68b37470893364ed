/** Which day the lines of the panel are of, said above the first line of each day that is not today. Pure. */
import { serviceTime } from '../../../contract/action.ts'
import type { Entry } from './entries.ts'

/** By the service's clock; null of what tells its day itself. */
function timeOf(entry: Entry): number | null {
  if ('found' in entry) return null
  if ('action' in entry) return serviceTime(entry.action, entry.action.createdAt)
  if ('move' in entry) return entry.move.at
  if ('reversal' in entry) return entry.reversal.at
  if ('safety' in entry) return entry.safety.at
  return 'ending' in entry ? entry.ending.at : entry.trade.at
}

/**
 * @param entries newest first.
 * @param today the day of now, as `dayOf` calls it.
 * @returns what to say above entries, by their ids.
 */
export function daysAbove(
  entries: readonly Entry[],
  today: string,
  dayOf: (ms: number) => string,
): ReadonlyMap<string, string> {
  const above = new Map<string, string>()
  let before = today
  for (const entry of entries) {
    const at = timeOf(entry)
    if (at === null) continue
    const day = dayOf(at)
    if (day !== before) above.set(entry.id, day)
    before = day
  }
  return above
}
