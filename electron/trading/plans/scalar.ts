/** Plans for scalar markets: limit and market orders, cancels, closes, leverage. */
import type { Cloid } from '../../../contract/address.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  greater,
  lesser,
  multiply,
  type Price,
  percentOf,
  signOf,
  subtract,
  toStep,
} from '../../../contract/decimal.ts'
import type { CancelIntent, CloseIntent, LeverageIntent, PlaceIntent, PredictIntent } from '../../../contract/intent.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import type { ScalarMarket, Side } from '../../../contract/market.ts'
import { openingSize } from '../../../contract/order-rules.ts'
import { ok, refused } from '../../../contract/result.ts'
import type { Refusal } from '../actions/index.ts'
import { checkPlace } from '../risk/index.ts'
import { one, submitOne } from './agent-plan.ts'
import { checkSlippage, closeRefusal, committedTo, dayLossOf, NONE, noPosition, positionIn } from './guards.ts'
import { type Planned, type PlanOptions, refuse } from './interface.ts'

/** How far the service's mark may have moved from the terminal's between two readings, as a share of the mark. */
const MARK_MOVE = '0.002' as Decimal
/** Furthest that the middle of the book may lie from the mark to be believed, as a share of the mark. */
const BELIEVED_GAP = '0.05' as Decimal

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
  add(market.tickSize, multiply(reference, MARK_MOVE))

const unknownMarket = (asset: string) => refuse('unknown_market', `The service lists no market ${asset}.`)
const noMark = (asset: string) => refuse('limit_no_mark', `No mark is known for ${asset}; its slippage cannot be held.`)

/** What the checks read of an order, whichever way it goes out. */
type OrderRequest = Pick<PlaceIntent, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'>

/** @throws ServiceError of the reads it needs. */
export function scalarPlans(options: PlanOptions) {
  const { service, facts, rate } = options

  async function marketOf(asset: string): Promise<ScalarMarket | null> {
    return facts.market(asset) ?? (await service.markets()).find((market) => market.asset === asset) ?? null
  }

  async function markOf(asset: string): Promise<Price | null> {
    return facts.ticker(asset)?.mark ?? (await service.ticker(asset)).mark
  }

  async function place(id: string, intent: PlaceIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    const market = await marketOf(intent.asset)
    if (market === null) return unknownMarket(intent.asset)
    const refusal = await refusalOf(id, intent, market, await markOf(intent.asset), again)
    if (refusal !== null) return refused(refusal)
    const { asset, side, price, size, tif, reduceOnly } = intent
    if (cloid === null) {
      return ok({ kind: 'direct', order: { asset, side, size, price, tif, reduce_only: reduceOnly } })
    }
    return ok({
      kind: 'agent',
      makesOrder: true,
      expected: { kind: 'order', assetId: market.assetId, side, price, size, tif, reduceOnly, cloid },
      prepare: one(() => service.prepareOrder({ asset, side, price, size, tif, reduceOnly, cloid })),
      submit: submitOne(service, 'order'),
    })
  }

  /** Everything that may forbid an order: its rules, the market's state, the limits, the day's loss. */
  async function refusalOf(
    id: string,
    intent: OrderRequest,
    market: ScalarMarket,
    mark: Price | null,
    again: boolean,
  ): Promise<Refusal | null> {
    const account = options.account()
    const held = positionIn(account, intent.asset)
    const position = account === null ? null : (held?.size ?? NONE)
    const committed = committedTo(options, id, intent.asset, intent.side)
    const limits = options.limits()
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
        committed,
      },
      limits,
    )
    if (checked !== null) return checked
    const whole = { ...intent, size: add(intent.size, committed) }
    const opens = !intent.reduceOnly && (position === null || signOf(openingSize(whole, position)) > 0)
    const lost = opens ? await dayLossOf(limits, options.dayResult) : null
    return lost ?? (again ? null : rate.take())
  }

  /** A prediction is checked as the order that it may become at worst. */
  async function predict(id: string, intent: PredictIntent, again: boolean): Promise<Planned> {
    const { asset, size, direction, slippagePct, targetF } = intent
    const slippage = checkSlippage(slippagePct)
    if (slippage !== null) return refused(slippage)
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    const mark = await markOf(asset)
    if (mark === null) return noMark(asset)
    const side = direction === 'long' ? 'buy' : 'sell'
    const referenceMark = referenceFor(side, mark, facts.ticker(asset)?.mid ?? null)
    const reach = percentOf(referenceMark, slippagePct)
    const bound = side === 'buy' ? add(referenceMark, reach) : subtract(referenceMark, reach)
    const price = toStep(bound, market.tickSize, side === 'buy' ? 'down' : 'up')
    const refusal = await refusalOf(id, { asset, side, price, size, reduceOnly: false }, market, mark, again)
    if (refusal !== null) return refused(refusal)
    return ok({
      kind: 'agent',
      makesOrder: true,
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
      prepare: one(() => service.preparePredict({ assetId: market.assetId, targetF, size, direction, slippagePct })),
      submit: submitOne(service, 'predict'),
    })
  }

  async function cancel({ asset, oid, cloid }: CancelIntent): Promise<Planned> {
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    return ok({
      kind: 'agent',
      makesOrder: false,
      expected: { kind: 'cancel', assetId: market.assetId, oid, cloid },
      prepare: one(() => service.prepareCancel({ asset, oid, cloid })),
      submit: submitOne(service, 'cancel'),
    })
  }

  async function close(intent: CloseIntent, again: boolean): Promise<Planned> {
    const { asset, size, slippagePct } = intent
    const slippage = checkSlippage(slippagePct)
    if (slippage !== null) return refused(slippage)
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    const held = positionIn(await options.freshAccount(), asset)
    if (held === undefined) return noPosition(asset)
    const refusal = closeRefusal(asset, held.size, size)
    if (refusal !== null) return refused(refusal)
    const mark = (await markOf(asset)) ?? held.markPx
    if (mark === null) return noMark(asset)
    if (!again) rate.count()
    const referenceMark = referenceFor(signOf(held.size) > 0 ? 'sell' : 'buy', mark, facts.ticker(asset)?.mid ?? null)
    return ok({
      kind: 'agent',
      makesOrder: true,
      expected: {
        kind: 'close',
        assetId: market.assetId,
        position: held.size,
        size,
        referenceMark,
        slippagePct,
        allowance: allowanceOf(market, referenceMark),
      },
      prepare: one(() => service.prepareClose({ asset, size, slippagePct })),
      submit: submitOne(service, 'close'),
    })
  }

  async function leverage(intent: LeverageIntent): Promise<Planned> {
    const { asset, leverage } = intent
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    if (leverage > market.maxLeverage) {
      return refuse('leverage_too_high', `${asset} takes at most ${market.maxLeverage}×; ${leverage}× is more.`)
    }
    return ok({
      kind: 'agent',
      makesOrder: false,
      expected: { kind: 'leverage', assetId: market.assetId, leverage },
      prepare: one(() => service.prepareLeverage({ asset, leverage })),
      submit: submitOne(service, 'leverage'),
    })
  }

  return { place, predict, cancel, close, leverage }
}
