/** Money and position rules that an order must meet before it reaches the book. No side effects. */
import type { OrderBook, OrderTerms } from '../engine.ts'
import { availableOf, type Ledger, type LedgerAccount, orderReserve, orderValue } from '../ledger/index.ts'
import { moneyText, priceText, sizeText, VenueError } from '../market/index.ts'

export interface CheckContext {
  readonly book: OrderBook
  readonly ledger: Ledger
  readonly account: LedgerAccount
  /** Open-interest cap of the asset, lots. */
  readonly openInterestCap: number
}

/** The first rule the order violates, or null. */
export function refusalOf(terms: OrderTerms, context: CheckContext): VenueError | null {
  const { book, ledger, account } = context
  if (terms.tif === 'ALO' && book.crosses(terms.isBuy, terms.price)) {
    const best = priceText(terms.isBuy ? book.bestAsk : book.bestBid)
    const what = terms.isBuy ? `the best ask is ${best}` : `the best bid is ${best}`
    return new VenueError(
      409,
      'alo_would_cross',
      `Add-liquidity-only: the order would trade at once, ${what}.`,
      'price',
    )
  }
  const held = ledger.holding(account, terms.asset).lots
  const reducible = held > 0 === terms.isBuy ? 0 : Math.abs(held)
  if (terms.reduceOnly) return reduceOnlyRefusal(terms, held, reducible)
  return openInterestRefusal(terms, reducible, context) ?? marginRefusal(terms, context)
}

function reduceOnlyRefusal(terms: OrderTerms, held: number, reducible: number): VenueError | null {
  if (terms.lots <= reducible) return null
  const detail =
    held === 0
      ? 'Reduce-only, but there is no position to reduce.'
      : reducible === 0
        ? `Reduce-only, but a ${terms.isBuy ? 'buy' : 'sell'} would increase the position of ${sizeText(held)}.`
        : `Reduce-only, but the order of ${sizeText(terms.lots)} would do more than close the position of ${sizeText(held)}.`
  return new VenueError(409, 'reduce_only_would_increase', detail, 'size')
}

function openInterestRefusal(terms: OrderTerms, reducible: number, context: CheckContext): VenueError | null {
  const opening = Math.max(0, terms.lots - reducible)
  const open = context.ledger.openInterest(terms.asset)
  if (opening === 0 || open + opening <= context.openInterestCap) return null
  return new VenueError(
    409,
    'oi_cap_exceeded',
    `The order could raise open interest to ${sizeText(open + opening)}; the cap is ${sizeText(context.openInterestCap)}.`,
    'size',
  )
}

/**
 * Margin is required at the worst price for the account: a buy's limit, and for a sell the better of its limit and the best bid (a sale above the
 * limit opens a more valuable position).
 */
function marginRefusal(terms: OrderTerms, { book, ledger, account }: CheckContext): VenueError | null {
  const holding = ledger.holding(account, terms.asset)
  const value = orderValue(terms.isBuy ? terms.price : Math.max(terms.price, book.bestBid), terms.lots)
  const after = orderReserve(
    {
      lots: holding.lots,
      bidLots: holding.bidLots + (terms.isBuy ? terms.lots : 0),
      bidValue: holding.bidValue + (terms.isBuy ? value : 0n),
      askLots: holding.askLots + (terms.isBuy ? 0 : terms.lots),
      askValue: holding.askValue + (terms.isBuy ? 0n : value),
    },
    holding.leverage,
  )
  const needed = after - holding.reserved
  const available = availableOf(account)
  if (needed <= 0n || needed <= available) return null
  return new VenueError(
    409,
    'insufficient_margin',
    `Needs ${moneyText(needed)} USDC margin at ${holding.leverage}×; ${moneyText(available > 0n ? available : 0n)} is available.`,
    'size',
  )
}
