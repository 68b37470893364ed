/** Saves the scalar part of an account as plain JSON, and restores it, even when buckets have closed in between. */
import { type Order, setStatus } from '../engine.ts'
import type { LedgerAccount } from '../ledger/index.ts'
import { payOut, restoreOrder, type SavedLeveraged, saveOrder, savePosition, wasOpen } from '../market/index.ts'
import type { ScalarExchange } from './exchange.ts'
import type { ScalarMarket } from './market.ts'
import type { MarketState } from './market-state.ts'

/** The bucket calendar and the time of the venue that saved the accounts. */
export interface SavedCalendar {
  /** Venue time, ms. */
  readonly time: number
  readonly bucketSeconds: number
  readonly finalSeconds: number
}

export function saveScalar({ exchange, state }: ScalarMarket, account: LedgerAccount): SavedLeveraged {
  const records = exchange.records.of(account)
  const holdings = [...account.holdings.values()]
  return {
    leverage: Object.fromEntries(
      holdings
        .filter((holding) => holding.leverage !== exchange.ledger.defaultLeverage)
        .map((holding) => [state.name(holding.asset), holding.leverage]),
    ),
    positions: holdings
      .filter((holding) => holding.lots !== 0)
      .map((holding) => savePosition(state.name(holding.asset), state.bucket.end, holding)),
    orders: records.orders.map((order) => saveOrder(order, state.name(order.asset))),
    fills: records.fills.map((fill) => ({ ...fill })),
  }
}

/**
 * Restores accounts. Positions of a closed bucket are paid out at the oracle's average of its end, and its orders expire; those of the current bucket
 * are restored: positions as they were, orders with price and time. An order that crosses resting orders trades at once, except add-liquidity-only
 * orders, which are canceled.
 */
export function restoreScalar(
  market: ScalarMarket,
  accounts: readonly (readonly [LedgerAccount, SavedLeveraged])[],
  calendar: SavedCalendar,
): void {
  const { exchange } = market
  const open: [Order, LedgerAccount][] = []
  for (const [account, saved] of accounts) {
    restoreHoldings(market, account, saved, calendar)
    for (const order of restoreOrders(market, account, saved, calendar)) open.push([order, account])
  }
  open.sort(([a], [b]) => a.time - b.time || a.oid - b.oid)
  for (const [order, account] of open) restoreOpenOrder(exchange, order, account)
  for (const [, account] of open) exchange.records.of(account).orders.sort((a, b) => a.oid - b.oid)
}

/** The asset's number, or −1 when this venue does not trade it. */
const numberOf = (state: MarketState, asset: string): number => state.rules.assets.indexOf(asset)

/** Whether a saved bucket is the one trading here now. */
const isStillTrading = ({ state }: ScalarMarket, calendar: SavedCalendar, bucketEnd: number, asset: number): boolean =>
  state.live === asset && bucketEnd === state.bucket.end && calendar.bucketSeconds === state.rules.bucketSeconds

function restoreHoldings(
  market: ScalarMarket,
  account: LedgerAccount,
  saved: SavedLeveraged,
  calendar: SavedCalendar,
): void {
  const { exchange, state, host } = market
  const { ledger } = exchange
  for (const [name, leverage] of Object.entries(saved.leverage)) {
    const asset = numberOf(state, name)
    if (asset >= 0) ledger.holding(account, asset).leverage = Math.min(leverage, ledger.maxLeverage)
  }
  for (const position of saved.positions) {
    const asset = numberOf(state, position.asset)
    const cost = BigInt(position.cost)
    const margin = BigInt(position.margin)
    if (asset >= 0 && isStillTrading(market, calendar, position.bucketEnd, asset)) {
      ledger.restorePosition(account, asset, position.lots, cost, margin, BigInt(position.realized))
      continue
    }
    // A bucket of a different length may not have ended yet: it is paid out from the readings up to now.
    const end = Math.min(position.bucketEnd, market.second * 1000)
    const mark = host.oracle.averageTicks(end / 1000, calendar.finalSeconds)
    const result = BigInt(position.lots * mark) - cost
    ledger.restoreResult(account, result, margin)
    const paid = { tid: host.takeTid(), asset: position.asset, price: mark, lots: position.lots }
    exchange.records.of(account).fills.push(payOut('scalar', { ...paid, realized: result, time: end }))
  }
}

/** @returns the orders to put back into the book. */
function restoreOrders(
  market: ScalarMarket,
  account: LedgerAccount,
  saved: SavedLeveraged,
  calendar: SavedCalendar,
): Order[] {
  const records = market.exchange.records.of(account)
  records.fills.unshift(...saved.fills)
  const open: Order[] = []
  const length = calendar.bucketSeconds * 1000
  const bucketEnd = Math.floor(calendar.time / length + 1) * length
  for (const savedOrder of saved.orders) {
    const asset = numberOf(market.state, savedOrder.asset)
    const order = restoreOrder(savedOrder, account.id, asset)
    if (wasOpen(savedOrder) && isStillTrading(market, calendar, bucketEnd, asset)) open.push(order)
    else {
      if (wasOpen(savedOrder)) setStatus(order, 'expired', Math.min(bucketEnd, market.host.now()))
      if (asset >= 0) records.orders.push(order)
    }
  }
  return open
}

function restoreOpenOrder(exchange: ScalarExchange, order: Order, account: LedgerAccount): void {
  const supported = exchange.ledger.holding(account, order.asset).lots
  const lost = order.reduceOnly && (supported === 0 || supported > 0 === order.isBuy)
  if (lost || (order.tif === 'ALO' && exchange.book(order.asset).crosses(order.isBuy, order.price))) {
    setStatus(order, 'cancelled', exchange.now())
    exchange.records.of(account).addOrder(order)
  } else {
    exchange.execute(order, account)
  }
}
