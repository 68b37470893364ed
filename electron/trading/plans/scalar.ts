/** Plans for scalar markets: orders and predictions, cancels, closes, leverage. */
import type { Cloid } from '../../../contract/address.ts'
import { absolute, add, type Price, signOf } from '../../../contract/decimal.ts'
import { scalarEntry } from '../../../contract/entry.ts'
import type { CancelIntent, CloseIntent, LeverageIntent, PlaceIntent, PredictIntent } from '../../../contract/intent.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import type { ScalarMarket } from '../../../contract/market.ts'
import { minimumValueOf } from '../../../contract/minimum-value.ts'
import { openingSize } from '../../../contract/order-rules.ts'
import { wideningPrices, worstIssue } from '../../../contract/protection.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { sideOf } from '../../../contract/requested-order.ts'
import { ok, refused } from '../../../contract/result.ts'
import type { Refusal } from '../actions/index.ts'
import { checkPlace } from '../risk/index.ts'
import {
  accountFor,
  closeDistanceRefusal,
  closeReachOf,
  closeRefusal,
  dayLossOf,
  heldToClose,
  NONE,
  noMoreThan,
  noPosition,
  positionIn,
  protectionRefusal,
} from './guards.ts'
import { type Planned, type PlanOptions, planOne, refuse } from './interface.ts'
import { beyondWorst, scalarPrices, wirePercent } from './prices.ts'

/** @throws ServiceError of the reads it needs. */
export function scalarPlans(options: PlanOptions) {
  const { service, rate } = options
  const { marketOf } = scalarMarkets(options)

  async function cancel({ asset, oid, cloid }: CancelIntent): Promise<Planned> {
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    return planOne(service, 'cancel', { kind: 'cancel', assetId: market.assetId, oid, cloid }, () =>
      service.prepareCancel({ asset, oid, cloid }),
    )
  }

  /** A reduce-only IOC order at the first of its prices; on a deployment without such orders, the route for closes at the last price. */
  async function close(id: string, intent: CloseIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    const { asset, size } = intent
    const unprotected = closeDistanceRefusal(intent, 'scalar')
    if (unprotected !== null) return refused(unprotected)
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const wanted = options.closes.isStep(id) ? noMoreThan(intent, held.size) : intent
    const refusal = closeRefusal(wanted, held.size)
    if (refusal !== null) return refused(refusal)
    /** A close uses the account's price when no other is available. */
    const prices = await scalarPrices(options, asset).catch(() => null)
    const known: KnownPrices = prices ?? { mark: held.markPx, mid: null }
    const side = signOf(held.size) > 0 ? 'sell' : 'buy'
    const { tickSize } = market
    const reach = closeReachOf(intent, referencePrice('scalar', side, known), { family: 'scalar', side, tickSize })
    if (!reach.ok) return reach
    if (reach.value === null) return noMark(asset)
    if (cloid !== null && service.profile.routes.orderPrepare !== null) {
      if (!again) rate.count()
      const all = wanted.size ?? absolute(held.size)
      const prices = wideningPrices(reach.value, { family: 'scalar', side, tickSize })
      options.closes.planned(id, { family: 'scalar', prices, size: all })
      const order = { side, price: reach.value.price, size: all, tif: 'IOC', reduceOnly: true, cloid } as const
      return planOne(service, 'order', { kind: 'order', assetId: market.assetId, ...order }, () =>
        service.prepareOrder({ asset, ...order }),
      )
    }
    const worst = reach.value.bound ?? reach.value.price
    const slippagePct = wirePercent(worst, { family: 'scalar', side, tickSize, prices: known, again })
    if (slippagePct === null) return beyondWorst(worst, { side, prices: known })
    if (!again) rate.count()
    return planOne(
      service,
      'close',
      {
        kind: 'close',
        assetId: market.assetId,
        position: held.size,
        size,
        worst,
      },
      () => service.prepareClose({ asset, size, slippagePct }),
    )
  }

  async function leverage(intent: LeverageIntent): Promise<Planned> {
    const { asset, leverage } = intent
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    if (leverage > market.maxLeverage) {
      return refuse('leverage_too_high', `${asset} takes at most ${market.maxLeverage}×; ${leverage}× is more.`)
    }
    return planOne(service, 'leverage', { kind: 'leverage', assetId: market.assetId, leverage }, () =>
      service.prepareLeverage({ asset, leverage }),
    )
  }

  return { ...scalarOrders(options), cancel, close, leverage }
}

/** The fields of an order that the checks read, for every route. */
type OrderRequest = Pick<PlaceIntent, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'>

