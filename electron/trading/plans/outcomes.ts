/** Plans for outcome markets: orders on any side, cancels, sales of what is held, collateral, conversions (docs/service/outcomes.md). */
import {
  add,
  compare,
  type Decimal,
  HUNDRED,
  isMultipleOf,
  lesser,
  multiply,
  ONE,
  type Price,
  percentOf,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import type {
  CancelIntent,
  CloseIntent,
  ConvertIntent,
  OutcomeOrderIntent,
  TransferIntent,
} from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { coinAssetId } from '../../../contract/outcome.ts'
import { ok, refused } from '../../../contract/result.ts'
import { verifyTransfer } from '../../signing/index.ts'
import type { Refusal } from '../actions/index.ts'
import { one, submitOne } from './agent-plan.ts'
import { sharesRefusal } from './conversion-shares.ts'
import {
  checkOrderValue,
  checkSlippage,
  closeRefusal,
  committedTo,
  dayLossOf,
  LARGEST_PROBABILITY_SLIPPAGE,
  NONE,
  noPosition,
  PROBABILITY_ALLOWANCE,
  positionIn,
  pricesOf,
  probabilityReference,
} from './guards.ts'
import { type OutcomeFacts, type Plan, type Planned, type PlanOptions, refuse } from './interface.ts'

/** @throws ServiceError of the reads it needs. */
export function outcomePlans(options: PlanOptions) {
  const { service, facts, rate } = options

  async function sideOf(coin: string): Promise<OutcomeFacts | null> {
    const known = facts.outcome(coin)
    if (known !== null) return known
    for (const market of await service.outcomes()) {
      const side = market.sides.find((candidate) => candidate.coin === coin)
      if (side !== undefined) return { market, side }
    }
    return null
  }

  const unknownCoin = (coin: string) => refuse('unknown_market', `The service lists no outcome ${coin}.`)

  async function referenceOf(coin: string, side: Side): Promise<Price | null> {
    const prices = await pricesOf(options, coin)
    if (prices !== null) return probabilityReference(side, prices)
    const history = await service.outcomePriceHistory([coin])
    return history[coin]?.at(-1)?.price ?? null
  }

  async function order(id: string, intent: OutcomeOrderIntent, again: boolean): Promise<Planned> {
    const { asset, side, mode } = intent
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    const wrong = ruleRefusal(intent, found) ?? closedRefusal(found)
    if (wrong !== null) return refused(wrong)
    const mark = await referenceOf(asset, side)
    if (mark === null) return noPrice(asset)
    const price = mode.kind === 'limit' ? mode.price : worstPrice(mark, side, mode.slippagePct)
    const forbidden = await limitRefusal(id, intent, found, price, mark)
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
    const shared = { kind: 'agent', makesOrder: true, submit: submitOne(service, 'outcome_order') } as const
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

  /** The trader's limits, and what the account is known to have. */
  async function limitRefusal(
    id: string,
    { asset, side, size, mode }: OutcomeOrderIntent,
    found: OutcomeFacts,
    price: Price,
    mark: Price,
  ): Promise<Refusal | null> {
    const limits = options.limits()
    const value = multiply(price, size)
    const account = options.account()
    const held = positionIn(account, asset)?.size ?? NONE
    const committed = committedTo(options, id, asset, side)
    if (side === 'sell') {
      const free = subtract(held, committed)
      if (account === null || compare(size, free) <= 0) return belowBand(mode, mark, limits.priceBandPct)
      const resting = signOf(committed) > 0 ? `, ${committed} of them in orders to sell` : ''
      const message = `You hold ${held} ${found.side.name} shares${resting}; ${size} cannot be sold.`
      return { code: 'not_enough_shares', message, field: 'size' }
    }
    const tooLarge = checkOrderValue(value, limits, 'USDH') ?? bandRefusal(price, mark, limits.priceBandPct)
    if (tooLarge !== null) return tooLarge
    const after = add(add(held, size), committed)
    if (compare(after, limits.position) > 0) {
      const message = `The position could reach ${after}; this terminal's limit is ${limits.position} shares.`
      return { code: 'limit_position', message, field: 'size' }
    }
    const balance = account?.money.usdhOutcome ?? null
    if (balance !== null && compare(value, balance) > 0) {
      const message = `Needs ${value} USDH in the balance for outcomes; ${balance} is there. Move USDH to outcome trading first.`
      return { code: 'insufficient_collateral', message, field: 'size' }
    }
    return dayLossOf(limits, options.dayResult)
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
      makesOrder: false,
      expected: { kind: 'cancel', assetId: coinAssetId(market.outcomeId, side.index), oid, cloid },
      prepare: one(() => service.prepareOutcomeCancel({ outcomeId: market.outcomeId, sideIndex: side.index, cloid })),
      submit: submitOne(service, 'outcome_cancel'),
    })
  }

  /** Shares are closed by selling them at market. */
  async function close({ asset, size, slippagePct }: CloseIntent, again: boolean): Promise<Planned> {
    const slippage = checkSlippage(slippagePct, LARGEST_PROBABILITY_SLIPPAGE) ?? wholeBps(slippagePct)
    if (slippage !== null) return refused(slippage)
    const found = await sideOf(asset)
    if (found === null) return unknownCoin(asset)
    const held = positionIn(await options.freshAccount(), asset)
    if (held === undefined) return noPosition(asset)
    const refusal = closeRefusal(asset, held.size, size) ?? closedRefusal(found)
    if (refusal !== null) return refused(refusal)
    const mark = (await referenceOf(asset, 'sell')) ?? held.markPx
    if (mark === null) return noPrice(asset)
    if (!again) rate.count()
    const request = { side: 'sell', size: size ?? held.size, mode: { kind: 'market', slippagePct } } as const
    return ok(orderPlan(found, request, mark))
  }

  async function transfer({ amount }: TransferIntent): Promise<Planned> {
    if (signOf(amount) <= 0) return refuse('not_positive', 'The amount must be greater than 0.', 'size')
    const { usdh, usdhOutcome } = (await options.freshAccount()).money
    if (usdh !== null && compare(amount, usdh) > 0) {
      return refuse('insufficient_collateral', `There are ${usdh} USDH to move; ${amount} is more.`, 'size')
    }
    return ok({
      kind: 'user',
      balances: { usdh, usdhOutcome },
      prepare: () => service.prepareTransfer(amount),
      verify: (action) => verifyTransfer({ network: service.profile.network, amount }, action),
      submit: (signed) => service.submitTransfer(signed),
    })
  }

  async function convert(intent: ConvertIntent): Promise<Planned> {
    const { conversion, outcomeId, questionId, amount } = intent
    if (amount !== null && signOf(amount) <= 0) {
      return refuse('not_positive', 'The amount must be greater than 0.', 'size')
    }
    if (amount === null && (conversion === 'split' || conversion === 'negate')) {
      return refuse('not_positive', 'Say how many shares.', 'size')
    }
    const needsQuestion = conversion === 'merge_question' || conversion === 'negate'
    if (needsQuestion && questionId === null) {
      return refuse('bad_input', 'Merging or negating within a question needs the question.')
    }
    const account = await options.freshAccount()
    const short = sharesRefusal(intent, account, facts)
    if (short !== null) return refused(short)
    const balance = account.money.usdhOutcome
    if (conversion === 'split' && amount !== null && balance !== null && compare(amount, balance) > 0) {
      const message = `A split of ${amount} needs as much USDH in the balance for outcomes; ${balance} is there. Move USDH to outcome trading first.`
      return refuse('insufficient_collateral', message, 'size')
    }
    const asked = { kind: conversion, outcomeId, questionId: needsQuestion ? questionId : null, amount }
    return ok({
      kind: 'agent',
      makesOrder: false,
      expected: { kind: 'conversion', conversion, outcomeId, questionId: asked.questionId, amount },
      prepare: one(() => service.prepareConversion(asked)),
      submit: submitOne(service, 'conversion'),
    })
  }

  return { order, cancel, close, transfer, convert }
}

