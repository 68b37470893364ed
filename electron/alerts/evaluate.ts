/** What a look at an alert goes by, what it gives, and when a price has crossed a level. Pure; the caller keeps memory and firing in one write. */

import type { CrossingDirection } from '../../contract/alert.ts'
import type { CalendarEvent } from '../../contract/calendar/index.ts'
import { compare, type Decimal, type Price } from '../../contract/decimal.ts'
import type { BucketView, Ticker } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'
import type { AlertMemory, HeldPosition } from '../storage/index.ts'
import { OLDEST_MARK, type ProbabilityFacts } from './probability.ts'

/** What may be known at a look; null is what is not. Stale data counts as not known. */
export interface AlertFacts extends ProbabilityFacts {
  /** By the machine's clock. */
  readonly now: Millis
  readonly bucket: BucketView | null
  /** When the access token runs out, null when there is none or it does not say. */
  readonly tokenExpiresAt: () => Millis | null
  /** As they were read last; none while nobody is signed in. */
  readonly positions: () => readonly HeldPosition[]
  /** What settles, cuts off and expires next of what is held. */
  readonly events: () => readonly CalendarEvent[]
  /** The service's time, ms. */
  readonly serverNow: number
  /** Of the trader who is signed in; empty while nobody is. */
  readonly account: string
}

/** `words` is what the alert says when it fires, else null. `memory` is what it has seen from now on. */
export interface AlertLook {
  readonly memory: AlertMemory
  readonly words: string | null
  readonly about?: FiringAbout
}

/** What a firing is about. */
export interface FiringAbout {
  readonly asset: string
  /** It tells what came of something that has sounded a moment ago for the same asset: then it needs no tone of its own. */
  readonly follows: boolean
}

export const NO_MEMORY: AlertMemory = { side: 0, seen: null, fillsUntil: 0, fillsAt: [] }

/** The asset that is live as of now, null while none is. */
export const liveAsset = (bucket: BucketView | null): string | null =>
  bucket === null || bucket.stale ? null : (bucket.current?.asset ?? null)

/** A ticker with a mark that may be acted on; null while there is none. */
export function freshTicker(
  asset: string | null,
  facts: Pick<AlertFacts, 'ageOf' | 'ticker'>,
): (Ticker & { readonly mark: Price }) | null {
  const ticker = asset === null ? null : facts.ticker(asset)
  if (ticker === null || ticker.stale || facts.ageOf(ticker.asset, ticker.receivedAt) > OLDEST_MARK) return null
  return ticker.mark === null ? null : { ...ticker, mark: ticker.mark }
}

/**
 * Whether a price came to or through a level since it was last off it. `side` is where it was last seen off the level, 0 when never:
 * the first sight only says where it is. After an upward crossing the price counts as above, so that it must come back first.
 */
export function crossing(
  side: AlertMemory['side'],
  price: Decimal,
  level: Decimal,
  direction: CrossingDirection,
): { readonly side: AlertMemory['side']; readonly crossed: 'up' | 'down' | null } {
  const at = compare(price, level)
  if (side === 0 || side === at) return { side: side === 0 ? at : side, crossed: null }
  const crossed = side < 0 ? 'up' : 'down'
  // Touching the level from a side that nobody asked about leaves the price on that side.
  if (direction !== 'either' && direction !== crossed) return { side: at === 0 ? side : at, crossed: null }
  return { side: side < 0 ? 1 : -1, crossed }
}
