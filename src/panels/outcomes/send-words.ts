/** What the button of an outcome ticket sends, in its own words. Pure. */
import { trimZeros } from '../../../contract/decimal.ts'
import { atPlaces } from '../../format/index.ts'
import { distanceOf } from '../../trade-forms/index.ts'
import type { OutcomeTicketView } from './use-outcome-ticket.ts'

/** `10 at 0.210`, `10 at most 0.216`: what a press sends. */
export function sendWords(ticket: OutcomeTicketView, places: number): string {
  const { draft, intent, bound } = ticket
  if (intent === null || bound === null) return lacking(ticket)
  const at = draft.mode === 'limit' ? 'at' : draft.side === 'buy' ? 'at most' : 'at least'
  return `${trimZeros(intent.size)} ${at} ${atPlaces(bound, places)}`
}

function lacking({ draft: { mode, distance, size }, issues }: OutcomeTicketView): string {
  if (mode === 'limit') return 'enter price and size'
  if ('issue' in distanceOf(distance, 'outcome')) return 'check the distance'
  if (size.trim() === '') return 'enter a size'
  return issues.length > 0 ? 'check the size' : 'no price to go by'
}
