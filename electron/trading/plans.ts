/** From an intent to what is prepared for it and what the prepared action must be: one plan per kind of intent. */
import type { AccountView, Order } from '../../contract/account.ts'
import type { Cloid } from '../../contract/address.ts'
import { assertNever } from '../../contract/brand.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  greater,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../contract/decimal.ts'
import type {
  CancelIntent,
  CloseIntent,
  Intent,
  LeverageIntent,
  PlaceIntent,
  PredictIntent,
} from '../../contract/intent.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import type { BucketView, ScalarMarket, Side, Ticker } from '../../contract/market.ts'
import { openingSize } from '../../contract/order-rules.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import type { ClientOrder, PreparedAction, PreparedKind, TradingService } from '../service/interface.ts'
import type { ExpectedAction } from '../signing/index.ts'
import { checkPlace } from './checks.ts'
import { checkDayLoss, type Limits, type RateLimit } from './limits.ts'
import type { Refusal } from './state-machine.ts'

/** What the feed knows of a market; null is what it has not received. */
export interface MarketFacts {
  market(asset: string): ScalarMarket | null
  ticker(asset: string): Pick<Ticker, 'mark' | 'mid' | 'status'> | null
  bucket(): Pick<BucketView, 'current' | 'phase'> | null
}

/** Intents that are planned: all but the approval, which the identity carries out. */
export type AgentIntent = Exclude<Intent, { kind: 'approve_agent' }>

/** What to prepare, what it must be, and where it is submitted. */
export interface Plan {
  readonly kind: 'agent'
  readonly submitKind: PreparedKind
  readonly expected: ExpectedAction
  prepare(): Promise<PreparedAction>
}

/** An order that the trader's own wallet signs: nothing is prepared by the service. */
export interface DirectPlan {
  readonly kind: 'direct'
  readonly order: Omit<ClientOrder, 'nonce' | 'timestamp'>
}

export type AnyPlan = Plan | DirectPlan

