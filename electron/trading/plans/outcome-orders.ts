/** Plans for orders of outcome shares: on any side, cancels, and sales of what is held (docs/service/outcomes.md#orders). */
import { HUNDRED, multiply, type Price } from '../../../contract/decimal.ts'
import { outcomeEntry } from '../../../contract/entry.ts'
import type { CancelIntent, CloseIntent, OutcomeOrderIntent } from '../../../contract/intent.ts'
import { coinAssetId } from '../../../contract/outcome.ts'
import { worstPrice } from '../../../contract/reference-price.ts'
import { ok, refused } from '../../../contract/result.ts'
import { one, submitOne } from './agent-plan.ts'
import { checkSlippage, closeRefusal, entryRefusal, heldToClose, noPosition } from './guards.ts'
import { type OutcomeFacts, type Plan, type Planned, type PlanOptions, refuse } from './interface.ts'
import { noPrice, outcomeMarkets, unknownCoin } from './outcome-markets.ts'
import { limitRefusal, ruleRefusal } from './outcome-order-checks.ts'
import { PROBABILITY_ALLOWANCE } from './prices.ts'

/** @throws ServiceError of the reads it needs. */
export function outcomeOrders(options: PlanOptions) {
  const { service, rate } = options
  const { sideOf, referenceOf } = outcomeMarkets(options)

  async function order(id: string, intent: OutcomeOrderIntent, again: boolean): Promise<Planned> {
    const { asset, side, mode } = intent
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    /** A sale of what is held is a way out: only the service's own word shuts it. */
    const now = side === 'buy' ? options.serverTime() : null
    const wrong = ruleRefusal(intent, found) ?? entryRefusal(outcomeEntry(found.market, now))
    if (wrong !== null) return refused(wrong)
    const mark = await referenceOf(asset, side)
    if (mark === null) return noPrice(asset)
    const { tickSize } = found.market
    const worst =
      mode.kind === 'limit'
        ? mode.price
        : worstPrice('outcome', side, { reference: mark, slippagePct: mode.slippagePct, tickSize })
    const forbidden = await limitRefusal(options, id, intent, found, { worst, mark })
    const barred = forbidden ?? (again ? null : rate.take())
    if (barred !== null) return refused(barred)
    return ok(orderPlan(found, intent, mark))
  }

  function orderPlan(
    { market, side: traded }: OutcomeFacts,
    { side, size, mode }: Omit<OutcomeOrderIntent, 'kind' | 'asset'>,
    reference: Price,
  ): Plan {
    const assetId = coinAssetId(market.outcomeId, traded.index)
    const order = { outcomeId: market.outcomeId, sideIndex: traded.index, side, size }
    const shared = { kind: 'agent', submit: submitOne(service, 'outcome_order') } as const
    if (mode.kind === 'limit') {
      return {
        ...shared,
        expected: { kind: 'outcome_limit', assetId, side, price: mode.price, size },
        prepare: one(() => service.prepareOutcomeOrder({ ...order, mode })),
      }
    }
    const { slippagePct } = mode
    const atMarket = { kind: 'market', slippageBps: Number(multiply(slippagePct, HUNDRED)) } as const
    const allowance = PROBABILITY_ALLOWANCE
    return {
      ...shared,
      expected: { kind: 'outcome_market', assetId, side, size, reference, slippagePct, allowance },
      prepare: one(() => service.prepareOutcomeOrder({ ...order, mode: atMarket })),
    }
  }

  async function cancel({ asset, oid, cloid }: CancelIntent): Promise<Planned> {
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    if (cloid === null) {
      return refuse('no_cloid', `Order ${oid} has no client order id, and outcome orders are cancelled by it only.`)
    }
    const { market, side } = found
    return ok({
      kind: 'agent',
      expected: { kind: 'cancel', assetId: coinAssetId(market.outcomeId, side.index), oid, cloid },
      prepare: one(() => service.prepareOutcomeCancel({ outcomeId: market.outcomeId, sideIndex: side.index, cloid })),
      submit: submitOne(service, 'outcome_cancel'),
    })
  }

  /** Shares are closed by selling them at market. */
  async function close(intent: CloseIntent, again: boolean): Promise<Planned> {
    const { asset, size, slippagePct } = intent
    const slippage = checkSlippage(slippagePct, 'outcome')
    if (slippage !== null) return refused(slippage)
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const refusal = closeRefusal(intent, held.size) ?? entryRefusal(outcomeEntry(found.market, null))
    if (refusal !== null) return refused(refusal)
    const mark = (await referenceOf(asset, 'sell')) ?? held.markPx
    if (mark === null) return noPrice(asset)
    if (!again) rate.count()
    const request = { side: 'sell', size: size ?? held.size, mode: { kind: 'market', slippagePct } } as const
    return ok(orderPlan(found, request, mark))
  }

  return { order, cancel, close }
}
