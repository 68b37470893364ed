/** A position that the ledger shows as closed: by its entries, or by a classified difference to the reads. Pure. */

import type { Family } from '../account.ts'
import { absolute, divide, type Price, type Size, signOf, trimZeros } from '../decimal.ts'
import { heldPrice } from '../family-rules.ts'
import type { Millis } from '../time.ts'
import type { Held } from './books.ts'
import type { DifferenceCause } from './difference.ts'
import { PLACES } from './lots.ts'

/** `entries`: fills and conversions explain it. Otherwise the class of the difference. */
export type ClosedCause = 'entries' | Exclude<DifferenceCause, 'lagging' | 'settling'>

/** A closed position: closed, or flipped to the other side. Decimals are exact text, times are service time. */
export interface ClosedPosition {
  /** Unique in the wallet, and stable when the same close is booked again. */
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** Signed; from the last read that agreed with the ledger, otherwise from the entries. */
  readonly size: Size
  /** Average entry price, of UP for binary contracts; null when the cost is unknown. */
  readonly entryPx: Price | null
  readonly liquidationPx: Price | null
  readonly openedAt: Millis
  /** Entries before this time opened the position; later ones may have closed it. */
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

/** Facts about how a position may end, and how reads show it. */
export interface Terms {
  /** End of its market, service time; null when unknown. */
  readonly end: Millis | null
  readonly liquidationPx: Price | null
  /** Whether the mark reached the liquidation price. */
  readonly isReached: boolean
  /** The last read that agreed with the ledger; null before the first. */
  readonly shown: ShownPosition | null
}

/** A position as reads show it. */
export interface ShownPosition {
  readonly family: Family
  /** Signed. */
  readonly size: Size
  readonly entryPx: Price
  /** Since when reads show this size, service time. */
  readonly since: Millis
}

/** When a position was opened, how it could end, and why and when it did. */
interface Close extends Pick<ClosedPosition, 'openedAt' | 'at' | 'cause'> {
  readonly terms: Terms | undefined
}

export function closedOf(held: Held, { openedAt, terms, at, cause }: Close): ClosedPosition {
  const { asset, family } = held
  const last = terms?.shown ?? null
  // Facts about an earlier position in the same asset do not apply to this one.
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

/** Average entry price from the cost; the price of UP for binary contracts. */
export function entryOf({ family, size, cost }: Held): Price | null {
  if (cost === null) return null
  const own = trimZeros(divide(absolute(cost), absolute(size), PLACES)) as string as Price
  return heldPrice({ family, size }, own)
}