const noPrice = (coin: string) =>
  refuse('limit_no_mark', `No price is known for ${coin}; the order cannot be held to the limits.`)

/** What is wrong with the order itself, or null. */
function ruleRefusal({ size, mode }: OutcomeOrderIntent, { market }: OutcomeFacts): Refusal | null {
  const wrong = (field: Refusal['field'], code: string, message: string): Refusal => ({ code, message, field })
  if (signOf(size) <= 0) return wrong('size', 'not_positive', 'Size must be greater than 0.')
  if (market.sizeDecimals !== null && !isMultipleOf(size, lotOf(market.sizeDecimals))) {
    return wrong('size', 'too_precise', `Size takes at most ${market.sizeDecimals} decimals; ${size} has more.`)
  }
  if (mode.kind === 'market') {
    return checkSlippage(mode.slippagePct, LARGEST_PROBABILITY_SLIPPAGE) ?? wholeBps(mode.slippagePct)
  }
  const { price } = mode
  if (compare(price, ZERO) <= 0 || compare(price, ONE) >= 0) {
    return wrong('price', 'not_a_probability', `Price must lie between 0 and 1; ${price} does not.`)
  }
  if (market.tickSize !== null && !isMultipleOf(price, market.tickSize)) {
    return wrong('price', 'off_tick', `Price must be a multiple of ${market.tickSize}; ${price} is not.`)
  }
  return null
}

/** The service takes slippage in whole basis points. */
const wholeBps = (slippagePct: Decimal): Refusal | null =>
  isMultipleOf(slippagePct, '0.01' as Decimal)
    ? null
    : { code: 'limit_slippage', message: `Slippage takes steps of 0.01 %; ${slippagePct} is finer.`, field: null }

function closedRefusal({ market }: OutcomeFacts): Refusal | null {
  const closed = (words: string): Refusal => ({
    code: 'market_closed',
    message: `${market.name} ${words}`,
    field: null,
  })
  if (market.expired) return closed('has expired: nothing trades any more.')
  return market.settling ? closed('is settling: nothing trades until it is paid out.') : null
}

/** A price far above the mark is refused, counted in points of probability: a cheap bid harms nobody. */
function bandRefusal(price: Price, mark: Price, bandPct: Decimal): Refusal | null {
  const most = add(mark, multiply(bandPct, '0.01' as Decimal))
  if (compare(price, most) <= 0) return null
  const message = `${price} is more than ${bandPct} points above ${mark}, which is this terminal's price band.`
  return { code: 'limit_price_band', message, field: 'price' }
}

/** The same for a price that shares would be sold at, far below the mark; at market the slippage holds it. */
function belowBand(mode: OutcomeOrderIntent['mode'], mark: Price, bandPct: Decimal): Refusal | null {
  if (mode.kind === 'market') return null
  const least = subtract(mark, multiply(bandPct, '0.01' as Decimal))
  if (compare(mode.price, least) >= 0) return null
  const message = `${mode.price} is more than ${bandPct} points below ${mark}, which is this terminal's price band.`
  return { code: 'limit_price_band', message, field: 'price' }
}

/** The worst price that a market order may come to, never outside 0 to 1. */
function worstPrice(mark: Price, side: Side, slippagePct: Decimal): Price {
  const reach = percentOf(mark, slippagePct)
  const worst = side === 'buy' ? add(mark, reach) : subtract(mark, reach)
  return lesser(worst, ONE)
}
