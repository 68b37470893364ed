/** Accounts: reads by wallet address, and signed actions other than orders (cancel, leverage, agent approval). */
import { z } from 'zod'
import { type Account, VenueError, type VenueTime } from '../../market/index.ts'
import { cancelAction, leverageAction, type PreparedAction, type SubmitResult } from '../../signing/index.ts'
import type { VenueContext } from '../context.ts'
import {
  address,
  asset,
  checkLeverage,
  cloid,
  findBinary,
  hash,
  marketOf,
  oneOf,
  orderId,
  parse,
  signature,
} from '../input.ts'
import { badRequest, notFound } from '../problem.ts'
import { acting, open, type Route, trading, type VenueRequest } from '../router.ts'
import { requireAgent, submitRoute } from './submit.ts'

const DEFAULT_LIMIT = 100
const LARGEST_LIMIT = 500
const EMPTY = { positions: [], account: { equity: '0', available: '0', usdc: '0', usdh: '0', usdh_outcome: '0' } }
const byAddress = z.object({ address })

/** GET /v1/positions, /v1/orders/open, /v1/orders/history, /v1/trades, /v1/fees of an address. An unknown address has empty lists. */
export const accountRoutes = ({ core }: VenueContext): Route[] => {
  const read = <T>(path: string, of: (account: Account, request: VenueRequest) => T, nothing: () => T): Route =>
    open('GET', `${path}/:address`, (request) => {
      const account = parse(byAddress, request.params).address
      return core.hasAccount(account) ? of(account, request) : nothing()
    })
  return [
    read(
      '/v1/positions',
      (account) => core.accountRead(account),
      () => EMPTY,
    ),
    read(
      '/v1/orders/open',
      (account) => core.openOrders(account),
      () => [],
    ),
    read(
      '/v1/orders/history',
      (account, { query }) => core.orderHistory(account, ...pageOf(query)),
      () => [],
    ),
    read(
      '/v1/trades',
      (account, { query }) => core.fills(account, ...pageOf(query)),
      () => [],
    ),
    read(
      '/v1/fees',
      (account) => core.fees(account),
      () => {
        throw notFound('There is no account for this address.', 'address')
      },
    ),
  ]
}

/** `limit` (1 to 500, default 100) and `before` (ms) of a query. @throws VenueError naming the invalid one. */
function pageOf(query: URLSearchParams): [limit: number, before: VenueTime | null] {
  const limit = integer(query, 'limit') ?? DEFAULT_LIMIT
  if (limit < 1 || limit > LARGEST_LIMIT) throw badRequest(`limit: must be from 1 to ${LARGEST_LIMIT}.`, 'limit')
  return [limit, integer(query, 'before')]
}

/** An integer of the query, null when absent. @throws VenueError naming it otherwise. */
export function integer(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name}: must be a whole number.`, name)
  return Number(text)
}

const cancelBody = z.object({
  asset,
  oid: orderId.nullish(),
  cloid: cloid.nullish(),
})
const leverageBody = z.object({
  asset,
  leverage: z.int().min(1, 'must be 1 or more'),
  isCross: z.literal(false, 'must be false: margin is isolated'),
})
const approveBody = z.object({
  agentAddress: address,
  agentName: z.string().min(1, 'must have 1 to 64 characters').max(64, 'must have 1 to 64 characters'),
})
const approvedBody = z.object({ actionHash: hash, signature })

/** POST /v1/orders/cancel/prepare and submit, /v1/leverage/prepare and submit, /v1/agent/approve (both halves). */
export const accountActionRoutes = (context: VenueContext): Route[] => {
  const { core, prepared, approvals } = context

  const prepareCancel = (body: unknown, wallet: Account): PreparedAction => {
    const { asset, oid = null, cloid = null } = parse(cancelBody, body)
    const by = oneOf(oid, cloid)
    const market = marketOf(core, asset)
    requireAgent(context, wallet)
    const order = core.order(wallet, by)
    const field = 'oid' in by ? 'oid' : 'cloid'
    if (order === null || order.asset !== market.asset)
      throw new VenueError(404, 'unknown_order', `This wallet has no such order in ${market.asset}.`, field)
    if (!['resting', 'partially_filled'].includes(order.status))
      throw new VenueError(409, 'order_not_open', `Order ${order.oid} is ${order.status}.`, field)
    return prepared.prepare(
      {
        kind: 'cancel',
        wallet,
        action: cancelAction(market.asset_id, by),
        stateVersion: () => core.stateVersion(market.asset),
      },
      () => {
        const { oid, cloid } = core.cancel(wallet, market.asset, by)
        return { status: 'accepted', oid, ...(cloid === null ? {} : { cloid }) }
      },
    )
  }

  const prepareLeverage = (body: unknown, wallet: Account): PreparedAction => {
    const { asset, leverage } = parse(leverageBody, body)
    const binary = context.mode === 'scalar' ? undefined : findBinary(core, asset)
    if (binary !== undefined) checkLeverage(binary, leverage)
    const market = binary ?? marketOf(core, asset)
    if ('max_leverage' in market && leverage > market.max_leverage)
      throw badRequest(`leverage: at most ${market.max_leverage} in ${market.asset}.`, 'leverage')
    requireAgent(context, wallet)
    const side = binary === undefined ? core : core.binary
    const action = leverageAction(market.asset_id, leverage)
    const stateVersion = () => side.stateVersion(market.asset)
    return prepared.prepare({ kind: 'leverage', wallet, action, stateVersion }, (): SubmitResult => {
      side.setLeverage(wallet, market.asset, leverage)
      return { status: 'accepted' }
    })
  }

  const approveAgent = async (body: unknown, wallet: Account): Promise<object> => {
    if (isCompletion(body)) {
      const { actionHash, signature } = parse(approvedBody, body)
      const { agent, expiresAt } = await approvals.complete(wallet, actionHash, signature)
      return { approved: true, agentAddress: agent, expiresAt }
    }
    const { agentAddress, agentName } = parse(approveBody, body)
    return approvals.prepare(wallet, agentAddress, agentName)
  }

  return [
    trading('POST', '/v1/orders/cancel/prepare', ({ body }, wallet) => prepareCancel(body, wallet)),
    submitRoute(context, '/v1/orders/cancel/submit', 'cancel'),
    trading('POST', '/v1/leverage/prepare', ({ body }, wallet) => prepareLeverage(body, wallet)),
    submitRoute(context, '/v1/leverage/submit', 'leverage'),
    acting(
      trading('POST', '/v1/agent/approve', ({ body }, wallet) => approveAgent(body, wallet)),
      isCompletion,
    ),
  ]
}

const isCompletion = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('actionHash' in body || 'signature' in body)
