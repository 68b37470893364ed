/** The binary part of an account as plain JSON, and its way back through closes that happened in between. */
import { z } from 'zod'
import { bucketAt } from '../buckets.ts'
import { CERTAIN, type LedgerAccount } from '../ledger/index.ts'
import {
  micros,
  moneyText,
  probabilityText,
  restoreOrder,
  savedFill,
  savedOrder,
  saveOrder,
  sharesText,
  whole,
} from '../market/index.ts'
import type { PracticeBinaryCore } from './core.ts'
import { BINARY_ASSETS, type BinaryMarket } from './market.ts'
import { valueAt } from './positions.ts'

export const savedBinary = z.object({
  leverage: z.record(z.string(), whole.min(1)),
  positions: z.array(
    z.object({ asset: z.string(), bucketEnd: whole, lots: whole, cost: micros, margin: micros, realized: micros }),
  ),
  orders: z.array(savedOrder),
  fills: z.array(savedFill),
})

export type SavedBinary = z.infer<typeof savedBinary>

export function saveBinary(market: BinaryMarket, core: PracticeBinaryCore, account: LedgerAccount): SavedBinary {
  const records = market.exchange.records.of(account)
  return {
    leverage: Object.fromEntries(
      BINARY_ASSETS.map((name, asset) => [name, core.leverageOf(account, asset)] as const).filter(([, x]) => x !== 1),
    ),
    positions: BINARY_ASSETS.flatMap((asset, number) => {
      const position = market.exchange.positions.get(account, number)
      if (position === null) return []
      const { lots, cost, margin, realized } = position
      return {
        asset,
        bucketEnd: market.bucket.end,
        lots,
        cost: String(cost),
        margin: String(margin),
        realized: String(realized),
      }
    }),
    orders: records.orders.map((order) => saveOrder(order, market.name(order.asset))),
    fills: [...records.fills],
  }
}

/** Restores an account: a position of the present bucket as it was, one of a bucket that is over as what it paid. */
export function restoreBinary(
  market: BinaryMarket,
  core: PracticeBinaryCore,
  account: LedgerAccount,
  saved: SavedBinary,
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
    // A bucket of another calendar than this venue keeps is decided by the bucket that was running at its end, or by the last one.
    const end = Math.min(known.bucketEnd, market.bucket.start)
    const above = market.endsAbove(bucketAt(market.rules, end - 1))
    const value = valueAt(position.lots, above ? CERTAIN : 0)
    const loan = position.cost - position.margin
    const credit = value > loan ? value - loan : 0n
    ledger.restoreResult(account, credit - position.margin, position.margin)
    records.addFill({
      family: 'binary',
      tid: String(market.host.takeTid()),
      oid: 'settlement',
      asset: known.asset,
      side: position.lots > 0 ? 'sell' : 'buy',
      price: probabilityText(above ? CERTAIN : 0),
      size: sharesText(Math.abs(position.lots)),
      fee: moneyText(0n),
      liquidity: 'taker',
      realized_pnl: moneyText(credit - position.margin),
      time: end,
      start: sharesText(position.lots),
      liquidation: null,
      fee_token: null,
    })
  }
}
