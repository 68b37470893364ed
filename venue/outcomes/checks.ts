/** Terms of outcome orders, and refusals of orders and conversions: market state, client order id, money, shares. No side effects. */
import type { Order } from '../engine.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import {
  estimateOf,
  minimumValueRefusal,
  moneyText,
  probabilityText,
  readProbability,
  readShares,
  sharesText,
  VenueError,
} from '../market/index.ts'
import type { OutcomeOrderTerms, OutcomeQuoteRequest } from './interface.ts'
import type { Listed } from './listed.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, coinOf } from './shares.ts'

/** @throws VenueError `market_closed` unless the market accepts the order: one that `opens` exposure, or one that only reduces it. */
export function requireOpen(listed: Listed, opens: boolean): void {
  const closed = (status: number, detail: string): VenueError =>
    new VenueError(status, 'market_closed', `${listed.question.title}: ${detail}`, 'outcomeId')
  if (listed.state === 'settling') throw closed(409, 'trading has ended, the market is settling.')
  if (listed.state === 'expired') throw closed(409, 'the market has expired and is paid out.')
  if (listed.forced === 'paused') throw closed(423, 'the market is paused.')
  if (listed.forced === 'unavailable') throw closed(409, 'the market is unavailable.')
  if (listed.forced === 'settled') throw closed(409, 'the market has settled.')
  if (listed.forced === 'close_only' && opens)
    throw closed(409, 'the market is close-only: it accepts only sells and merges.')
}

/** What an order violates besides the market's state: an open cloid, crossing when it must not, money, shares. */
export function orderRefusal(market: OutcomeMarket, account: LedgerAccount, order: Order): VenueError | null {
  const { exchange } = market
  const duplicate = exchange.records.cloidRefusal(account, order.cloid)
  if (duplicate !== null) return duplicate
  const { book, mirrored } = exchange.place(order)
  if (order.tif === 'ALO' && book.crosses(order.isBuy, order.price)) {
    return new VenueError(409, 'alo_would_cross', 'Add-liquidity-only: the order would trade at once.', 'price')
  }
  // At the price of the cheaper side: the same order seen from the other side has the same value.
  const cheaper = Math.min(order.price, CERTAIN - order.price)
  const tooLittle = minimumValueRefusal(market.host, account, shareValue(cheaper, order.remaining))
  if (tooLittle !== null) return tooLittle
  if (exchange.buys(order)) {
    const needed = shareValue(mirrored ? CERTAIN - order.price : order.price, order.remaining)
    const available = exchange.shares.available(account)
    if (needed <= available) return null
    const there = moneyText(available > 0n ? available : 0n)
    const detail = `Needs ${moneyText(needed)} USDH in the outcomes balance; ${there} is available.`
    return new VenueError(409, 'insufficient_margin', detail, 'sz')
  }
  const free = exchange.shares.free(account, order.asset)
  if (order.remaining <= free) return null
  const detail = `Selling ${sharesText(order.remaining)} needs as many free shares; ${sharesText(free)} free.`
  return new VenueError(409, 'insufficient_shares', detail, 'sz')
}

const MAX_BPS = 5000

/** @throws VenueError `unknown_outcome`, `market_closed`, `bad_request` */
export function orderTerms(market: OutcomeMarket, request: OutcomeQuoteRequest): OutcomeOrderTerms {
  const listed = market.side(request.outcomeId, request.side)
  requireOpen(listed, request.isBuy)
  const lots = readShares(request.sz, 'sz')
  const { mode, side, isBuy } = request
  const price =
    mode.kind === 'limit' ? readProbability(mode.limitPx, 'limitPx') : limitOf(market, listed, request, mode)
  const mirrored = listed.books.mirrored(side)
  const inBook = mirrored ? CERTAIN - price : price
  return {
    outcomeId: listed.spec.id,
    side,
    coin: coinOf(assetOf(listed.spec.id, side)),
    assetId: assetOf(listed.spec.id, side),
    isBuy,
    price: probabilityText(price),
    size: sharesText(lots),
    tif: mode.kind === 'limit' ? 'GTC' : 'IOC',
    estimate: estimateOf('outcome', listed.books.book(side), isBuy !== mirrored, lots, inBook, mirrored),
  }
}

/** The limit of a market order: the best opposite price (the current price when there is none), moved by the slippage. */
function limitOf(
  market: OutcomeMarket,
  listed: Listed,
  request: OutcomeQuoteRequest,
  mode: { slippageBps: number },
): number {
  const { slippageBps } = mode
  if (!Number.isSafeInteger(slippageBps) || slippageBps < 0 || slippageBps > MAX_BPS) {
    const detail = `Slippage must be whole basis points from 0 to ${MAX_BPS}.`
    throw new VenueError(400, 'bad_request', detail, 'slippageBps')
  }
  const { side, isBuy } = request
  const mirrored = listed.books.mirrored(side)
  const book = listed.books.book(side)
  const best = isBuy !== mirrored ? book.bestAsk : book.bestBid
  const own = best < 0 ? market.prices.of(listed, side) : mirrored ? CERTAIN - best : best
  const scaled = own * (isBuy ? 10_000 + slippageBps : 10_000 - slippageBps)
  const limit = isBuy ? Math.floor(scaled / 10_000) : Math.ceil(scaled / 10_000)
  return Math.max(1, Math.min(CERTAIN - 1, limit))
}
