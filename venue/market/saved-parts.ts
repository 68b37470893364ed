/** Common schemas of the saved state of all families. */
import { z } from 'zod'
import { newOrder, type Order } from '../engine.ts'

export const complete = z.number().int().safe()
/** Money in micro-units. */
export const micros = z.string().regex(/^-?\d{1,30}$/)

export const savedOrder = z.object({
  oid: complete.positive(),
  cloid: z.string().nullable(),
  asset: z.string(),
  isBuy: z.boolean(),
  price: complete.positive(),
  lots: complete.positive(),
  remaining: complete.nonnegative(),
  tif: z.enum(['GTC', 'IOC', 'ALO']),
  reduceOnly: z.boolean(),
  status: z.enum(['resting', 'partially_filled', 'filled', 'cancelled', 'expired']),
  time: complete,
  statusTime: complete,
})

/** A fill: as it is saved, and as reads return it. */
export const savedFill = z.object({
  family: z.enum(['scalar', 'binary', 'outcome']).default('scalar'),
  tid: z.string(),
  oid: z.string(),
  asset: z.string(),
  side: z.enum(['buy', 'sell']),
  price: z.string(),
  size: z.string(),
  fee: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  realized_pnl: z.string(),
  time: complete,
  /** Signed position before the fill. Upstream wire only. */
  start: z.string(),
  /** The liquidation that the fill belongs to, on both sides: the owner of the position, and the mark at that time. Upstream wire only. */
  liquidation: z.object({ account: z.string(), mark: z.string() }).nullable(),
  /** Currency of the fee, if different from the market's. */
  fee_token: z.string().nullable(),
})

export type FillInfo = z.infer<typeof savedFill>
export type LiquidationInfo = NonNullable<FillInfo['liquidation']>

/** The saved part of an account in a leveraged family with buckets. */
export const savedLeveraged = z.object({
  leverage: z.record(z.string(), complete.min(1)),
  positions: z.array(
    z.object({
      asset: z.string(),
      bucketEnd: complete,
      lots: complete,
      cost: micros,
      margin: micros,
      realized: micros,
    }),
  ),
  orders: z.array(savedOrder),
  fills: z.array(savedFill),
})

export type SavedLeveraged = z.infer<typeof savedLeveraged>
export type SavedOrder = z.infer<typeof savedOrder>

export const savePosition = (
  asset: string,
  bucketEnd: number,
  { lots, cost, margin, realized }: { lots: number; cost: bigint; margin: bigint; realized: bigint },
): SavedLeveraged['positions'][number] => ({
  asset,
  bucketEnd,
  lots,
  cost: String(cost),
  margin: String(margin),
  realized: String(realized),
})

export const saveOrder = (order: Order, asset: string): SavedOrder => ({
  oid: order.oid,
  cloid: order.cloid,
  asset,
  isBuy: order.isBuy,
  price: order.price,
  lots: order.lots,
  remaining: order.remaining,
  tif: order.tif,
  reduceOnly: order.reduceOnly,
  status: order.status,
  time: order.time,
  statusTime: order.statusTime,
})

/** The saved order, not yet resting. */
export function restoreOrder(known: SavedOrder, owner: number, asset: number): Order {
  const order = newOrder({ ...known, owner, asset }, known.oid, known.time)
  order.remaining = known.remaining
  order.status = known.status
  order.statusTime = known.statusTime
  return order
}

/** Whether a saved order was in the book. */
export const wasOpen = ({ status, tif }: SavedOrder): boolean =>
  status === 'resting' || (status === 'partially_filled' && tif !== 'IOC')
