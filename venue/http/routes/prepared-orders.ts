/** The agent flow of scalar orders: prepares an order, prediction or close, and accepts the agent's signed action. */

import { z } from 'zod'
import { add, type Decimal } from '../../../contract/decimal.ts'
import { type Account, type PlaceRequest, type Tif, VenueError } from '../../market/index.ts'
import { orderAction, type PreparedAction, type SubmitResult } from '../../signing/index.ts'
import { requireFreshOracle, type VenueContext } from '../context.ts'
import {
  amount,
  asset,
  checkPrice,
  checkSize,
  cloid,
  marketOf,
  numberText,
  parse,
  safeInteger,
  slippagePct,
} from '../input.ts'
import { type Route, scalar, trading } from '../router.ts'
import { requireAgent, submitRoute } from './submit.ts'

const orderBody = z.object({
  asset,
  isBuy: z.boolean(),
  limitPx: amount,
  sz: amount,
  tif: z
    .enum(['GTC', 'IOC', 'ALO', 'Gtc', 'Ioc', 'Alo'], 'must be "GTC", "IOC" or "ALO"')
    .transform((text) => text.toUpperCase() as Tif),
  reduceOnly: z.boolean(),
  cloid: cloid.nullish(),
})
const predictBody = z.object({
  asset: safeInteger,
  target_temp_f: z.number().min(-100, 'must be from -100 to 150').max(150, 'must be from -100 to 150'),
  sz: amount,
  direction: z.enum(['long', 'short'], 'must be "long" or "short"'),
  slippage_pct: slippagePct,
})
const closeBody = z.object({ asset, sz: amount.nullish(), slippage_pct: slippagePct })

/** mark = 500 + temperature (docs/service/buckets.md#mark). */
const MARK_OF_ZERO_F = '500' as Decimal

/** POST /v1/orders/prepare, /v1/predict, /v1/close, and /v1/orders/submit for all three. */
export const preparedOrderRoutes = (context: VenueContext): Route[] => {
  const { core, prepared } = context

  const prepareOrder = (market: { asset: string; asset_id: number }, order: PlaceRequest): PreparedAction => {
    if (!order.reduceOnly) requireFreshOracle(context)
    return prepared.prepare(
      {
        kind: 'order',
        wallet: order.account,
        action: orderAction(market.asset_id, order),
        stateVersion: () => core.stateVersion(market.asset),
      },
      (): SubmitResult => {
        if (!order.reduceOnly) requireFreshOracle(context)
        const { oid } = core.place(order)
        return { status: 'accepted', oid, ...(order.cloid === null ? {} : { cloid: order.cloid }) }
      },
    )
  }

  const prepare = (body: unknown, wallet: Account): PreparedAction => {
    const { limitPx, sz, cloid = null, asset, ...rest } = parse(orderBody, body)
    const market = marketOf(core, asset)
    checkPrice(market, limitPx, 'limitPx')
    checkSize(market, sz, 'sz')
    requireAgent(context, wallet)
    return prepareOrder(market, { account: wallet, asset: market.asset, price: limitPx, size: sz, cloid, ...rest })
  }

  const predict = (body: unknown, wallet: Account): object => {
    const { asset, sz, direction, ...rest } = parse(predictBody, body)
    const target = numberText(rest.target_temp_f, 'target_temp_f') as Decimal
    const slippage = numberText(rest.slippage_pct, 'slippage_pct')
    const market = marketOf(core, asset)
    checkSize(market, sz, 'sz')
    requireAgent(context, wallet)
    const isBuy = direction === 'long'
    const { avg_px, worst_px, limit_px } = core.estimate(market.asset, isBuy, sz, slippage)
    const order = { account: wallet, asset: market.asset, isBuy, price: limit_px, size: sz, cloid: null } as const
    const action = prepareOrder(market, { ...order, tif: 'IOC', reduceOnly: false })
    return { ...action, estimate: { avg_px, worst_px, target_mark: add(MARK_OF_ZERO_F, target) } }
  }

  const close = (body: unknown, wallet: Account): PreparedAction => {
    const { asset, sz = null, slippage_pct } = parse(closeBody, body)
    const slippage = numberText(slippage_pct, 'slippage_pct')
    const market = marketOf(core, asset)
    if (sz !== null) checkSize(market, sz, 'sz')
    requireAgent(context, wallet)
    const { estimate: _, ...order } = core.closeOrder(wallet, market.asset, sz, slippage)
    if (!order.reduceOnly) throw new VenueError(500, 'internal', 'A close must be reduce-only.')
    return prepareOrder(market, order)
  }

  return [
    trading('POST', '/v1/orders/prepare', ({ body }, wallet) => prepare(body, wallet)),
    scalar(trading('POST', '/v1/predict', ({ body }, wallet) => predict(body, wallet))),
    scalar(trading('POST', '/v1/close', ({ body }, wallet) => close(body, wallet))),
    submitRoute(context, '/v1/orders/submit', 'order'),
  ]
}