/** @throws ServiceError of the reads it needs. */
function scalarOrders(options: PlanOptions) {
  const { service, facts, rate } = options
  const { marketOf } = scalarMarkets(options)

  async function place(id: string, intent: PlaceIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    const market = await marketOf(intent.asset)
    if (market === null) return unknownMarket(intent.asset)
    const refusal = await refusalOf(id, intent, market, (await scalarPrices(options, intent.asset)).mark, again)
    if (refusal !== null) return refused(refusal)
    const { asset, side, price, size, tif, reduceOnly } = intent
    if (cloid === null) {
      return ok({ kind: 'direct', order: { asset, side, size, price, tif, reduce_only: reduceOnly } })
    }
    return planOne(
      service,
      'order',
      { kind: 'order', assetId: market.assetId, side, price, size, tif, reduceOnly, cloid },
      () => service.prepareOrder({ asset, side, price, size, tif, reduceOnly, cloid }),
    )
  }

  /** Everything that may forbid an order: its rules, the market's state, the limits, the day's loss. */
  async function refusalOf(
    id: string,
    intent: OrderRequest,
    market: ScalarMarket,
    mark: Price | null,
    again: boolean,
  ): Promise<Refusal | null> {
    const read = await accountFor(options, intent.asset)
    if (!read.ok && !intent.reduceOnly) return read.error
    const account = read.ok ? read.value : null
    const held = positionIn(account, intent.asset)
    const position = account === null ? null : (held?.size ?? NONE)
    const committed = options.exposure.committed(intent.asset, intent.side, id)
    const limits = options.limits()
    const bucket = facts.bucket()
    const checked = checkPlace(
      intent,
      {
        market,
        entry: scalarEntry({
          asset: intent.asset,
          market,
          ticker: facts.ticker(intent.asset),
          phase: bucket?.phase ?? null,
          liveAsset: bucket?.current?.asset ?? null,
        }),
        mark,
        leverage: held?.leverage ?? options.leverageSet(intent.asset) ?? market.maxLeverage,
        available: account?.money.available ?? null,
        position,
        minimumValue: minimumValueOf(market, 'scalar', options.minimums()),
      },
      limits,
    )
    if (checked !== null) return checked
    const tooFar = account === null ? null : options.exposure.positionRefusal(id)
    if (tooFar !== null) return tooFar
    const whole = { ...intent, size: add(intent.size, committed) }
    const opens = !intent.reduceOnly && (position === null || signOf(openingSize(whole, position)) > 0)
    const lost = opens ? await dayLossOf(limits, options.dayResult) : null
    return lost ?? (again ? null : rate.take())
  }

  /** A prediction is checked as the worst order that it may become. */
  async function predict(id: string, intent: PredictIntent, again: boolean): Promise<Planned> {
    const { asset, size, direction, protection, targetF } = intent
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    const { tickSize } = market
    const worst = protection.price
    const unprotected = protectionRefusal(worstIssue(worst, { family: 'scalar', tickSize }))
    if (unprotected !== null) return refused(unprotected)
    const prices = await scalarPrices(options, asset)
    const side = sideOf(direction)
    if (prices.mark === null && prices.mid === null) return noMark(asset)
    const refusal = await refusalOf(
      id,
      { asset, side, price: worst, size, reduceOnly: false },
      market,
      prices.mark,
      again,
    )
    if (refusal !== null) return refused(refusal)
    const slippagePct = wirePercent(worst, { family: 'scalar', side, tickSize, prices, again })
    if (slippagePct === null) return beyondWorst(worst, { side, prices })
    return planOne(
      service,
      'predict',
      {
        kind: 'predict',
        assetId: market.assetId,
        side,
        size,
        targetMark: markOfFahrenheit(targetF),
        worst,
      },
      () => service.preparePredict({ ordinal: market.ordinal, targetF, size, direction, slippagePct }),
    )
  }

  return { place, predict }
}

/** The results throw ServiceError where a read is needed and fails. */
const scalarMarkets = ({ service, facts, numbers }: Pick<PlanOptions, 'service' | 'facts' | 'numbers'>) => ({
  /** Under its signed number, regardless of the list. Null where the service lists none. */
  async marketOf(asset: string): Promise<ScalarMarket | null> {
    const market = facts.market(asset) ?? (await service.markets()).find((one) => one.asset === asset)
    return market === undefined ? null : { ...market, assetId: numbers.numberOf(asset, market.assetId) }
  },
})

const unknownMarket = (asset: string) => refuse('unknown_market', `The venue lists no market ${asset}.`)
const noMark = (asset: string) =>
  refuse('limit_no_mark', `No mark for ${asset}; its price protection cannot be checked.`)
