/** Plans for binary markets: leverage 2, predictions of UP or DOWN in USDC, closes (docs/service/binary.md). */

import { BINARY_LEVERAGE, type BinaryDirection, type BinaryMarket } from '../../../contract/binary.ts'
import {
  absolute,
  compare,
  divide,
  greater,
  type Money,
  multiply,
  ONE,
  type Price,
  signOf,
  subtract,
  toPlaces,
} from '../../../contract/decimal.ts'
import { binaryEntry } from '../../../contract/entry.ts'
import type { BinaryPredictIntent, CloseIntent } from '../../../contract/intent.ts'
import { positive } from '../../../contract/messages.ts'
import { worstIssue } from '../../../contract/protection.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { sideOf } from '../../../contract/requested-order.ts'
import { ok, refused } from '../../../contract/result.ts'
import { isAbsent, type PreparedAction, ServiceError } from '../../service/index.ts'
import type { Refusal } from '../actions/index.ts'
import { bandRefusal } from '../risk/index.ts'
import {
  accountFor,
  checkOrderValue,
  closeDistanceRefusal,
  closeReachOf,
  closeRefusal,
  dayLossOf,
  entryRefusal,
  heldToClose,
  minimumRefusal,
  noMoreThan,
  noPosition,
  protectionRefusal,
} from './guards.ts'
import { limitOf, type Planned, type PlanOptions, planOne, refuse, sizeOf } from './interface.ts'
import { beyondWorst, probabilityPrices, wireClose, wirePercent } from './prices.ts'

