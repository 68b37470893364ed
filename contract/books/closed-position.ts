/** A position that the ledger shows as ended: by its entries, or by a difference to the reads that was classified. Pure. */
import type { Family } from '../account.ts'
import { absolute, divide, ONE, type Price, type Size, signOf, subtract, trimZeros } from '../decimal.ts'
import type { Millis } from '../time.ts'
import type { Held } from './books.ts'
import type { DifferenceCause } from './difference.ts'
import { PLACES } from './lots.ts'

/** `entries`: fills and conversions add up to it. Otherwise the class of the difference. */
export type ClosedCause = 'entries' | Exclude<DifferenceCause, 'lagging' | 'settling'>

/** A position that ended: closed, or turned to the other side. Decimals are exact text, times are service time. */
export interface ClosedPosition {
  /** Unique in the wallet, and the same when the same end is booked again. */
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** Signed; as the last read that agreed with the ledger showed it, without one as the entries add up. */
  readonly size: Size
  /** Average entry, of binary contracts the price of UP; null when the cost is unknown. */
  readonly entryPx: Price | null
  readonly liquidationPx: Price | null
  readonly openedAt: Millis
  /** Entries before this time made the position, later ones may have closed it. */
  readonly since: Millis
  /** End of its market; null when unknown. */
  readonly end: Millis | null
  /** Whether the mark reached the liquidation price. */
  readonly isReached: boolean
  /** Whether a read showed the position. */
  readonly wasShown: boolean
  /** Time of the last entry, or of the first read without the position. */
  readonly at: Millis
  readonly cause: ClosedCause
}

/** How a position may end, and how reads show it. */
export interface Terms {
  /** End of its market, service time; null when unknown. */
  readonly end: Millis | null
  readonly liquidationPx: Price | null
  /** Whether the mark reached that price. */
  readonly isReached: boolean
  /** As the last read that agreed with the ledger showed it; null before the first. */
  readonly shown: ShownPosition | null
}

/** A position as reads show it. */
export interface ShownPosition {
  readonly family: Family
  /** Signed. */
  readonly size: Size
  readonly entryPx: Price
  /** Since when it is shown in this size, service time. */
  readonly since: Millis
}

/** When a position was opened, how it may end, and why and when it did. */
interface Close {
  readonly openedAt: Millis
  readonly terms: Terms | undefined
  readonly at: Millis
  readonly cause: ClosedCause
}

/** The end of a position that was held. */
export function closedOf(held: Held, { openedAt, terms, at, cause }: Close): ClosedPosition {
  const { asset, family } = held
  const last = terms?.shown ?? null
  // What is known of the position before it in the same asset says nothing of this one.
  const shown = last !== null && last.since >= openedAt && signOf(last.size) === signOf(held.size) ? last : null
  const isKnown = terms !== undefined && shown !== null
  return {
    id: `${asset}/${openedAt}`,
    family,
    asset,
    size: shown?.size ?? held.size,
    entryPx: shown?.entryPx ?? entryOf(held),
    liquidationPx: isKnown ? terms.liquidationPx : null,
    openedAt,
    since: shown?.since ?? openedAt,
    end: isKnown ? terms.end : null,
    isReached: cause === 'liquidation' || (isKnown && terms.isReached),
    wasShown: shown !== null,
    at,
    cause,
  }
}

/** Average entry by the cost; of binary contracts the price of UP. */
function entryOf({ family, size, cost }: Held): Price | null {
  if (cost === null) return null
  const own = trimZeros(divide(absolute(cost), absolute(size), PLACES)) as string as Price
  return family === 'binary' && signOf(size) < 0 ? subtract(ONE, own) : own
}
