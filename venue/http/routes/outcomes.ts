/** The outcome markets: metadata, price history, orders, conversions, and collateral transfers (docs/service/outcomes.md). */

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { compare, type Decimal, placesOf, trimZeros } from '../../../contract/decimal.ts'
import { walletOf } from '../../access.ts'
import { type Account, type OrderInfo, VenueError } from '../../market/index.ts'
import type { ConversionRequest, OutcomeCore } from '../../outcomes/index.ts'
import {
  type Conversion,
  cancelAction,
  classTransferAction,
  conversionAction,
  orderAction,
  type PreparedAction,
  type SubmitResult,
  type UserSignedAction,
} from '../../signing/index.ts'
import type { VenueContext } from '../context.ts'
import { address, amount, cloid, hash, oneOf, orderId, parse, positiveText, safeInteger, signature } from '../input.ts'
import { badRequest } from '../problem.ts'
import { acting, allowed, gated, identified, type Route, trading } from '../router.ts'
import { OUTCOME_AGENT_NOT_APPROVED, requireAgent, submitRoute } from './submit.ts'

/** Maximum coins of one price-history read. */
const MAX_COINS = 100

const orderStatusBody = z.object({
  address,
  oid: orderId.nullish(),
  cloid: cloid.nullish(),
})
const byAddress = z.object({ address })

/** Every route under /v1/outcomes; none when the deployment has no outcome markets. */
export function outcomeRoutes(context: VenueContext): Route[] {
  const { core, outcomes } = context
  if (outcomes === null) return []

  const coinsOf = (query: URLSearchParams): string[] => {
    const coins = query.getAll('coins').flatMap((text) => text.split(',').filter((coin) => coin !== ''))
    if (coins.length === 0) throw badRequest('The query needs coins, for example coins=%2336010.', 'coins')
    if (coins.length > MAX_COINS) throw badRequest(`coins: at most ${MAX_COINS}.`, 'coins')
    const known = new Set(outcomes.meta().flatMap(({ sides }) => sides.map(({ coin }) => coin)))
    const unknown = coins.find((coin) => !known.has(coin))
    if (unknown !== undefined)
      throw new VenueError(404, 'unknown_coin', `There is no coin ${JSON.stringify(unknown)}.`, 'coins')
    return [...new Set(coins)]
  }

  const orderStatus = (body: unknown): { order: OrderInfo; status: OrderInfo['status'] } => {
    const { address: account, oid = null, cloid = null } = parse(orderStatusBody, body)
    const by = oneOf(oid, cloid)
    const order = core.hasAccount(account) ? outcomes.order(account, by) : null
    if (order === null)
      throw new VenueError(
        404,
        'unknown_order',
        'This address has no such outcome order.',
        'oid' in by ? 'oid' : 'cloid',
      )
    return { order, status: order.status }
  }

  return [
    gated('GET', '/v1/outcomes/meta', () => outcomes.meta()),
    gated('GET', '/v1/outcomes/price-history', ({ query }) => outcomes.priceHistory(coinsOf(query))),
    allowed('GET', '/v1/outcomes/orders/open/:address', ({ params }) => {
      const account = parse(byAddress, params).address
      return core.hasAccount(account) ? outcomes.openOrders(account) : []
    }),
    allowed('POST', '/v1/outcomes/order-status', ({ body }) => orderStatus(body)),
    identified('GET', '/v1/outcomes/conversions/history', (_, caller) => outcomes.conversions(walletOf(caller))),
    ...outcomeTransferRoutes(context, outcomes),
    ...outcomeOrderRoutes(context, outcomes),
  ]
}

/** Asset number of side 0 of outcome 0 (docs/service/signing.md#asset-numbers). */
const FIRST_ASSET = 100_000_000

