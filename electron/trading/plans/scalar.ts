/** Plans for scalar markets: orders and predictions, cancels, closes, leverage. */
import { signOf } from '../../../contract/decimal.ts'
import type { CancelIntent, CloseIntent, LeverageIntent } from '../../../contract/intent.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { ok, refused } from '../../../contract/result.ts'
import { one, submitOne } from './agent-plan.ts'
import { checkSlippage, closeRefusal, heldToClose, noPosition } from './guards.ts'
import { type Planned, type PlanOptions, refuse } from './interface.ts'
import { scalarPrices } from './prices.ts'
import { allowanceOf, noMark, scalarMarkets, unknownMarket } from './scalar-markets.ts'
import { scalarOrders } from './scalar-orders.ts'

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

  async function close(intent: CloseIntent, again: boolean): Promise<Planned> {
    const { asset, size, slippagePct } = intent
    const slippage = checkSlippage(slippagePct, 'scalar')
    if (slippage !== null) return refused(slippage)
    const market = await marketOf(asset)
    if (market === null) return unknownMarket(asset)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const refusal = closeRefusal(intent, held.size)
    if (refusal !== null) return refused(refusal)
    /** A close goes out by what the account says of the price when nothing else can be had. */
    const prices = await scalarPrices(options, asset).catch(() => null)
    const mark = prices?.mark ?? held.markPx
    if (mark === null) return noMark(asset)
    if (!again) rate.count()
    const side = signOf(held.size) > 0 ? 'sell' : 'buy'
    const referenceMark = referencePrice('scalar', side, { mark, mid: prices?.mid ?? null }) ?? mark
    return ok({
      kind: 'agent',
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
      expected: { kind: 'leverage', assetId: market.assetId, leverage },
      prepare: one(() => service.prepareLeverage({ asset, leverage })),
      submit: submitOne(service, 'leverage'),
    })
  }

  return { ...scalarOrders(options), cancel, close, leverage }
}
