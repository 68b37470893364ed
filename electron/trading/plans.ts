/** From an intent to what is prepared for it and what the prepared action must be: one plan per kind of intent. */
import type { AccountView, Order } from '../../contract/account.ts'
import type { Cloid } from '../../contract/address.ts'
import { assertNever } from '../../contract/brand.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  greater,
  lesser,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
} from '../../contract/decimal.ts'
import type { CancelIntent, CloseIntent, Intent, LeverageIntent, PlaceIntent } from '../../contract/intent.ts'
import type { BucketView, ScalarMarket, Side, Ticker } from '../../contract/market.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import type { PreparedAction, PreparedKind, TradingService } from '../service/interface.ts'
import type { ExpectedAction } from '../signing/index.ts'
import { checkPlace } from './checks.ts'
import type { Limits, RateLimit } from './limits.ts'
import type { Refusal } from './state-machine.ts'

/** What the feed knows of a market; null is what it has not received. */
export interface MarketFacts {
  market(asset: string): ScalarMarket | null
  ticker(asset: string): Pick<Ticker, 'mark' | 'mid' | 'status'> | null
  bucket(): Pick<BucketView, 'current' | 'phase'> | null
}

/** Intents that the agent wallet signs. */
export type AgentIntent = Exclude<Intent, { kind: 'approve_agent' }>

/** What to prepare, what it must be, and where it is submitted. */
export interface Plan {
  readonly submitKind: PreparedKind
  readonly expected: ExpectedAction
  prepare(): Promise<PreparedAction>
}

export interface PlanOptions {
  readonly service: TradingService
  readonly facts: MarketFacts
  readonly limits: Limits
  readonly rate: RateLimit
  /** The last account read, null when it is too old to refuse an order on. */
  readonly account: () => AccountView | null
  /** An account read that begins now. */
  readonly freshAccount: () => Promise<AccountView>
  readonly openOrders: () => readonly Order[]
  /** Leverage that the trader last set for an asset here, null when never. */
  readonly leverageSet: (asset: string) => number | null
  /** Size of orders of the asset and side that were asked for earlier than an action, are on their way and in no read yet. */
  readonly onTheirWay: (asset: string, side: Side, before: string) => Size
}

const LARGEST_SLIPPAGE = '20' as Decimal
/** How far the service's mark may have moved from the terminal's between two readings, as a share of the mark. */
const MARK_MOVE = '0.002' as Decimal
/** Furthest that the middle of the book may lie from the mark to be believed, as a share of the mark. */
const BELIEVED_GAP = '0.05' as Decimal
const NONE = '0' as unknown as Size

const refuse = (code: string, message: string, field: Refusal['field'] = null): Result<Plan, Refusal> =>
  refused({ code, message, field })

/**
 * What slippage is counted from: services count from the mark or from the middle of the book, so the one that leaves the closing side
 * more room; a middle further than 5 % from the mark is not believed.
 */
function referenceFor(side: Side, mark: Price, mid: Price | null): Price {
  if (mid === null || compare(absolute(subtract(mid, mark)), multiply(mark, BELIEVED_GAP)) > 0) return mark
  return side === 'buy' ? greater(mark, mid) : lesser(mark, mid)
}

