/** Plans for scalar markets: orders and predictions, cancels, closes, leverage. */
import type { Cloid } from '../../../contract/address.ts'
import { absolute, signOf } from '../../../contract/decimal.ts'
import type { CancelIntent, CloseIntent, LeverageIntent } from '../../../contract/intent.ts'
import { wideningPrices } from '../../../contract/protection.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { ok, refused } from '../../../contract/result.ts'
import { closeDistanceRefusal, closeReachOf, closeRefusal, heldToClose, noMoreThan, noPosition } from './guards.ts'
import { one, type Planned, type PlanOptions, refuse, submitOne } from './interface.ts'
import { beyondWorst, scalarPrices, wirePercent } from './prices.ts'
import { noMark, scalarMarkets, scalarOrders, unknownMarket } from './scalar-orders.ts'

/** @throws ServiceError of the reads it needs. */
export function scalarPlans(options: PlanOptions) {
  const { service, rate } = options
  const { marketOf } = scalarMarkets(options)

  async function cancel({ asset, oid, cloid }: CancelIntent): Promise<Planned> {
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    return ok({
      kind: 'agent',
      expected: { kind: 'cancel', assetId: market.assetId, oid, cloid },
      prepare: one(() => service.prepareCancel({ asset, oid, cloid })),
      submit: submitOne(service, 'cancel'),
    })
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
      return ok({
        kind: 'agent',
        expected: { kind: 'order', assetId: market.assetId, ...order },
        prepare: one(() => service.prepareOrder({ asset, ...order })),
        submit: submitOne(service, 'order'),
      })
    }
    const worst = reach.value.bound ?? reach.value.price
    const slippagePct = wirePercent(worst, { family: 'scalar', side, tickSize, prices: known, again })
    if (slippagePct === null) return beyondWorst(worst, { side, prices: known })
    if (!again) rate.count()
    return ok({
      kind: 'agent',
      expected: {
        kind: 'close',
        assetId: market.assetId,
        position: held.size,
        size,
        worst,
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
      expected: { kind: 'leverage', assetId: market.assetId, leverage },
      prepare: one(() => service.prepareLeverage({ asset, leverage })),
      submit: submitOne(service, 'leverage'),
    })
  }

  return { ...scalarOrders(options), cancel, close, leverage }
}
