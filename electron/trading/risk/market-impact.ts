/** Market impact checks of an order that adds exposure: its size, the collar over a period, its share of the book. */

import type { Family } from '../../../contract/account.ts'
import type { ActionCode } from '../../../contract/action-code.ts'
import { add, compare, type Decimal, divide, type Price } from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { Intent } from '../../../contract/intent.ts'
import { addsExposure, requestedOrderOf } from '../../../contract/requested-order.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { TradingService } from '../../service/index.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { Refusal } from '../actions/index.ts'
import { depthRefusal, mayCross, type ShownBook, type Taking } from './depth-share.ts'
import { requestedExposure } from './exposure.ts'
import { limitRefusal, sizeLabel } from './limit-refusals.ts'
import type { Limits } from './overrides.ts'
import type { PeriodCollar } from './period-collar.ts'

/** Maximum wait for the book of an asset that no window watches, ms. */
const WITHIN = 3_000

const LOOK_EVERY = 50

/** The book stays subscribed this long for further orders, ms. */
const KEPT = 60_000

interface LiveBookOptions {
  readonly facts: {
    depth(asset: string): (ShownBook & { readonly stale: boolean }) | null
    needPrices(asset: string): Cancel
  }
  readonly service: Pick<TradingService, 'book'>
  readonly clock: Pick<Clock, 'after'>
}

const NOTHING: ReadonlySet<ActionCode> = new Set()

export type MarketImpact = ReturnType<typeof createMarketImpact>

interface MarketImpactOptions {
  readonly limits: () => Pick<Limits, 'orderSize' | 'depthShare'>
  /** Codes of limits that an action may exceed, on the trader's confirmation. */
  readonly overridden: (id: string) => ReadonlySet<ActionCode>
  readonly collar: PeriodCollar
  readonly familyOf: (asset: string) => Family
  /** Last known price of an asset; null while that is out of date. */
  readonly priceOf: (asset: string) => Price | null
  /** The asset's current book; null where unknown. Never rejects. */
  readonly book: (asset: string) => Promise<ShownBook | null>
}

export function createMarketImpact({ limits, overridden, collar, familyOf, priceOf, book }: MarketImpactOptions) {
  function takingOf(request: Pick<StoredAction, 'intent' | 'prepared' | 'estimate'>): Taking | null {
    const { intent, prepared } = request
    if (!addsExposure(intent)) return null
    const order = requestedOrderOf(intent, prepared)
    const requested = requestedExposure(request)
    if (order === null || requested === null) return null
    const { asset, side, size } = requested
    return { asset, family: familyOf(asset), side, size, worst: order.worst, postOnly: order.tif === 'ALO' }
  }

  function tooLarge({ size, family }: Taking): Refusal | null {
    const { orderSize } = limits()
    if (compare(size, orderSize) <= 0) return null
    return limitRefusal('limit_order_size', { size: sizeLabel(family, size), limit: grouped(orderSize) })
  }

  /** @param beyond codes of overridden limits; read again, since the override lapses while the book is awaited. */
  async function held(
    taking: Taking,
    beyond: () => ReadonlySet<ActionCode> = () => NOTHING,
  ): Promise<{ readonly refusal: Refusal | null; readonly book: ShownBook | null }> {
    const unless = (refusal: Refusal | null): Refusal | null =>
      refusal !== null && beyond().has(refusal.code) ? null : refusal
    const before = unless(tooLarge(taking)) ?? unless(collar.refusal(taking))
    if (before !== null) return { refusal: before, book: null }
    const now = await book(taking.asset)
    // Repeated: trades during the read of the book count.
    const refusal = unless(collar.refusal(taking)) ?? unless(depthRefusal(taking, now, limits().depthShare))
    return { refusal, book: now }
  }

  return {
    /** Checks only the order itself. */
    sizeRefusal(intent: Intent): Refusal | null {
      const taking = takingOf({ intent, prepared: null, estimate: null })
      return taking === null ? null : tooLarge(taking)
    },
    /** Like `refusal`, for an intent without an action. */
    async refusalOf(intent: Intent): Promise<Refusal | null> {
      const taking = takingOf({ intent, prepared: null, estimate: null })
      return taking === null ? null : (await held(taking)).refusal
    },
    /** Why an action may not be sent now, or null: the market's current price is then kept for the orders that follow. */
    async refusal(action: Pick<StoredAction, 'id' | 'intent' | 'prepared' | 'estimate'>): Promise<Refusal | null> {
      const taking = takingOf(action)
      if (taking === null) return null
      const { refusal, book: now } = await held(taking, () => overridden(action.id))
      if (refusal !== null) return refusal
      collar.passed(action.id, middleOf(now) ?? priceOf(taking.asset), mayCross(taking, now))
      return null
    },
  }
}

/** Null where a side is empty or the book is unknown. */
function middleOf(book: ShownBook | null): Price | null {
  const [bid, ask] = [book?.bids[0]?.px, book?.asks[0]?.px]
  return bid === undefined || ask === undefined ? null : (divide(add(bid, ask), '2' as Decimal, 6) as Price)
}

/** The current book of an asset; null where it is unavailable. Never rejects. */
export async function liveBook(asset: string, { facts, service, clock }: LiveBookOptions): Promise<ShownBook | null> {
  const live = (): ShownBook | null => {
    const shown = facts.depth(asset)
    return shown === null || shown.stale ? null : shown
  }
  const there = live()
  if (there !== null) return there
  try {
    return await service.book(asset)
  } catch {
    // For markets priced as probabilities there may be no read: the feed delivers the book once it is subscribed.
  }
  clock.after(KEPT, facts.needPrices(asset))
  for (let waited = 0; waited < WITHIN; waited += LOOK_EVERY) {
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY, resolve))
    const come = live()
    if (come !== null) return come
  }
  return null
}