const mode = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('limit'), limitPx: positiveText }),
    z.object({
      kind: z.literal('market'),
      slippageBps: z.int().min(0, 'must be from 0 to 10000').max(10_000, 'must be from 0 to 10000'),
    }),
  ],
  'must be {"kind":"limit","limitPx"} or {"kind":"market","slippageBps"}',
)
const orderBody = z.object({
  outcomeId: safeInteger,
  side: safeInteger,
  isBuy: z.boolean(),
  sz: positiveText,
  mode,
  cloid: cloid.nullish(),
})
const cancelBody = z.object({ outcomeId: safeInteger, side: safeInteger, cloid })
const conversionBody = z.object({
  kind: z.enum(
    ['split', 'merge', 'merge_question', 'negate'],
    'must be "split", "merge", "merge_question" or "negate"',
  ),
  outcomeId: safeInteger.nullish(),
  questionId: safeInteger.nullish(),
  amount: amount.nullish(),
})

/** POST /v1/outcomes/orders, cancel and conversions: prepare and submit of each. */
const outcomeOrderRoutes = (context: VenueContext, outcomes: OutcomeCore): Route[] => {
  const { prepared } = context

  const prepareOrder = (body: unknown, wallet: Account): PreparedAction => {
    const { cloid: given, ...request } = parse(orderBody, body)
    requireAgent(context, wallet, OUTCOME_AGENT_NOT_APPROVED)
    const { outcomeId, side, assetId, isBuy, price, size, tif } = outcomes.orderTerms(request)
    // Orders are canceled by client order id, so each needs one.
    const cloid = given ?? `0x${randomBytes(16).toString('hex')}`
    const action = orderAction(assetId, { isBuy, price, size, tif, reduceOnly: false, cloid })
    const stateVersion = () => outcomes.stateVersion(outcomeId)
    return prepared.prepare({ kind: 'outcome order', wallet, action, stateVersion }, (): SubmitResult => {
      const { oid } = outcomes.place({ account: wallet, outcomeId, side, isBuy, price, size, tif, cloid })
      return { status: 'accepted', oid, cloid }
    })
  }

  const prepareCancel = (body: unknown, wallet: Account): PreparedAction => {
    const { outcomeId, side, cloid } = parse(cancelBody, body)
    requireAgent(context, wallet, OUTCOME_AGENT_NOT_APPROVED)
    requireSide(outcomes, outcomeId, side)
    const number = 10 * outcomeId + side
    const order = outcomes.order(wallet, { cloid })
    if (order === null || order.asset !== `#${number}`)
      throw new VenueError(404, 'unknown_order', `This wallet has no such order in #${number}.`, 'cloid')
    if (!['resting', 'partially_filled'].includes(order.status))
      throw new VenueError(409, 'order_not_open', `Order ${order.oid} is ${order.status}.`, 'cloid')
    const action = cancelAction(FIRST_ASSET + number, { cloid })
    const stateVersion = () => outcomes.stateVersion(outcomeId)
    return prepared.prepare({ kind: 'outcome cancel', wallet, action, stateVersion }, (): SubmitResult => {
      const { oid } = outcomes.cancel(wallet, outcomeId, side, { cloid })
      return { status: 'accepted', oid, cloid }
    })
  }

  const prepareConversion = (body: unknown, wallet: Account): PreparedAction => {
    const given = parse(conversionBody, body)
    const outcomeId = given.outcomeId ?? null
    const questionId = given.questionId ?? questionOf(outcomes, given.kind, outcomeId)
    const request: ConversionRequest = {
      account: wallet,
      kind: given.kind,
      outcomeId,
      questionId,
      amount: given.amount ?? null,
    }
    requireAgent(context, wallet, OUTCOME_AGENT_NOT_APPROVED)
    const { amount } = outcomes.checkConversion(request)
    const action = conversionAction(named(request, amount))
    const stateVersion = () => (outcomeId === null ? 0 : outcomes.stateVersion(outcomeId))
    return prepared.prepare({ kind: 'outcome conversion', wallet, action, stateVersion }, (): SubmitResult => {
      outcomes.convert(request)
      return { status: 'accepted' }
    })
  }

  return [
    trading('POST', '/v1/outcomes/orders/prepare', ({ body }, wallet) => prepareOrder(body, wallet)),
    submitRoute(context, '/v1/outcomes/orders/submit', 'outcome order'),
    trading('POST', '/v1/outcomes/cancel/prepare', ({ body }, wallet) => prepareCancel(body, wallet)),
    submitRoute(context, '/v1/outcomes/cancel/submit', 'outcome cancel'),
    trading('POST', '/v1/outcomes/conversions/prepare', ({ body }, wallet) => prepareConversion(body, wallet)),
    submitRoute(context, '/v1/outcomes/conversions/submit', 'outcome conversion'),
  ]
}

