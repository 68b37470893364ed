/** The prices that an order is held to: the feed's while they are fresh, else those of a read; a stale price counts as none. */
import { add, type Decimal, divide } from '../../../contract/decimal.ts'
import type { KnownPrices } from '../../../contract/reference-price.ts'
import type { MarketFacts, PlanOptions } from './interface.ts'

type Sources = Pick<PlanOptions, 'facts' | 'clock' | 'service'>

/** KnownPrices of an asset that no window watches come within this, ms, or are not waited for. */
const PRICES_WITHIN = 3_000
const LOOK_EVERY = 50
/** They are kept coming this long for the orders that follow, ms. */
const KEPT = 60_000

const hasPrice = ({ mark, mid }: KnownPrices): boolean => mark !== null || mid !== null

/** What the feed says now; null while it is stale or says nothing. */
function freshPrices(facts: Pick<MarketFacts, 'ticker'>, asset: string): KnownPrices | null {
  const ticker = facts.ticker(asset)
  return ticker === null || ticker.stale || !hasPrice(ticker) ? null : ticker
}

/** Mark and middle of a scalar asset. @throws ServiceError of the read that it takes where the feed's are not fresh. */
export async function scalarPrices({ facts, service }: Sources, asset: string): Promise<KnownPrices> {
  const fresh = freshPrices(facts, asset)
  return fresh?.mark != null ? fresh : service.ticker(asset)
}

/**
 * The same for what is priced as a probability, waited for where nobody watched it so far; null when there is no price to be had.
 * @param isEntry what adds exposure waits also for a feed that is stale and of which no read tells more; a close goes by what there is.
 */
export async function probabilityPrices(
  sources: Sources,
  asset: string,
  isEntry: boolean,
): Promise<KnownPrices | null> {
  const { facts, clock } = sources
  const there = freshPrices(facts, asset)
  if (there !== null) return there
  const isStale = facts.ticker(asset) !== null
  const read = isStale ? await readPrices(sources, asset) : null
  if (read !== null || (isStale && !isEntry)) return read
  const release = facts.needPrices(asset)
  clock.after(KEPT, release)
  for (let waited = 0; waited < PRICES_WITHIN; waited += LOOK_EVERY) {
    await new Promise<void>((resolve) => clock.after(LOOK_EVERY, resolve))
    const prices = freshPrices(facts, asset)
    if (prices !== null) return prices
  }
  return isStale ? null : readPrices(sources, asset)
}

/** By the ticker where the deployment has one of it, else by the book; null where neither can be read. */
async function readPrices({ service }: Sources, asset: string): Promise<KnownPrices | null> {
  const ticker = await service.ticker(asset).catch(() => null)
  if (ticker !== null && hasPrice(ticker)) return ticker
  const book = await service.book(asset).catch(() => null)
  const bid = book?.bids[0]?.px ?? null
  const ask = book?.asks[0]?.px ?? null
  if (bid === null || ask === null) return null
  return { mark: null, mid: divide(add(bid, ask), '2' as Decimal, 12), bid, ask }
}
