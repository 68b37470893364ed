/** Checks of an order for outcome shares: its own rules, the market's state, the trader's limits, the account's balances. */

import type { KnownCode } from '../../../contract/action-code.ts'
import { outcomeBalance } from '../../../contract/collateral.ts'
import {
  compare,
  isMultipleOf,
  multiply,
  ONE,
  type Price,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import { positive } from '../../../contract/messages.ts'
import { countedValue } from '../../../contract/minimum-value.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { counted } from '../../../contract/plural.ts'
import { worstIssue } from '../../../contract/protection.ts'
import type { Refusal } from '../actions/index.ts'
import { bandRefusal, type Limits } from '../risk/index.ts'
import {
  accountFor,
  checkOrderValue,
  dayLossOf,
  minimumRefusal,
  moveFirst,
  NONE,
  positionIn,
  protectionRefusal,
} from './guards.ts'
import type { OutcomeFacts, PlanOptions } from './interface.ts'

/** Why the order itself is invalid, or null. */
export function ruleRefusal({ size, mode }: OutcomeOrderIntent, { market }: OutcomeFacts): Refusal | null {
  const wrong = (field: Refusal['field'], code: KnownCode, message: string): Refusal => ({ code, message, field })
  if (signOf(size) <= 0) return wrong('size', 'not_positive', positive('Size'))
  if (market.sizeDecimals !== null && !isMultipleOf(size, lotOf(market.sizeDecimals))) {
    return wrong('size', 'too_precise', `Size takes at most ${market.sizeDecimals} decimals; ${size} has more.`)
  }
  if (mode.kind === 'market') {
    return protectionRefusal(worstIssue(mode.protection.price, { family: 'outcome', tickSize: market.tickSize }))
  }
  const { price } = mode
  if (compare(price, ZERO) <= 0 || compare(price, ONE) >= 0) {
    return wrong('price', 'not_a_probability', `Price must be between 0 and 1; ${price} is not.`)
  }
  if (market.tickSize !== null && !isMultipleOf(price, market.tickSize)) {
    return wrong('price', 'off_tick', `Price must be a multiple of ${market.tickSize}; ${price} is not.`)
  }
  return null
}

/** The worst price that an order may trade at, and the reference price of its limits. */
interface OrderPrices {
  readonly worst: Price
  readonly mark: Price
}

/** Why the trader's limits or the account's known balances forbid the order, or null. */
export async function limitRefusal(
  options: PlanOptions,
  id: string,
  intent: OutcomeOrderIntent,
  found: OutcomeFacts,
  prices: OrderPrices,
): Promise<Refusal | null> {
  if (intent.side === 'sell') return sellRefusal(options, id, intent, found, prices.mark)
  return buyRefusal(options, id, intent, found, prices)
}

/** Shares are sold only while they are held and in no other order. */
async function sellRefusal(
  options: PlanOptions,
  id: string,
  { asset, size, mode }: OutcomeOrderIntent,
  { side }: OutcomeFacts,
  mark: Price,
): Promise<Refusal | null> {
  const account = await options.account().catch(() => null)
  const held = positionIn(account, asset)?.size ?? NONE
  const committed = options.exposure.committed(asset, 'sell', id)
  const free = subtract(held, committed)
  if (account === null || compare(size, free) <= 0) return belowBand(mode, mark, options.limits())
  const shares = counted(trimZeros(held), `${side.name} share`, `${side.name} shares`)
  const message =
    signOf(committed) > 0
      ? `You hold only ${shares}, and sell orders already take ${grouped(trimZeros(committed))}.`
      : `You hold only ${shares}.`
  return { code: 'not_enough_shares', message, field: 'size' }
}

async function buyRefusal(
  options: PlanOptions,
  id: string,
  { asset, size }: OutcomeOrderIntent,
  { market }: OutcomeFacts,
  { worst, mark }: OrderPrices,
): Promise<Refusal | null> {
  const limits = options.limits()
  const collateral = options.facts.outcomeCollateral()
  const value = multiply(worst, size)
  const wrong =
    checkOrderValue(value, limits, collateral) ??
    minimumRefusal(options, 'outcome', market, countedValue('outcome', { price: worst, size })) ??
    bandRefusal({ ...OUTCOME_BAND, side: 'buy', price: worst, mark }, limits)
  if (wrong !== null) return wrong
  const read = await accountFor(options, asset)
  if (!read.ok) return read.error
  const tooFar = options.exposure.positionRefusal(id)
  if (tooFar !== null) return tooFar
  const balance = outcomeBalance(read.value.money, collateral)
  if (balance !== null && compare(value, balance) > 0) {
    const message = `Needs ${grouped(toPlaces(value, 2, 'up'))} ${collateral}; ${grouped(toPlaces(balance, 2, 'down'))} is available for outcome markets.${moveFirst(collateral)}`
    return { code: 'insufficient_collateral', message, field: 'size' }
  }
  return dayLossOf(limits, options.dayResult)
}

/** A low bid and a high offer harm nobody. */
const OUTCOME_BAND = { family: 'outcome', ways: 'worse' } as const

/** A limit price for selling shares far below the mark; a market order is covered by its worst price. */
const belowBand = (mode: OutcomeOrderIntent['mode'], mark: Price, limits: Limits): Refusal | null =>
  mode.kind === 'market' ? null : bandRefusal({ ...OUTCOME_BAND, side: 'sell', price: mode.price, mark }, limits)
