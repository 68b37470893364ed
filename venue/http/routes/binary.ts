/** The binary markets: reads, setup, predictions and closes (docs/service/binary.md). */
import { z } from 'zod'
import type { BinaryOrderRequest } from '../../binary/index.ts'
import type { Account, Estimate } from '../../market/index.ts'
import { leverageAction, orderAction, type PreparedAction } from '../../signing/index.ts'
import { requireFreshOracle, type VenueContext } from '../context.ts'
import { amount, asset, binaryOf, checkLeverage, checkSize, numberText, parse, slippagePct } from '../input.ts'
import { acting, binary, open, type Route, trading } from '../router.ts'
import { isSubmission, requireAgent, submitAll } from './submit.ts'

/** Both assets. */
const MAX_SETUP_ACTIONS = 2

const direction = z.enum(['UP', 'DOWN'], 'must be "UP" or "DOWN"')
const setupBody = z.object({})
const predictBody = z.object({
  asset,
  direction,
  amount_usdc: amount,
  slippage_pct: slippagePct,
  /** Optional and of any type: every value except 2 is refused with its own code. */
  leverage: z.unknown().optional(),
})
const closeBody = z.object({ asset, direction, contracts: amount.nullish(), slippage_pct: slippagePct })

/** GET /v1/binary/markets, status, bucket; POST /v1/binary/setup, predict, close (both halves of each). */
export const binaryRoutes = (context: VenueContext): Route[] => {
  const { core, prepared } = context

  const prepareSetup = (body: unknown, wallet: Account): { actions: PreparedAction[] } => {
    parse(setupBody, body)
    requireAgent(context, wallet)
    const actions = core.binary.markets().map(({ asset, asset_id, leverage }) =>
      prepared.prepare(
        {
          kind: 'binary setup',
          wallet,
          action: leverageAction(asset_id, leverage),
          // Leverage does not depend on the phase.
          stateVersion: () => 0,
        },
        () => {
          core.binary.setLeverage(wallet, asset, leverage)
          return {}
        },
      ),
    )
    return { actions }
  }

  const setup = async (body: unknown, wallet: Account): Promise<object> => {
    if (!isSubmission(body)) return prepareSetup(body, wallet)
    await submitAll(context, wallet, 'binary setup', body, MAX_SETUP_ACTIONS)
    const ready = core.binary.markets().every(({ asset, leverage }) => core.binary.leverage(wallet, asset) === leverage)
    return { leverage: 2, ready }
  }

  const prepareOrder = (
    kind: 'binary prediction' | 'binary close',
    assetId: number,
    { estimate: { avg_px, worst_px }, ...order }: BinaryOrderRequest & { estimate: Estimate },
  ): object => {
    const { account: wallet, asset } = order
    const checkOracle = () => {
      if (!order.reduceOnly) requireFreshOracle(context)
    }
    checkOracle()
    const action = orderAction(assetId, { ...order, tif: 'IOC' })
    const stateVersion = () => core.binary.stateVersion(asset)
    const ready = prepared.prepare({ kind, wallet, action, stateVersion }, () => {
      checkOracle()
      return core.binary.place(order)
    })
    return { ...ready, estimate: { avg_px, worst_px, contracts: order.size } }
  }

  const predict = async (body: unknown, wallet: Account): Promise<unknown> => {
    if (isSubmission(body)) return (await submitAll(context, wallet, 'binary prediction', body, 1))[0]
    const { asset, slippage_pct, leverage, ...rest } = parse(predictBody, body)
    const market = binaryOf(core, asset)
    if (leverage != null) checkLeverage(market, leverage)
    requireAgent(context, wallet)
    const slippage = numberText(slippage_pct, 'slippage_pct')
    const order = core.binary.predictOrder({ account: wallet, asset: market.asset, ...rest, slippage_pct: slippage })
    return prepareOrder('binary prediction', market.asset_id, order)
  }

  const close = async (body: unknown, wallet: Account): Promise<unknown> => {
    if (isSubmission(body)) return (await submitAll(context, wallet, 'binary close', body, 1))[0]
    const { asset, contracts = null, slippage_pct, direction } = parse(closeBody, body)
    const market = binaryOf(core, asset)
    if (contracts !== null) checkSize(market, contracts, 'contracts')
    requireAgent(context, wallet)
    const slippage = numberText(slippage_pct, 'slippage_pct')
    const request = { account: wallet, asset: market.asset, direction, contracts, slippage_pct: slippage }
    return prepareOrder('binary close', market.asset_id, core.binary.closeOrder(request))
  }

  const both = (path: string, handle: (body: unknown, wallet: Account) => unknown): Route =>
    binary(
      acting(
        trading('POST', path, ({ body }, wallet) => handle(body, wallet)),
        isSubmission,
      ),
    )

  return [
    binary(
      open('GET', '/v1/binary/markets', () =>
        core.binary.markets().map(({ asset, status, midpoint, asset_id, sz_decimals, tick_size, leverage }) => ({
          asset,
          status,
          midpoint,
          asset_id,
          sz_decimals,
          tick_size,
          leverage,
        })),
      ),
    ),
    binary(open('GET', '/v1/binary/status', () => core.binary.status())),
    binary(open('GET', '/v1/binary/bucket', () => core.binary.bucket())),
    both('/v1/binary/setup', setup),
    both('/v1/binary/predict', predict),
    both('/v1/binary/close', close),
  ]
}
