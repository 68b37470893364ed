/** Plans for binary markets: leverage 2, predictions of UP or DOWN in USDC, closes (docs/service/binary.md). */
import type { BinaryMarket } from '../../../contract/binary.ts'
import { BINARY_LEVERAGE } from '../../../contract/binary.ts'
import { type Price, signOf } from '../../../contract/decimal.ts'
import { binaryEntry } from '../../../contract/entry.ts'
import type { BinaryPredictIntent, CloseIntent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { sideOf } from '../../../contract/order-asked-for.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { ok, refused } from '../../../contract/result.ts'
import { isAbsent, ServiceError } from '../../service/index.ts'
import type { Refusal } from '../actions/index.ts'
import { one, submitOne } from './agent-plan.ts'
import {
  accountFor,
  checkOrderValue,
  checkSlippage,
  closeRefusal,
  dayLossOf,
  entryRefusal,
  heldToClose,
  noPosition,
} from './guards.ts'
import { type Planned, type PlanOptions, refuse } from './interface.ts'
import { PROBABILITY_ALLOWANCE, probabilityPrices } from './prices.ts'

/** @throws ServiceError of the reads it needs. */
export function binaryPlans(options: PlanOptions) {
  const { service, facts, numbers, rate } = options

  /** With the numbers that they are signed under, whatever the list says. */
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

  /** Price of UP that an order's slippage is counted from. */
  async function referenceOf(asset: string, side: Side, isEntry: boolean): Promise<Price | null> {
    const prices = await probabilityPrices(options, asset, isEntry)
    return prices === null ? null : referencePrice('binary', side, prices)
  }

  async function setup(): Promise<Planned> {
    const binary = await markets()
    if (binary.length === 0) {
      return refuse('unknown_market', 'The service lists no binary market: there is nothing to set up.')
    }
    const unnumbered = binary.flatMap(({ asset, assetId }) => (assetId === null ? [asset] : []))
    /** Only where a number cannot be compared must it be known which ones it is not. */
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
      nothing: `The leverage is ${BINARY_LEVERAGE} already.`,
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
    const { asset, direction, amount, slippagePct } = intent
    const slippage = checkSlippage(slippagePct, 'binary')
    if (slippage !== null) return refused(slippage)
    if (signOf(amount) <= 0) return refuse('not_positive', 'The amount must be greater than 0.', 'size')
    const market = await marketOf(asset)
    if (market === null) return refuse('unknown_market', `The service lists no binary market ${asset}.`)
    const status = facts.binary()?.status ?? (await service.binaryStatus())
    const closed = entryRefusal(binaryEntry(asset, { status, markets: [market] }, options.serverTime()))
    if (closed !== null) return refused(closed)
    const limits = options.limits()
    const tooLarge = checkOrderValue(amount, limits, 'USDC')
    if (tooLarge !== null) return refused(tooLarge)
    const reference = await referenceOf(asset, sideOf(direction), true)
    if (reference === null) return noPrice(asset)
    const read = await accountFor(options, asset)
    if (!read.ok) return read
    const tooMany = options.exposure.positionRefusal(id, read.value)
    if (tooMany !== null) return refused(tooMany)
    const lost = await dayLossOf(limits, options.dayResult)
    const barred = lost ?? (again ? null : rate.take())
    if (barred !== null) return refused(barred)
    return ok({
      kind: 'agent',
      expected: {
        kind: 'binary_predict',
        assetId: market.assetId,
        direction,
        amount,
        reference,
        slippagePct,
        allowance: PROBABILITY_ALLOWANCE,
      },
      prepare: one(() => service.prepareBinaryPredict({ asset, direction, amount, slippagePct })),
      submit: submitOne(service, 'binary_predict'),
    })
  }

  async function close(intent: CloseIntent, market: BinaryMarket, again: boolean): Promise<Planned> {
    const { asset, size, slippagePct } = intent
    const slippage = checkSlippage(slippagePct, 'binary')
    if (slippage !== null) return refused(slippage)
    const held = await heldToClose(options, asset)
    if (held === undefined) return noPosition(asset)
    const refusal = closeRefusal(intent, held.size)
    if (refusal !== null) return refused(refusal)
    const isUp = signOf(held.size) > 0
    const reference = (await referenceOf(asset, isUp ? 'sell' : 'buy', false)) ?? held.markPx
    if (reference === null) return noPrice(asset)
    if (!again) rate.count()
    const direction = isUp ? 'UP' : 'DOWN'
    return ok({
      kind: 'agent',
      expected: {
        kind: 'binary_close',
        assetId: market.assetId,
        position: held.size,
        size,
        reference,
        slippagePct,
        allowance: PROBABILITY_ALLOWANCE,
      },
      prepare: one(() => service.prepareBinaryClose({ asset, direction, contracts: size, slippagePct })),
      submit: submitOne(service, 'binary_close'),
    })
  }

  return { marketOf, setup, predict, close }
}

/** A deployment without scalar markets lists none. */
function noneIfAbsent(error: unknown): [] {
  if (isAbsent(error)) return []
  throw error
}

const noPrice = (asset: string) =>
  refuse('limit_no_mark', `No price is known for ${asset}; its slippage cannot be held.`)

const notSetUp = (leverage: number | null): Refusal => ({
  code: 'leverage_not_set',
  message: `The service took the setup, and says that the leverage is ${leverage ?? 'not ready'}; binary contracts trade at ${BINARY_LEVERAGE} only.`,
  field: null,
})
