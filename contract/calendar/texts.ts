/** Events of the calendar, and what is held in them, in words. Pure. */
import type { Position } from '../account.ts'
import { assertNever } from '../brand.ts'
import { absolute, padTo, signOf, trimZeros } from '../decimal.ts'
import { grouped } from '../grouped.ts'
import { priceLabel } from '../price-text.ts'
import type { CalendarKind } from './calendar.ts'

/** Fewest decimals of a mark: an average entry may have more. */
const PLACES = 2

/** In a table. */
export const EVENT_NAMES: Readonly<Record<CalendarKind, string>> = {
  settlement: 'Settles',
  entries_end: 'Entries end',
  closes_doubtful: 'Ramp begins',
  expiry: 'Expires',
  payout: 'Awaits payout',
}

/** In a sentence, after what it happens to. */
export const EVENT_VERBS: Readonly<Record<CalendarKind, string>> = {
  settlement: 'settles',
  entries_end: 'takes no more entries',
  closes_doubtful: 'may refuse closes',
  expiry: 'expires',
  payout: 'awaits its payout',
}

/** `long 40 at 554.50`, `UP 25 at 0.62`, `12 at 0.40`. */
export function heldText({ family, size, entryPx }: Pick<Position, 'family' | 'size' | 'entryPx'>): string {
  const amount = grouped(trimZeros(absolute(size)))
  const isLong = signOf(size) > 0
  switch (family) {
    case 'scalar':
      return `${isLong ? 'long' : 'short'} ${amount} at ${priceLabel(padTo(trimZeros(entryPx), PLACES))}`
    case 'binary':
      return `${isLong ? 'UP' : 'DOWN'} ${amount} at ${trimZeros(entryPx)} of UP`
    case 'outcome':
      return `${amount} at ${trimZeros(entryPx)}`
    default:
      return assertNever(family, 'family')
  }
}
