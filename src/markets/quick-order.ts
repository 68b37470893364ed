/** Quick orders from the command line or a key: the interface that families implement. Pure. */
import type { AccountView, Family, Fees, TimeInForce } from '../../contract/account.ts'
import { add, type Decimal, divide, type Money, type Price, toStep } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { Intent } from '../../contract/intent.ts'
import type { ScalarMarket, Side, Ticker } from '../../contract/market.ts'
import type { OrderTerms } from '../../contract/order-rules.ts'
import { plural } from '../../contract/plural.ts'
import { entryWorstAt } from '../../contract/protection.ts'
import { facingPrice } from '../../contract/reference-price.ts'
import type { BookSides } from '../trade-forms/index.ts'

export type OrderTif = TimeInForce
export type QuoteName = 'bid' | 'mid' | 'ask'

/** A price as requested. `own`: in the market's native unit. */
export type TypedPrice =
  | { readonly kind: 'typed'; readonly value: Decimal; readonly unit: 'own' | 'fahrenheit' | 'percent' }
  | { readonly kind: 'quote'; readonly quote: QuoteName }
  /** At once, through the best opposite price by as much as a new ticket allows. */
  | { readonly kind: 'market' }

/** A limit quick order, in the market's own price. */
export interface QuickOrder extends OrderTerms {
  readonly tif: OrderTif
}

/** Market and account data; null is unknown. */
export interface QuickOrderFacts<I extends Instrument = Instrument> {
  readonly instrument: I
  readonly ticker: Pick<Ticker, 'mark' | 'temperature' | 'bid' | 'mid' | 'ask'> | null
  readonly book: BookSides | null
  readonly account: AccountView | null
  readonly fees: Fees | null
  /** Of a scalar asset. */
  readonly market: ScalarMarket | null
  readonly leverage: number
  /** Smallest value of an order, in the collateral; null where none is known. */
  readonly minimumValue: Money | null
}

/** One figure of the card: `Margin`, `12.40 USDC`. */
export interface QuickOrderFigure {
  readonly name: string
  readonly value: string
}

/** The result of planning a quick order. */
export interface QuickOrderPlan {
  /** Null while the order is blocked; `issue` then has the reason. */
  readonly intent: Intent | null
  readonly issue: string | null
  readonly figures: readonly QuickOrderFigure[]
}

/** The market's own price, or the reason why it is invalid, as a sentence. */
export type ReadPrice = { readonly price: Price } | { readonly issue: string }

export type SizeUnit = 'contracts' | 'shares' | 'USDC'

/** A size with its unit: `1 contract`, `10 shares`, `25 USDC`. */
export const withUnit = (size: string, unit: SizeUnit): string => {
  switch (unit) {
    case 'contracts':
      return `${size} ${plural(size, 'contract', 'contracts')}`
    case 'shares':
      return `${size} ${plural(size, 'share', 'shares')}`
    case 'USDC':
      return `${size} USDC`
  }
}

/** The family-specific part of quick orders. */
export interface FamilyQuickOrder<I extends Instrument = Instrument> {
  readonly unit: SizeUnit
  /** Why orders with a price are unavailable, and what to do instead; null where they are available. */
  readonly off: string | null
  /** Why a position cannot be reversed at once, and what to do instead; null where it can. */
  readonly reverseOff: string | null
  /** Why an order cannot have these terms; null where it can. */
  readonly termsIssue: (order: Pick<QuickOrder, 'tif' | 'reduceOnly'>) => string | null
  readonly readPrice: (typed: Extract<TypedPrice, { kind: 'typed' }>, facts: QuickOrderFacts<I>) => ReadPrice
  readonly plan: (order: QuickOrder, facts: QuickOrderFacts<I>) => QuickOrderPlan
}

// A named price: the best bid, the best ask, or the mid rounded to the passive tick.

const MISSING: Readonly<Record<QuoteName, string>> = {
  bid: 'No bid now.',
  mid: 'No mid now: a bid or ask is missing.',
  ask: 'No ask now.',
}

/**
 * The price of a name for an order of a side. The mid is rounded to the tick away from the other side, so that it does not trade on arrival where the
 * spread is one tick.
 * @param tick null where the service does not report it; the mid is then not rounded
 */
export function quotedPrice(
  quote: QuoteName,
  side: Side,
  { bid, ask }: Pick<Ticker, 'bid' | 'ask'>,
  tick: Price | null,
): ReadPrice {
  if (quote !== 'mid') {
    const price = quote === 'bid' ? bid : ask
    return price === null ? { issue: MISSING[quote] } : { price }
  }
  if (bid === null || ask === null) return { issue: MISSING.mid }
  const middle = divide(add<Decimal>(bid, ask), '2' as Decimal, 18) as Price
  return { price: tick === null ? middle : toStep(middle, tick, side === 'buy' ? 'down' : 'up') }
}

/** How far a market order may trade through the best opposite price: that of a new ticket. */
const MARKET_DISTANCE: { readonly [F in Family]: Price } = {
  scalar: '0.10' as Price,
  binary: '0.05' as Price,
  outcome: '0.02' as Price,
}

/** The worst price of a market order, and why there is none while its side of the book is empty. */
export function marketPrice(
  family: Family,
  side: Side,
  quotes: Pick<Ticker, 'bid' | 'ask'>,
  tick: Price | null,
): ReadPrice {
  const facing = facingPrice(side, quotes)
  if (facing === null) return { issue: MISSING[side === 'buy' ? 'ask' : 'bid'] }
  return { price: entryWorstAt(facing, MARKET_DISTANCE[family], { family, side, tickSize: tick }) }
}
