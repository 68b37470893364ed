/** The prices that an order is held to: the feed's while they are fresh, else those of a read; a stale price counts as none. */

import type { Family } from '../../../contract/account.ts'
import { add, type Decimal, divide, greater, lesser, type Price, subtract } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { type CloseReach, percentWithin, wideningPrices } from '../../../contract/protection.ts'
import { facingPrice, type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { type MarketFacts, type PlanOptions, refuse } from './interface.ts'

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

interface WireTerms {
  readonly family: Family
  readonly side: Side
  readonly tickSize: Price | null
  readonly prices: KnownPrices
  /** Whether this is planned again: then from the price that leaves the least room, and a tick inside the worst price. */
  readonly again: boolean
  /** The price that a percentage is of, at a reference; the reference itself unless said. */
  readonly countedAt?: (reference: Price) => Price
  readonly places?: number
}

/**
 * From a worst price to what a service is asked for that takes a percentage instead: its own limit is to lie at or inside the worst price. What
 * it counts from is a reading of its own; what it prepares is compared with the worst price exactly, and planned again once it is worse.
 * Null where the prices are at or beyond the worst price by now.
 */
export function wirePercent(worst: Price, { countedAt = (price) => price, ...terms }: WireTerms): Decimal | null {
  const { family, side, tickSize, prices, again } = terms
  const within = (limit: Price, reference: Price | null): Decimal | null =>
    reference === null
      ? null
      : percentWithin(limit, { side, reference, counted: countedAt(reference), ...placesIn(terms) })
  const usual = family === 'scalar' ? (prices.mid ?? prices.mark) : referencePrice(family, side, prices)
  const first = within(worst, usual)
  if (!again || first === null) return first
  const inside = tickSize === null ? worst : side === 'buy' ? subtract(worst, tickSize) : add(worst, tickSize)
  return within(inside, leastRoom(side, prices)) ?? within(inside, usual) ?? first
}

/** The prices of a close from the first on that the market has not left behind, and what is asked for at that one; null where it has all. */
export function wireClose(
  reach: CloseReach,
  terms: WireTerms,
): { readonly prices: readonly Price[]; readonly worst: Price; readonly percent: Decimal } | null {
  const prices = wideningPrices(reach, terms)
  for (const [at, worst] of prices.entries()) {
    const percent = wirePercent(worst, terms)
    if (percent !== null) return { prices: prices.slice(at), worst, percent }
  }
  return null
}

const placesIn = ({ places }: Pick<WireTerms, 'places'>) => (places === undefined ? {} : { places })

function leastRoom(side: Side, prices: KnownPrices): Price | null {
  const known = [prices.mark, prices.mid, facingPrice(side, prices)].filter((price) => price !== null)
  const furthest = side === 'buy' ? greater<Price> : lesser<Price>
  return known.length === 0 ? null : known.reduce((one, other) => furthest(one, other))
}

/** Said of a worst price that the market has left behind. */
export function beyondWorst(worst: Price, { side, prices }: Pick<WireTerms, 'side' | 'prices'>) {
  const now = facingPrice(side, prices) ?? prices.mid ?? prices.mark
  const at = now === null ? 'The price is' : `The best price is ${priceLabel(now)} by now,`
  return refuse('beyond_worst', `${at} beyond your worst price of ${priceLabel(worst)}.`, 'price')
}
