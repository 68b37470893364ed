/** Why an outcome order or conversion is refused: state of the market, client order id, money, shares. Nothing here changes anything. */
import type { Order } from '../engine/index.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import { minimumValueRefusal, moneyText, sharesText, VenueError } from '../market/index.ts'
import type { Listed } from './listed.ts'
import type { OutcomeMarket } from './market.ts'

/** @throws VenueError `market_closed` unless the market takes the order: one that `opens` exposure or one that only reduces it. */
export function requireOpen(listed: Listed, opens: boolean): void {
  const closed = (status: number, detail: string): VenueError =>
    new VenueError(status, 'market_closed', `${listed.question.title}: ${detail}`, 'outcomeId')
  if (listed.state === 'settling') throw closed(409, 'trading has ended, the market is settling.')
  if (listed.state === 'expired') throw closed(409, 'the market has expired and is paid out.')
  if (listed.forced === 'paused') throw closed(423, 'the market is paused.')
  if (listed.forced === 'unavailable') throw closed(409, 'the market is unavailable.')
  if (listed.forced === 'settled') throw closed(409, 'the market has settled.')
  if (listed.forced === 'close_only' && opens)
    throw closed(409, 'the market is close-only: it takes sales and merges alone.')
}

/** What an order breaks besides the market's state: an open cloid, crossing when it must not, money, shares. */
export function orderRefusal(market: OutcomeMarket, account: LedgerAccount, order: Order): VenueError | null {
  const { exchange } = market
  if (order.cloid !== null && exchange.records.of(account).openCloids.has(order.cloid)) {
    const detail = `An open order has the client order id ${order.cloid} already.`
    return new VenueError(409, 'duplicate_cloid', detail, 'cloid')
  }
  const { book, mirrored } = exchange.place(order)
  if (order.tif === 'ALO' && book.crosses(order.isBuy, order.price)) {
    return new VenueError(409, 'alo_would_cross', 'Add-liquidity-only: the order would trade at once.', 'price')
  }
  // At the price of the cheaper side: the same order seen from the other end is worth the same.
  const cheaper = Math.min(order.price, CERTAIN - order.price)
  const tooLittle = minimumValueRefusal(market.host, account, shareValue(cheaper, order.remaining))
  if (tooLittle !== null) return tooLittle
  if (exchange.buys(order)) {
    const needed = shareValue(mirrored ? CERTAIN - order.price : order.price, order.remaining)
    const available = exchange.shares.available(account)
    if (needed <= available) return null
    const there = moneyText(available > 0n ? available : 0n)
    const detail = `Needs ${moneyText(needed)} USDH in the outcome balance; ${there} is available.`
    return new VenueError(409, 'insufficient_margin', detail, 'sz')
  }
  const free = exchange.shares.free(account, order.asset)
  if (order.remaining <= free) return null
  const detail = `A sale of ${sharesText(order.remaining)} needs as many shares; ${sharesText(free)} are held and not offered.`
  return new VenueError(409, 'insufficient_shares', detail, 'sz')
}
