/** Takes accounts out of the venue and brings them back, through closes that happened in between. */
import type { Order } from '../engine/index.ts'
import type { LedgerAccount } from '../ledger/index.ts'
import { bringOrder, saveOrder, wasOpen } from '../market/saved-parts.ts'
import { moneyText, priceText, sizeText } from '../market/texts.ts'
import type { Oracle } from '../oracle/index.ts'
import type { Exchange } from '../scalar/exchange.ts'
import type { MarketState } from '../scalar/schedule.ts'
import type { SavedAccount, SavedState } from './saved.ts'

export interface Parts {
  readonly exchange: Exchange
  readonly state: MarketState
  readonly oracle: Oracle
  readonly time: number
}

export function exportState(parts: Parts, accounts: readonly LedgerAccount[]): SavedState {
  const { exchange, state, oracle, time } = parts
  return {
    version: 1,
    time,
    nextOid: exchange.nextOid,
    nextTid: exchange.nextTid,
    bucketSeconds: state.rules.bucketSeconds,
    finalSeconds: state.rules.finalSeconds,
    oracleShifts: [...oracle.shifts()],
    accounts: accounts.map((account) => exportAccount(parts, account)),
  }
}

function exportAccount({ exchange, state }: Parts, account: LedgerAccount): SavedAccount {
  const records = exchange.records(account)
  const holdings = [...account.holdings.values()]
  return {
    address: account.address,
    usdc: String(account.usdc),
    usdh: String(account.usdh),
    usdhOutcome: String(account.usdhOutcome),
    leverage: Object.fromEntries(
      holdings
        .filter((holding) => holding.leverage !== exchange.ledger.defaultLeverage)
        .map((holding) => [state.name(holding.asset), holding.leverage]),
    ),
    positions: holdings
      .filter((holding) => holding.lots !== 0)
      .map((holding) => ({
        asset: state.name(holding.asset),
        bucketEnd: state.bucket.end,
        lots: holding.lots,
        cost: String(holding.cost),
        margin: String(holding.margin),
        realized: String(holding.realized),
      })),
    orders: records.orders.map((order) => saveOrder(order, state.name(order.asset))),
    fills: records.fills.map((fill) => ({ ...fill })),
  }
}

/**
 * Brings the accounts back. Positions of a bucket that has closed are paid out at the oracle's average of its end, orders of it expire;
 * those of the bucket that still trades come back: positions as they were, orders at their price and time. An order that would trade at
 * once with what rests already does so, but for add-liquidity-only orders, which are cancelled.
 * @throws Error when one of the accounts exists; nothing has changed then.
 */
export function importState(parts: Parts, saved: SavedState): void {
  const { exchange, oracle } = parts
  const known = saved.accounts.find(({ address }) => exchange.ledger.find(address) !== null)
  if (known !== undefined) throw new Error(`account ${known.address} exists already`)
  exchange.nextOid = Math.max(exchange.nextOid, saved.nextOid)
  exchange.nextTid = Math.max(exchange.nextTid, saved.nextTid)
  if (saved.oracleShifts.length > 0) oracle.restoreShifts(saved.oracleShifts)
  const open: [Order, LedgerAccount][] = []
  for (const entry of saved.accounts) {
    const account = exchange.ledger.open(entry.address, false)
    exchange.ledger.deposit(account, BigInt(entry.usdc), BigInt(entry.usdh))
    account.usdhOutcome = BigInt(entry.usdhOutcome)
    exchange.ledger.depositedUsdh += account.usdhOutcome
    bringHoldings(parts, account, entry, saved)
    for (const order of bringOrders(parts, account, entry, saved)) open.push([order, account])
  }
  open.sort(([a], [b]) => a.time - b.time || a.oid - b.oid)
  for (const [order, account] of open) bringBack(exchange, order, account)
  for (const [, account] of open) exchange.records(account).orders.sort((a, b) => a.oid - b.oid)
}

/** The known asset's number, or −1 when this venue trades no such asset. */
const numberOf = (state: MarketState, asset: string): number => state.rules.assets.indexOf(asset)

/** Whether a bucket of the saved venue is the one that trades here now. */
const goesOn = ({ state }: Parts, saved: SavedState, bucketEnd: number, asset: number): boolean =>
  state.live === asset && bucketEnd === state.bucket.end && saved.bucketSeconds === state.rules.bucketSeconds

function bringHoldings(parts: Parts, account: LedgerAccount, entry: SavedAccount, saved: SavedState): void {
  const { exchange, state, oracle, time } = parts
  const { ledger } = exchange
  for (const [name, leverage] of Object.entries(entry.leverage)) {
    const asset = numberOf(state, name)
    if (asset >= 0) ledger.holding(account, asset).leverage = Math.min(leverage, ledger.maxLeverage)
  }
  for (const position of entry.positions) {
    const asset = numberOf(state, position.asset)
    const cost = BigInt(position.cost)
    const margin = BigInt(position.margin)
    if (asset >= 0 && goesOn(parts, saved, position.bucketEnd, asset)) {
      ledger.bringPosition(account, asset, position.lots, cost, margin, BigInt(position.realized))
      continue
    }
    // A bucket of another length than this venue keeps may not have ended yet: it is paid out at the readings up to now.
    const end = Math.min(position.bucketEnd, Math.floor(time / 1000) * 1000)
    const mark = oracle.averageTicks(end / 1000, saved.finalSeconds)
    const result = BigInt(position.lots * mark) - cost
    ledger.bringResult(account, result, margin)
    exchange.records(account).fills.push({
      family: 'scalar',
      tid: String(exchange.nextTid++),
      oid: 'settlement',
      asset: position.asset,
      side: position.lots > 0 ? 'sell' : 'buy',
      price: priceText(mark),
      size: sizeText(Math.abs(position.lots)),
      fee: moneyText(0n),
      liquidity: 'taker',
      realized_pnl: moneyText(result),
      time: end,
    })
  }
}

function bringOrders(parts: Parts, account: LedgerAccount, entry: SavedAccount, saved: SavedState): Order[] {
  const { exchange, state } = parts
  const records = exchange.records(account)
  records.fills.unshift(...entry.fills)
  const open: Order[] = []
  for (const known of entry.orders) {
    const asset = numberOf(state, known.asset)
    const order = bringOrder(known, account.id, asset)
    const bucketEnd = Math.floor(saved.time / (saved.bucketSeconds * 1000) + 1) * saved.bucketSeconds * 1000
    if (wasOpen(known) && goesOn(parts, saved, bucketEnd, asset)) open.push(order)
    else {
      if (wasOpen(known)) order.status = 'expired'
      if (asset >= 0) records.orders.push(order)
    }
  }
  return open
}

function bringBack(exchange: Exchange, order: Order, account: LedgerAccount): void {
  const supported = exchange.ledger.holding(account, order.asset).lots
  const lost = order.reduceOnly && (supported === 0 || supported > 0 === order.isBuy)
  if (lost || (order.tif === 'ALO' && exchange.book(order.asset).crosses(order.isBuy, order.price))) {
    order.status = 'cancelled'
    exchange.records(account).addOrder(order)
  } else {
    exchange.execute(order, account)
  }
}
