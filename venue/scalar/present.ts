/** The shapes that the core shows to its edges, made from the venue's own. */
import type { Order } from '../engine/index.ts'
import { availableOf, type Holding, type LedgerAccount, unrealizedOf } from '../ledger/index.ts'
import type { FamilyAccounts } from '../market/family.ts'
import { averageText, moneyText, priceText, sizeText } from '../market/texts.ts'
import type { AccountInfo, OrderInfo, PlaceResult, PositionInfo } from '../market/types.ts'
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

/**
 * `usdc` is all money outside positions; `available` is that less what resting orders reserve; `equity` adds margin and open profit
 * in USDC; outcome shares are worth USDH and not part of it.
 */
export function accountInfo(
  account: LedgerAccount,
  assetName: (asset: number) => string,
  markTicks: number,
  families: readonly FamilyAccounts[],
): AccountInfo {
  const open = [...account.holdings.values()].filter((holding) => holding.lots !== 0)
  let equity = account.usdc
  for (const holding of open) equity += holding.margin + unrealizedOf(holding, markTicks)
  for (const family of families) equity += family.equity(account)
  const available = availableOf(account)
  return {
    positions: [
      ...open.map((holding) => positionInfo(holding, assetName(holding.asset), markTicks)),
      ...families.flatMap((family) => family.positions(account)),
    ],
    account: {
      equity: moneyText(equity),
      available: moneyText(available > 0n ? available : 0n),
      usdc: moneyText(account.usdc),
      usdh: moneyText(account.usdh),
      usdh_outcome: moneyText(account.usdhOutcome),
    },
  }
}
