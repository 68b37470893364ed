/** The shapes in which orders and positions of the scalar markets are shown, made from the venue's own. */
import type { Order } from '../engine/index.ts'
import { type Holding, unrealizedOf } from '../ledger/index.ts'
import type { OrderInfo, PlaceResult, PositionInfo } from '../market/index.ts'
import { averageText, moneyText, priceText, sizeText } from '../market/index.ts'
import type { Placed } from './exchange.ts'

export const orderInfo = (order: Order, asset: string): OrderInfo => ({
  family: 'scalar',
  oid: String(order.oid),
  cloid: order.cloid,
  asset,
  side: order.isBuy ? 'buy' : 'sell',
  price: priceText(order.price),
  size: sizeText(order.lots),
  filled: sizeText(order.lots - order.remaining),
  tif: order.tif,
  reduce_only: order.reduceOnly,
  status: order.status,
  time: order.time,
  status_time: order.statusTime,
})

/** `cancelled` is an IOC order of which nothing filled; what filled only in part is `partially_filled`, resting or not. */
export function placeResult({ order, filledLots, filledValue }: Placed): PlaceResult {
  const status =
    order.remaining === 0
      ? 'filled'
      : filledLots > 0
        ? 'partially_filled'
        : order.status === 'cancelled'
          ? 'cancelled'
          : 'resting'
  return { status, oid: String(order.oid), filled: sizeText(filledLots), avg_px: averageText(filledValue, filledLots) }
}

export function positionInfo(holding: Holding, asset: string, markTicks: number): PositionInfo {
  return {
    family: 'scalar',
    asset,
    size: sizeText(holding.lots),
    entry_px: averageText(holding.cost, holding.lots) ?? priceText(0),
    mark_px: priceText(markTicks),
    leverage: holding.leverage,
    margin: moneyText(holding.margin),
    unrealized_pnl: moneyText(unrealizedOf(holding, markTicks)),
    realized_pnl: moneyText(holding.realized),
    liquidation_px: holding.liquidation === null ? null : priceText(holding.liquidation),
  }
}
