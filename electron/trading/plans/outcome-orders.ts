/** Plans for orders of outcome shares: either side, cancels, and sales of a position (docs/service/outcomes.md#orders). */
import { type Decimal, HUNDRED, multiply, type Price } from '../../../contract/decimal.ts'
import { outcomeEntry } from '../../../contract/entry.ts'
import type { CancelIntent, CloseIntent, OutcomeOrderIntent } from '../../../contract/intent.ts'
import { coinAssetId } from '../../../contract/outcome.ts'
import { type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { refused } from '../../../contract/result.ts'
import {
  closeDistanceRefusal,
  closeReachOf,
  closeRefusal,
  entryRefusal,
  heldToClose,
  noMoreThan,
  noPosition,
} from './guards.ts'
import { type OutcomeFacts, type Planned, type PlanOptions, planOne, refuse } from './interface.ts'
import { limitRefusal, ruleRefusal } from './outcome-order-checks.ts'
import { beyondWorst, probabilityPrices, wireClose, wirePercent } from './prices.ts'

/** Shares take whole basis points. */
const BASIS_POINT_PLACES = 2

/** @throws ServiceError of the reads it needs. */
export function outcomeOrders(options: PlanOptions) {
  const { service, rate } = options
  const { sideOf, pricesOf } = outcomeMarkets(options)

  async function order(id: string, intent: OutcomeOrderIntent, again: boolean): Promise<Planned> {
    const { asset, side, mode } = intent
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    /** Selling a position is an exit: only the service's own answer may block it. */
    const now = side === 'buy' ? options.serverTime() : null
    const wrong = ruleRefusal(intent, found) ?? entryRefusal(outcomeEntry(found.market, now), intent.side === 'sell')
    if (wrong !== null) return refused(wrong)
    const worst = mode.kind === 'limit' ? mode.price : mode.protection.price
    const prices = await pricesOf(asset)
    const mark = prices === null ? null : referencePrice('outcome', side, prices)
    if (prices === null || mark === null) return noPrice(asset)
    const forbidden = await limitRefusal(options, id, intent, found, { worst, mark })
    const blocked = forbidden ?? (again ? null : rate.take())
    if (blocked !== null) return refused(blocked)
    if (mode.kind === 'limit') return limitPlan(found, intent, mode)
    return marketPlan(found, { side, size: intent.size, worst }, prices, again)
  }

  function shared({ market, side: traded }: OutcomeFacts, { side, size }: Pick<OutcomeOrderIntent, 'side' | 'size'>) {
    const assetId = coinAssetId(market.outcomeId, traded.index)
    const order = { outcomeId: market.outcomeId, sideIndex: traded.index, side, size }
    return { assetId, order }
  }

  function limitPlan(
    found: OutcomeFacts,
    { side, size }: OutcomeOrderIntent,
    mode: Extract<OutcomeOrderIntent['mode'], { kind: 'limit' }>,
  ): Planned {
    const { assetId, order } = shared(found, { side, size })
    const expected = { kind: 'outcome_limit', assetId, side, price: mode.price, size } as const
    return planOne(service, 'outcome_order', expected, () => service.prepareOutcomeOrder({ ...order, mode }))
  }

  function marketPlan(
    found: OutcomeFacts,
    { side, size, worst }: Pick<OutcomeOrderIntent, 'side' | 'size'> & { readonly worst: Price },
    prices: KnownPrices,
    again: boolean,
  ): Planned {
    const { tickSize } = found.market
    const percent = wirePercent(worst, { family: 'outcome', side, tickSize, prices, again, places: BASIS_POINT_PLACES })
    if (percent === null) return beyondWorst(worst, { side, prices })
    return atMarket(found, { side, size, worst }, percent)
  }

  function atMarket(
    found: OutcomeFacts,
    { side, size, worst }: Pick<OutcomeOrderIntent, 'side' | 'size'> & { readonly worst: Price },
    percent: Decimal,
  ): Planned {
    const { assetId, order } = shared(found, { side, size })
    const mode = { kind: 'market', slippageBps: Number(multiply(percent, HUNDRED)) } as const
    const expected = { kind: 'outcome_market', assetId, side, size, worst } as const
    return planOne(service, 'outcome_order', expected, () => service.prepareOutcomeOrder({ ...order, mode }))
  }

  async function cancel({ asset, oid, cloid }: CancelIntent): Promise<Planned> {
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    if (cloid === null) {
      return refuse(
        'no_cloid',
        `Order ${oid} has no client order id; without one the venue cannot cancel an outcome order.`,
      )
    }
    const { market, side } = found
    return planOne(
      service,
      'outcome_cancel',
      { kind: 'cancel', assetId: coinAssetId(market.outcomeId, side.index), oid, cloid },
      () => service.prepareOutcomeCancel({ outcomeId: market.outcomeId, sideIndex: side.index, cloid }),
    )
  }

  /** Shares are closed by selling at market, at the first of the prices; each further order uses the next one. */
  async function close(id: string, intent: CloseIntent, again: boolean): Promise<Planned> {
    const { asset } = intent
    const unprotected = closeDistanceRefusal(intent, 'outcome')
    if (unprotected !== null) return refused(unprotected)
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const wanted = options.closes.isStep(id) ? noMoreThan(intent, held.size) : intent
    const refusal = closeRefusal(wanted, held.size) ?? entryRefusal(outcomeEntry(found.market, null), true)
    if (refusal !== null) return refused(refusal)
    const prices = (await pricesOf(asset)) ?? { mark: held.markPx, mid: null }
    const terms = { family: 'outcome', side: 'sell', tickSize: found.market.tickSize } as const
    const reach = closeReachOf(intent, referencePrice('outcome', 'sell', prices), terms)
    if (!reach.ok) return reach
    if (reach.value === null) return noPrice(asset)
    const wire = wireClose(reach.value, { ...terms, prices, again, places: BASIS_POINT_PLACES })
    if (wire === null) return beyondWorst(reach.value.bound ?? reach.value.price, { side: 'sell', prices })
    const size = wanted.size ?? held.size
    options.closes.planned(id, { family: 'outcome', prices: wire.prices, size })
    if (!again) rate.count()
    return atMarket(found, { side: 'sell', size, worst: wire.worst }, wire.percent)
  }

  return { order, cancel, close }
}

/** The results throw ServiceError where a read is needed and fails. */
function outcomeMarkets(options: Pick<PlanOptions, 'service' | 'facts' | 'clock'>) {
  const { service, facts } = options

  /** Null where the service lists none. */
  async function sideOf(coin: string): Promise<OutcomeFacts | null> {
    const known = facts.outcome(coin)
    if (known !== null) return known
    for (const market of await service.outcomes()) {
      const side = market.sides.find((candidate) => candidate.coin === coin)
      if (side !== undefined) return { market, side }
    }
    return null
  }

  /** Null where no price is known. */
  async function pricesOf(coin: string): Promise<KnownPrices | null> {
    const prices = await probabilityPrices(options, coin, false)
    if (prices !== null) return prices
    const history = await service.outcomePriceHistory([coin])
    const last = history[coin]?.at(-1)?.price ?? null
    return last === null ? null : { mark: last, mid: null }
  }

  return { sideOf, pricesOf }
}

/** Refusal for a coin that the service does not list. */
const unknownCoin = (coin: string) => refuse('unknown_market', `The venue lists no outcome ${coin}.`)

const noPrice = (coin: string) =>
  refuse('limit_no_mark', `No price for ${coin}; the order cannot be checked against your limits.`)