/** @throws VenueError 404 */
function requireSide(outcomes: OutcomeCore, outcomeId: number, side: number): void {
  const market = outcomes.meta().find((each) => each.outcomeId === outcomeId)
  if (market === undefined)
    throw new VenueError(404, 'unknown_outcome', `There is no outcome ${outcomeId}.`, 'outcomeId')
  if (!market.sides.some(({ index }) => index === side))
    throw badRequest(`side: ${market.name} has the sides ${market.sides.map(({ index }) => index).join(', ')}.`, 'side')
}

/** The exclusive question of an outcome, when a conversion needs one and the client named none. */
function questionOf(outcomes: OutcomeCore, kind: ConversionRequest['kind'], outcomeId: number | null): number | null {
  if (kind !== 'negate' && kind !== 'merge_question') return null
  const market = outcomes.meta().find((each) => each.outcomeId === outcomeId)
  return market?.questions.find(({ exclusive }) => exclusive)?.id ?? null
}

/** The conversion with the fields its kind needs. @throws VenueError `bad_request` naming a missing field. */
function named({ kind, outcomeId, questionId, amount }: ConversionRequest, checked: string): Conversion {
  if (kind === 'merge_question') return { kind, questionId: required(questionId, 'questionId'), amount }
  const outcome = required(outcomeId, 'outcomeId')
  if (kind === 'split') return { kind, outcomeId: outcome, amount: checked }
  if (kind === 'merge') return { kind, outcomeId: outcome, amount }
  return { kind, outcomeId: outcome, questionId: required(questionId, 'questionId'), amount: checked }
}

function required(value: number | null, field: string): number {
  if (value === null) throw badRequest(`${field} is missing.`, field)
  return value
}

const USDH_DECIMALS = 6

const prepareBody = z.object({ amount: positiveText })
const submitBody = z.object({ actionHash: hash, signature })

/** POST /v1/outcomes/transfer/prepare and submit. */
const outcomeTransferRoutes = (context: VenueContext, outcomes: OutcomeCore): Route[] => {
  const { core, userActions, nonces } = context

  const prepare = (body: unknown, wallet: Account): UserSignedAction => {
    const { amount } = parse(prepareBody, body)
    if (placesOf(trimZeros(amount as Decimal)) > USDH_DECIMALS)
      throw badRequest(`amount: at most ${USDH_DECIMALS} decimals.`, 'amount')
    requireAgent(context, wallet, OUTCOME_AGENT_NOT_APPROVED)
    const { usdh } = core.account(wallet).account
    if (compare(amount as Decimal, usdh as Decimal) > 0)
      throw new VenueError(409, 'insufficient_margin', `The account has ${usdh} USDH to move.`, 'amount')
    return userActions.prepare('transfer', wallet, classTransferAction(amount, nonces.next()), () => {
      outcomes.transfer(wallet, amount)
      return { status: 'accepted' }
    })
  }

  return [
    trading('POST', '/v1/outcomes/transfer/prepare', ({ body }, wallet) => prepare(body, wallet)),
    acting(
      trading('POST', '/v1/outcomes/transfer/submit', ({ body }, wallet) => {
        const { actionHash, signature } = parse(submitBody, body)
        return userActions.complete('transfer', wallet, actionHash, signature)
      }),
    ),
  ]
}