/** @throws ServiceError of the reads it needs. */
export function binaryPlans(options: PlanOptions) {
  const { service, facts, numbers, rate } = options

  /** Under their signed numbers, regardless of the list. */
  async function markets(): Promise<readonly BinaryMarket[]> {
    const listed = facts.binary()?.markets ?? (await service.binaryMarkets())
    return listed.map((market) => ({ ...market, assetId: numbers.numberOf(market.asset, market.assetId) }))
  }

  /** The binary market of an asset; null for any other asset, and where the deployment has none. */
  async function marketOf(asset: string): Promise<BinaryMarket | null> {
    try {
      return (await markets()).find((market) => market.asset === asset) ?? null
    } catch (error) {
      const none = error instanceof ServiceError && (error.status === 404 || error.kind === 'switched_off')
      if (none) return null
      throw error
    }
  }

  async function setup(): Promise<Planned> {
    const binary = await markets()
    if (binary.length === 0) {
      return refuse('unknown_market', 'The venue lists no binary market to set up.')
    }
    const unnumbered = binary.flatMap(({ asset, assetId }) => (assetId === null ? [asset] : []))
    /** The numbers of other markets matter only where a number cannot be compared. */
    const others = unnumbered.length === 0 ? [] : await service.markets().catch(noneIfAbsent)
    return ok({
      kind: 'agent',
      expected: {
        kind: 'binary_setup',
        assetIds: binary.flatMap(({ assetId }) => assetId ?? []),
        unnumbered,
        otherIds: others.map(({ asset, assetId }) => numbers.numberOf(asset, assetId)),
      },
      endsWithAnswer: true,
      nothing: `Leverage is already ${BINARY_LEVERAGE}×.`,
      prepare: () => service.prepareBinarySetup(),
      submit: async (signed) => {
        const { leverage, ready } = await service.submitBinarySetup(signed)
        const isSet = ready !== false && (leverage === null || leverage === BINARY_LEVERAGE)
        if (!isSet) return { refusal: notSetUp(leverage) }
        return { status: `leverage ${leverage ?? BINARY_LEVERAGE}`, oid: null, cloid: null }
      },
    })
  }

  async function predict(id: string, intent: BinaryPredictIntent, again: boolean): Promise<Planned> {
    const { asset, direction, amount, protection } = intent
    const side = sideOf(direction)
    if (signOf(amount) <= 0) return refuse('not_positive', positive('The amount'), 'size')
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The venue lists no binary market ${asset}.`)
    const { tickSize } = market
    const worst = protection.price
    const unprotected = protectionRefusal(worstIssue(worst, { family: 'binary', tickSize }))
    if (unprotected !== null) return refused(unprotected)
    const status = facts.binary()?.status ?? (await service.binaryStatus())
    const closed = entryRefusal(binaryEntry(asset, { status, markets: [market] }, options.serverTime()))
    if (closed !== null) return refused(closed)
    const limits = options.limits()
    const wrongValue = checkOrderValue(amount, limits, 'USDC') ?? minimumRefusal(options, 'binary', market, amount)
    if (wrongValue !== null) return refused(wrongValue)
    const prices = await probabilityPrices(options, asset, true)
    if (prices === null) return noPrice(asset)
    const mark = prices.mark ?? prices.mid
    const tooFar =
      mark === null ? null : bandRefusal({ family: 'binary', side, price: worst, mark, ways: 'worse' }, limits)
    if (tooFar !== null) return refused(tooFar)
    const slippagePct = wirePercent(worst, {
      ...{ family: 'binary', side, tickSize, prices, again },
      countedAt: countedOn(direction, again),
    })
    if (slippagePct === null) return beyondWorst(worst, { side, prices })
    const read = await accountFor(options, asset)
    if (!read.ok) return read
    const tooMany = options.exposure.positionRefusal(id)
    if (tooMany !== null) return refused(tooMany)
    const lost = await dayLossOf(limits, options.dayResult)
    const blocked = lost ?? (again ? null : rate.take())
    if (blocked !== null) return refused(blocked)
    return planOne(
      service,
      'binary_predict',
      {
        kind: 'binary_predict',
        assetId: market.assetId,
        direction,
        amount,
        worst,
        slippagePct,
      },
      async () => {
        const prepared = await service.prepareBinaryPredict({ asset, direction, amount, slippagePct })
        const less = smallerAmount(direction, amount, prepared)
        if (less === null) return prepared
        return service.prepareBinaryPredict({ asset, direction, amount: less, slippagePct })
      },
    )
  }

  /** An IOC order at the first of its prices; each further order uses the next one. */
  async function close(id: string, intent: CloseIntent, market: BinaryMarket, again: boolean): Promise<Planned> {
    const { asset } = intent
    const unprotected = closeDistanceRefusal(intent, 'binary')
    if (unprotected !== null) return refused(unprotected)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const wanted = options.closes.isStep(id) ? noMoreThan(intent, held.size) : intent
    const refusal = closeRefusal(wanted, held.size)
    if (refusal !== null) return refused(refusal)
    const { size } = wanted
    const isUp = signOf(held.size) > 0
    const side = isUp ? 'sell' : 'buy'
    const direction = isUp ? 'UP' : 'DOWN'
    const { tickSize } = market
    const prices = (await probabilityPrices(options, asset, false)) ?? { mark: held.markPx, mid: null }
    const reach = closeReachOf(intent, referencePrice('binary', side, prices), { family: 'binary', side, tickSize })
    if (!reach.ok) return reach
    if (reach.value === null) return noPrice(asset)
    const wire = wireClose(reach.value, {
      ...{ family: 'binary', side, tickSize, prices, again },
      countedAt: countedOn(direction, again),
    })
    if (wire === null) return beyondWorst(reach.value.bound ?? reach.value.price, { side, prices })
    const { worst, percent: slippagePct } = wire
    options.closes.planned(id, { family: 'binary', prices: wire.prices, size: size ?? absolute(held.size) })
    if (!again) rate.count()
    return planOne(
      service,
      'binary_close',
      {
        kind: 'binary_close',
        assetId: market.assetId,
        position: held.size,
        size,
        worst,
      },
      () => service.prepareBinaryClose({ asset, direction, contracts: size, slippagePct }),
    )
  }

  return { marketOf, setup, predict, close }
}

/**
 * Whether a percentage refers to the direction's own price or to the price of UP is undefined (docs/service/binary.md#predict). It is based on the
 * own price; where that led to a worse limit, on the greater of the two, so that the limit lies inside the worst price under either reading. For UP
 * the two are the same.
 */
const countedOn =
  (direction: BinaryDirection, again: boolean) =>
  (reference: Price): Price => {
    if (direction === 'UP') return reference
    const own = subtract(ONE, reference)
    return again ? greater(reference, own) : own
  }

/**
 * The amount to ask for instead where the service divides it by a price better than the limit, and the contracts could cost more than the trader
 * typed; null where they cannot.
 */
function smallerAmount(direction: BinaryDirection, amount: Money, prepared: PreparedAction): Money | null {
  const [limit, contracts] = [limitOf(prepared), sizeOf(prepared)]
  if (limit === null || contracts === null) return null
  const cost = multiply(contracts, direction === 'UP' ? limit : subtract(ONE, limit))
  if (compare(cost, amount) <= 0) return null
  const less = toPlaces(divide(multiply(amount, amount), cost, 12), 2, 'down') as Money
  return signOf(less) > 0 ? less : null
}

/** A deployment without scalar markets lists none. */
function noneIfAbsent(error: unknown): [] {
  if (isAbsent(error)) return []
  throw error
}

const noPrice = (asset: string) =>
  refuse('limit_no_mark', `No price for ${asset}; its price protection cannot be checked.`)

const notSetUp = (leverage: number | null): Refusal => ({
  code: 'leverage_not_set',
  message:
    leverage === null
      ? 'The venue accepted the setup but reports that it is not ready. Try again.'
      : `The venue accepted the setup but reports ${leverage}× leverage; binary contracts trade at ${BINARY_LEVERAGE}× only.`,
  field: null,
})
