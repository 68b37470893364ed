/** Liquidation: what happens to a position whose isolated equity no longer covers its maintenance margin. */
import { bankruptcyTick, type LedgerAccount } from '../ledger/index.ts'
import type { ScalarExchange } from './exchange.ts'

/** Liquidates every position of the asset that the mark has reached. */
export function liquidateAll(exchange: ScalarExchange, asset: number, mark: number): void {
  for (const account of exchange.ledger.accounts) {
    const holding = account.holdings.get(asset)
    if (holding === undefined || holding.liquidation === null) continue
    const reached = holding.lots > 0 ? mark <= holding.liquidation : mark >= holding.liquidation
    if (reached) liquidate(exchange, account, asset, mark)
  }
}

/**
 * Cancels the account's orders in the asset, sells into the book no worse than the price at which its margin is used up, and hands what
 * the book does not take to the insurance account at the mark.
 */
function liquidate(exchange: ScalarExchange, account: LedgerAccount, asset: number, mark: number): void {
  for (const order of [...exchange.records.of(account).resting.values()]) {
    if (order.asset === asset) exchange.withdraw(order, 'cancelled')
  }
  const holding = exchange.ledger.holding(account, asset)
  const terms = {
    owner: account.id,
    asset,
    isBuy: holding.lots < 0,
    price: bankruptcyTick(holding),
    lots: Math.abs(holding.lots),
    tif: 'IOC',
    reduceOnly: true,
    cloid: null,
  } as const
  exchange.liquidate(exchange.newOrder(terms), account, mark)
}
