/** Reference prices of orders: the feed's while they are fresh, else those of a read; a stale price counts as none. */

import type { Family } from '../../../contract/account.ts'
import { add, type Decimal, divide, greater, lesser, type Price, subtract } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { type CloseReach, percentWithin, wideningPrices } from '../../../contract/protection.ts'
import { facingPrice, type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { type MarketFacts, type PlanOptions, refuse } from './interface.ts'

type Sources = Pick<PlanOptions, 'facts' | 'clock' | 'service'>

/** Maximum wait for the prices of an asset that no window watches, ms. */
const PRICES_WITHIN = 3_000
const LOOK_EVERY = 50
/** They stay subscribed this long for further orders, ms. */
const KEPT = 60_000

const hasPrice = ({ mark, mid }: KnownPrices): boolean => mark !== null || mid !== null

/** The feed's current prices; null while they are stale or missing. */
function freshPrices(facts: Pick<MarketFacts, 'ticker'>, asset: string): KnownPrices | null {
  const ticker = facts.ticker(asset)
  return ticker === null || ticker.stale || !hasPrice(ticker) ? null : ticker
}

/** Mark and mid price of a scalar asset. @throws ServiceError of the read that replaces stale feed prices. */
export async function scalarPrices({ facts, service }: Sources, asset: string): Promise<KnownPrices> {
  const fresh = freshPrices(facts, asset)
  return fresh?.mark != null ? fresh : service.ticker(asset)
}

/**
 * Prices of a market priced as a probability, awaited where nobody watched it so far; null when unavailable.
 * @param isEntry an entry also waits for a stale feed that no read can replace; a close uses the available price.
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

/** From the ticker where the deployment has one for it, else from the book; null where neither can be read. */
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
  /** The price that a percentage refers to, at a reference; default the reference itself. */
  readonly countedAt?: (reference: Price) => Price
  readonly places?: number
}

/** The price that a service counts a percentage from, by family. */
const COUNTED_FROM: { readonly [F in Family]: (side: Side, prices: KnownPrices) => Price | null } = {
  scalar: (_side, { mid, mark }) => mid ?? mark,
  binary: (side, prices) => referencePrice('binary', side, prices),
  outcome: (side, prices) => referencePrice('outcome', side, prices),
}

/**
 * Converts a worst price to the percentage that a service asks for instead, so that the service's own limit lies at or inside the worst price. The
 * service counts from its own read of the price; what it prepares is compared with the worst price exactly, and planned again if it is worse. Null
 * where the prices are already at or beyond the worst price.
 */
export function wirePercent(worst: Price, { countedAt = (price) => price, ...terms }: WireTerms): Decimal | null {
  const { family, side, tickSize, prices, again } = terms
  const within = (limit: Price, reference: Price | null): Decimal | null =>
    reference === null
      ? null
      : percentWithin(limit, { side, reference, counted: countedAt(reference), ...placesIn(terms) })
  const usual = COUNTED_FROM[family](side, prices)
  const first = within(worst, usual)
  if (!again || first === null) return first
  const inside = tickSize === null ? worst : side === 'buy' ? subtract(worst, tickSize) : add(worst, tickSize)
  return within(inside, leastRoom(side, prices)) ?? within(inside, usual) ?? first
}

/**
 * The remaining prices of a close, without those that the market has already passed, and the request at the first of them; null where it has passed
 * all.
 */
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

/** Refusal for a worst price that the market has passed. */
export function beyondWorst(worst: Price, { side, prices }: Pick<WireTerms, 'side' | 'prices'>) {
  const now = facingPrice(side, prices) ?? prices.mid ?? prices.mark
  const limit = priceLabel(worst)
  const message =
    now === null
      ? `The price is beyond your worst price of ${limit}.`
      : `The best price is now ${priceLabel(now)}, beyond your worst price of ${limit}.`
  return refuse('beyond_worst', message, 'price')
}
