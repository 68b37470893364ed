/** The book that an order is held to: the feed's while it is live, else a read that begins now, else the feed's once it has come. */
import type { Clock } from '../../contract/time.ts'
import type { TradingService } from '../service/index.ts'
import type { MarketFacts } from './plans/index.ts'
import type { ShownBook } from './risk/index.ts'

/** The book of an asset that no window watches comes within this, ms, or is not waited for. */
const WITHIN = 3_000
const LOOK_EVERY = 50
/** It is kept coming this long for the orders that follow, ms. */
const KEPT = 60_000

interface LiveBookOptions {
  readonly facts: Pick<MarketFacts, 'depth' | 'needPrices'>
  readonly service: Pick<TradingService, 'book'>
  readonly clock: Pick<Clock, 'after'>
}

/** Null where it cannot be had. Never rejects. */
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
    // Of what is priced as a probability no read may tell: the feed brings it once it is asked for.
  }
  clock.after(KEPT, facts.needPrices(asset))
  for (let waited = 0; waited < WITHIN; waited += LOOK_EVERY) {
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY, resolve))
    const come = live()
    if (come !== null) return come
  }
  return null
}