export interface PlanOptions {
  readonly service: TradingService
  readonly facts: MarketFacts
  readonly limits: () => Limits
  /** Realised and unrealised since 00:00 UTC, USDC. @throws Error in words when it cannot be known. */
  readonly dayResult: () => Promise<Money>
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

const refuse = (code: string, message: string, field: Refusal['field'] = null): Result<never, Refusal> =>
  refused({ code, message, field })

/**
 * What slippage is counted from: services count from the mark or from the middle of the book, so the one that leaves the closing side
 * more room; a middle further than 5 % from the mark is not believed.
 */
function referenceFor(side: Side, mark: Price, mid: Price | null): Price {
  if (mid === null || compare(absolute(subtract(mid, mark)), multiply(mark, BELIEVED_GAP)) > 0) return mark
  return side === 'buy' ? greater(mark, mid) : lesser(mark, mid)
}

/** How far a service's bound may lie from the terminal's: rounding to the tick, and a mark that moved between two readings. */
const allowanceOf = (market: ScalarMarket, reference: Price): Price =>
  add(market.tickSize, multiply(reference, MARK_MOVE)) as unknown as Price

function checkSlippage(slippagePct: Decimal): Refusal | null {
  if (signOf(slippagePct) > 0 && compare(slippagePct, LARGEST_SLIPPAGE) <= 0) return null
  const message = `Slippage must be over 0 and at most ${LARGEST_SLIPPAGE} %; ${slippagePct} is not.`
  return { code: 'limit_slippage', message, field: null }
}

type Planned = Result<AnyPlan, Refusal>
/** What the checks read of an order, whichever way it goes out. */
type OrderWish = Pick<PlaceIntent, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'>

/** Makes plans; each is checked against the market, the account and the limits as of now. @throws ServiceError of the reads it needs. */
export function createPlanner(options: PlanOptions) {
  const { service, facts, rate } = options

  async function marketOf(asset: string): Promise<ScalarMarket | null> {
    return facts.market(asset) ?? (await service.markets()).find((market) => market.asset === asset) ?? null
  }

  async function markOf(asset: string): Promise<Price | null> {
    return facts.ticker(asset)?.mark ?? (await service.ticker(asset)).mark
  }

  const positionOf = (account: AccountView | null, asset: string) =>
    account?.positions.find((position) => position.asset === asset && position.family === 'scalar')

  async function place(id: string, intent: PlaceIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    const market = await marketOf(intent.asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${intent.asset}.`)
    const refusal = await refusalOf(id, intent, market, await markOf(intent.asset), again)
    if (refusal !== null) return refused(refusal)
    const { asset, side, price, size, tif, reduceOnly } = intent
    if (cloid === null) {
      return ok({ kind: 'direct', order: { asset, side, size, price, tif, reduce_only: reduceOnly } })
    }
    return ok({
      kind: 'agent',
      submitKind: 'order',
      expected: { kind: 'order', assetId: market.assetId, side, price, size, tif, reduceOnly, cloid },
      prepare: () => service.prepareOrder({ asset, side, price, size, tif, reduceOnly, cloid }),
    })
  }

  /** Everything that may forbid an order: its rules, the market's state, the limits, the day's loss. */
  async function refusalOf(
    id: string,
    intent: OrderWish,
    market: ScalarMarket,
    mark: Price | null,
    again: boolean,
  ): Promise<Refusal | null> {
    const account = options.account()
    const held = positionOf(account, intent.asset)
    const position = account === null ? null : (held?.size ?? NONE)
    const onTheWay = committed(id, intent)
    const checked = checkPlace(
      intent,
      {
        market,
        status: facts.ticker(intent.asset)?.status ?? market.status,
        mark,
        bucket: facts.bucket(),
        leverage: held?.leverage ?? options.leverageSet(intent.asset) ?? market.maxLeverage,
        available: account?.money.available ?? null,
        position,
        committed: onTheWay,
      },
      options.limits(),
    )
    if (checked !== null) return checked
    const whole = { ...intent, size: add(intent.size, onTheWay) as unknown as Size }
    const opens = !intent.reduceOnly && (position === null || signOf(openingSize(whole, position)) > 0)
    const lost = opens ? await dayLoss() : null
    return lost ?? (again ? null : rate.take())
  }

  /** A limit that cannot be held refuses, with the reason. */
  async function dayLoss(): Promise<Refusal | null> {
    const limits = options.limits()
    if (limits.dayLoss === null) return null
    try {
      return checkDayLoss(await options.dayResult(), limits)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const message = `The day's result cannot be read, so this terminal's limit of ${limits.dayLoss} USDC for the day's loss cannot be held: ${words}`
      return { code: 'limit_day_loss_unknown', message, field: null }
    }
  }

  /** A prediction is checked as the order that it may become at worst. */
  async function predict(id: string, intent: PredictIntent, again: boolean): Promise<Planned> {
    const { asset, size, direction, slippagePct, targetF } = intent
    const slippage = checkSlippage(slippagePct)
    if (slippage !== null) return refused(slippage)
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${asset}.`)
    const mark = await markOf(asset)
    if (mark === null) return refuse('limit_no_mark', `No mark is known for ${asset}; its slippage cannot be held.`)
    const side = direction === 'long' ? 'buy' : 'sell'
    const referenceMark = referenceFor(side, mark, facts.ticker(asset)?.mid ?? null)
    const reach = divide(multiply(referenceMark, slippagePct), '100' as Decimal, 30)
    const bound = side === 'buy' ? add(referenceMark, reach) : subtract(referenceMark, reach)
    const price = toStep(bound, market.tickSize, side === 'buy' ? 'down' : 'up') as unknown as Price
    const refusal = await refusalOf(id, { asset, side, price, size, reduceOnly: false }, market, mark, again)
    if (refusal !== null) return refused(refusal)
    return ok({
      kind: 'agent',
      submitKind: 'predict',
      expected: {
        kind: 'predict',
        assetId: market.assetId,
        side,
        size,
        targetMark: markOfFahrenheit(targetF),
        referenceMark,
        slippagePct,
        allowance: allowanceOf(market, referenceMark),
      },
      prepare: () => service.preparePredict({ assetId: market.assetId, targetF, size, direction, slippagePct }),
    })
  }

  function committed(id: string, { asset, side }: OrderWish): Size {
    let total: Decimal | Size = options.onTheirWay(asset, side, id)
    for (const order of options.openOrders()) {
      if (order.asset !== asset || order.side !== side || order.reduceOnly) continue
      total = add(total, subtract(order.size, order.filled))
    }
    return total as unknown as Size
  }

  async function cancel(intent: CancelIntent): Promise<Planned> {
    const market = await marketOf(intent.asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${intent.asset}.`)
    const { asset, oid, cloid } = intent
    return ok({
      kind: 'agent',
      submitKind: 'cancel',
      expected: { kind: 'cancel', assetId: market.assetId, oid, cloid },
      prepare: () => service.prepareCancel({ asset, oid, cloid }),
    })
  }

  async function close(intent: CloseIntent, again: boolean): Promise<Planned> {
    const { asset, size, slippagePct } = intent
    const slippage = checkSlippage(slippagePct)
    if (slippage !== null) return refused(slippage)
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
    if (!again) rate.count()
    const referenceMark = referenceFor(signOf(held.size) > 0 ? 'sell' : 'buy', mark, facts.ticker(asset)?.mid ?? null)
    return ok({
      kind: 'agent',
      submitKind: 'close',
      expected: {
        kind: 'close',
        assetId: market.assetId,
        position: held.size,
        size,
        referenceMark,
        slippagePct,
        allowance: allowanceOf(market, referenceMark),
      },
      prepare: () => service.prepareClose({ asset, size, slippagePct }),
    })
  }

  async function leverage(intent: LeverageIntent): Promise<Planned> {
    const { asset, leverage } = intent
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The service lists no market ${asset}.`)
    if (leverage > market.maxLeverage) {
      return refuse('leverage_too_high', `${asset} takes at most ${market.maxLeverage}×; ${leverage}× is more.`)
    }
    return ok({
      kind: 'agent',
      submitKind: 'leverage',
      expected: { kind: 'leverage', assetId: market.assetId, leverage },
      prepare: () => service.prepareLeverage({ asset, leverage }),
    })
  }

  /** @param again whether this intent is planned anew because its prepared action went stale. */
  return function plan(id: string, intent: AgentIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    switch (intent.kind) {
      case 'place':
        if (cloid === null && intent.signer !== 'wallet') throw new Error('an order needs a client order id')
        return place(id, intent, intent.signer === 'wallet' ? null : cloid, again)
      case 'predict':
        return predict(id, intent, again)
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