/** Makes plans; each is checked against the market, the account and the limits as of now. @throws ServiceError of the reads it needs. */
export function createPlanner(options: PlanOptions) {
  const { service, facts, limits, rate } = options

  async function marketOf(asset: string): Promise<ScalarMarket | null> {
    return facts.market(asset) ?? (await service.markets()).find((market) => market.asset === asset) ?? null
  }

  async function markOf(asset: string): Promise<Price | null> {
    return facts.ticker(asset)?.mark ?? (await service.ticker(asset)).mark
  }

  const positionOf = (account: AccountView | null, asset: string) =>
    account?.positions.find((position) => position.asset === asset && position.family === 'scalar')

  async function place(id: string, intent: PlaceIntent, cloid: Cloid, again: boolean): Promise<Result<Plan, Refusal>> {
    const market = await marketOf(intent.asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${intent.asset}.`)
    const mark = await markOf(intent.asset)
    const account = options.account()
    const held = positionOf(account, intent.asset)
    const status = facts.ticker(intent.asset)?.status ?? market.status
    const refusal =
      checkPlace(
        intent,
        {
          market,
          status,
          mark,
          bucket: facts.bucket(),
          leverage: held?.leverage ?? options.leverageSet(intent.asset) ?? market.maxLeverage,
          available: account?.money.available ?? null,
          position: account === null ? null : (held?.size ?? NONE),
          committed: committed(id, intent),
        },
        limits,
      ) ?? (again ? null : rate.take())
    if (refusal !== null) return refused(refusal)
    const { asset, side, price, size, tif, reduceOnly } = intent
    return ok({
      submitKind: 'order',
      expected: { kind: 'order', assetId: market.assetId, side, price, size, tif, reduceOnly, cloid },
      prepare: () => service.prepareOrder({ asset, side, price, size, tif, reduceOnly, cloid }),
    })
  }

  function committed(id: string, { asset, side }: PlaceIntent): Size {
    let total: Decimal | Size = options.onTheirWay(asset, side, id)
    for (const order of options.openOrders()) {
      if (order.asset !== asset || order.side !== side || order.reduceOnly) continue
      total = add(total, subtract(order.size, order.filled))
    }
    return total as unknown as Size
  }

  async function cancel(intent: CancelIntent): Promise<Result<Plan, Refusal>> {
    const market = await marketOf(intent.asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${intent.asset}.`)
    const { asset, oid, cloid } = intent
    return ok({
      submitKind: 'cancel',
      expected: { kind: 'cancel', assetId: market.assetId, oid, cloid },
      prepare: () => service.prepareCancel({ asset, oid, cloid }),
    })
  }

  async function close(intent: CloseIntent, again: boolean): Promise<Result<Plan, Refusal>> {
    const { asset, size, slippagePct } = intent
    if (signOf(slippagePct) <= 0 || compare(slippagePct, LARGEST_SLIPPAGE) > 0) {
      return refuse(
        'limit_slippage',
        `Slippage must be over 0 and at most ${LARGEST_SLIPPAGE} %; ${slippagePct} is not.`,
      )
    }
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${asset}.`)
    const held = positionOf(await options.freshAccount(), asset)
    if (held === undefined || signOf(held.size) === 0) {
      return refuse('reduce_only_would_increase', `There is no position in ${asset} to close.`, 'size')
    }
    if (size !== null && signOf(size) <= 0) return refuse('not_positive', 'Size must be greater than 0.', 'size')
    if (size !== null && compare(size, absolute(held.size)) > 0) {
      return refuse('reduce_only_would_increase', `The position is ${held.size}; ${size} is more than that.`, 'size')
    }
    const mark = (await markOf(asset)) ?? held.markPx
    if (mark === null) return refuse('limit_no_mark', `No mark is known for ${asset}; its slippage cannot be held.`)
    const refusal = again ? null : rate.take()
    if (refusal !== null) return refused(refusal)
    const referenceMark = referenceFor(signOf(held.size) > 0 ? 'sell' : 'buy', mark, facts.ticker(asset)?.mid ?? null)
    const allowance = add(market.tickSize, multiply(referenceMark, MARK_MOVE)) as unknown as Price
    return ok({
      submitKind: 'close',
      expected: {
        kind: 'close',
        assetId: market.assetId,
        position: held.size,
        size,
        referenceMark,
        slippagePct,
        allowance,
      },
      prepare: () => service.prepareClose({ asset, size, slippagePct }),
    })
  }

  async function leverage(intent: LeverageIntent): Promise<Result<Plan, Refusal>> {
    const { asset, leverage } = intent
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${asset}.`)
    if (leverage > market.maxLeverage) {
      return refuse('leverage_too_high', `${asset} takes at most ${market.maxLeverage}×; ${leverage}× is more.`)
    }
    return ok({
      submitKind: 'leverage',
      expected: { kind: 'leverage', assetId: market.assetId, leverage },
      prepare: () => service.prepareLeverage({ asset, leverage }),
    })
  }

  /** @param again whether this intent is planned anew because its prepared action went stale. */
  return function plan(
    id: string,
    intent: AgentIntent,
    cloid: Cloid | null,
    again: boolean,
  ): Promise<Result<Plan, Refusal>> {
    switch (intent.kind) {
      case 'place':
        if (cloid === null) throw new Error('an order needs a client order id')
        return place(id, intent, cloid, again)
      case 'cancel':
        return cancel(intent)
      case 'close':
        return close(intent, again)
      case 'leverage':
        return leverage(intent)
      default:
        return assertNever(intent, 'intent')
    }
  }
}

export type Planner = ReturnType<typeof createPlanner>
