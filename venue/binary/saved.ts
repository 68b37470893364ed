/** Saves the binary part of an account as plain JSON, and restores it across closes in between. */
import { bucketAt } from '../buckets.ts'
import { CERTAIN, type LedgerAccount } from '../ledger/index.ts'
import { payOut, restoreOrder, type SavedLeveraged, saveOrder, savePosition } from '../market/index.ts'
import type { BinaryCore } from './core.ts'
import { BINARY_ASSETS, type BinaryMarket } from './market.ts'
import { valueAt } from './positions.ts'

export function saveBinary(market: BinaryMarket, core: BinaryCore, account: LedgerAccount): SavedLeveraged {
  const records = market.exchange.records.of(account)
  return {
    leverage: Object.fromEntries(
      BINARY_ASSETS.map((name, asset) => [name, core.leverageOf(account, asset)] as const).filter(([, x]) => x !== 1),
    ),
    positions: BINARY_ASSETS.flatMap((asset, number) => {
      const position = market.exchange.positions.get(account, number)
      return position === null ? [] : [savePosition(asset, market.bucket.end, position)]
    }),
    orders: records.orders.map((order) => saveOrder(order, market.name(order.asset))),
    fills: [...records.fills],
  }
}

/** Restores an account: a position of the current bucket as it was, one of a finished bucket as its payout. */
export function restoreBinary(
  market: BinaryMarket,
  core: BinaryCore,
  account: LedgerAccount,
  saved: SavedLeveraged,
): void {
  const { ledger } = market.host
  const records = market.exchange.records.of(account)
  BINARY_ASSETS.forEach((name, asset) => {
    const leverage = saved.leverage[name]
    if (leverage !== undefined) core.restoreLeverage(account, asset, leverage)
  })
  for (const known of saved.orders) {
    const asset = BINARY_ASSETS.indexOf(known.asset)
    if (asset >= 0) records.addOrder(restoreOrder(known, account.id, asset))
  }
  for (const fill of saved.fills) records.addFill(fill)
  for (const known of saved.positions) {
    const asset = BINARY_ASSETS.indexOf(known.asset)
    const position = {
      lots: known.lots,
      cost: BigInt(known.cost),
      margin: BigInt(known.margin),
      realized: BigInt(known.realized),
    }
    if (asset === market.bucket.asset && known.bucketEnd === market.bucket.end) {
      market.exchange.positions.restore(account, asset, position)
      continue
    }
    // A bucket of a different calendar is decided by the bucket that was running at its end, or by the last one.
    const end = Math.min(known.bucketEnd, market.bucket.start)
    const above = market.endsAbove(bucketAt(market.rules, end - 1))
    const value = valueAt(position.lots, above ? CERTAIN : 0)
    const loan = position.cost - position.margin
    const credit = value > loan ? value - loan : 0n
    const result = credit - position.margin
    ledger.restoreResult(account, result, position.margin)
    const paid = { tid: market.host.takeTid(), asset: known.asset, price: above ? CERTAIN : 0, lots: position.lots }
    records.addFill(payOut('binary', { ...paid, realized: result, time: end }))
  }
}
