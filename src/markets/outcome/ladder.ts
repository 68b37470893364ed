/** The ladder of one side of an outcome: limit orders in shares, sales limited to the position, and the result of closing at a row. Pure. */

import { outcomeBalance } from '../../../contract/collateral.ts'
import {
  absolute,
  add,
  compare,
  lesser,
  type Price,
  percentOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { OutcomeInstrument } from '../../../contract/instrument.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import { grouped, moneyUnit } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'
import { lotsIn, type SizeRead, type StopFacts, sizeRead, stopLoss, type TypedSize, typedAmount } from '../sizing.ts'
import { mostShares, SHARE_DECIMALS } from './draft.ts'

// Sizes of outcome orders as typed: shares by cost, by a fraction of what can be bought or sold, or by the loss at the stop.

interface OutcomeSizeFacts {
  readonly side: Side
  /** The worst price at which the order may trade; null while there is none. */
  readonly bound: Price | null
  /** The most that can be bought or sold; null while unknown. */
  readonly most: Size | null
  readonly sizeDecimals: number | null
  readonly stop: StopFacts | null
}

const NO_PRICE = { state: 'lacks', text: COMMON.priceFirst } as const

/** The shares of a size. */
export function outcomeSize(typed: TypedSize, facts: OutcomeSizeFacts): SizeRead {
  const amount = typedAmount(typed)
  if (typeof amount !== 'string') return amount
  const { side, bound, most, stop } = facts
  const lot = lotOf(facts.sizeDecimals ?? SHARE_DECIMALS)
  const sized = (size: Size): SizeRead => sizeRead(size, `${lot} shares`)
  const price = bound !== null && signOf(bound) > 0 ? bound : null
  switch (typed.by) {
    case 'contracts':
      return { state: 'known', size: amount as Size }
    case 'money':
      return price === null ? NO_PRICE : sized(lotsIn(amount, price, lot))
    case 'percent':
      if (most !== null) return sized(toStep(percentOf(most, amount), lot, 'down'))
      return side === 'buy' && price === null ? NO_PRICE : { state: 'lacks', text: COMMON.accountNotLoaded }
    case 'risk':
      if (side === 'sell') return { state: 'wrong', text: 'Sales of shares have no stop, so risk sizes do not apply.' }
      if (stop === null) return { state: 'lacks', text: COMMON.stopDistance }
      // A share loses no more than its cost.
      return price === null ? NO_PRICE : sized(lotsIn(amount, lesser(price, stopLoss(stop)), lot))
  }
}

type Terms = Pick<OutcomeInstrument, 'asset' | 'sizeDecimals' | 'sideName'>

export function outcomeLadder(terms: Terms): MarketLadder {
  return {
    unit: 'shares',
    sizeOf: (preset, press, facts) => sizeOf(terms, preset, press, facts),
    ways: ['GTC', 'IOC'],
    note: null,
    result: {
      title: 'P&L if closed here',
      explanation: 'P&L if the shares are sold at this price, including realized P&L, before fees.',
    },
    staysPut: null,
    orderOf: (press, facts) => orderOf(terms, press, facts),
    resultAt: (price, position) => settledAt(position, price),
    pays: ({ size }) => `pays ${grouped(toPlaces(absolute(size), 2))} or 0`,
  }
}

function orderOf(
  { asset, sizeDecimals, sideName }: Terms,
  { side, price, size, tif }: LadderPress,
  facts: LadderFacts,
): LadderOrder {
  if (asset === null) return { refusal: 'Nothing trades in this market now.' }
  const wanted = size as Size
  const sold =
    side === 'buy' ? wanted : lesser(wanted, toPlaces(sellable(facts), sizeDecimals ?? SHARE_DECIMALS, 'down'))
  if (!facts.isKnown && side === 'sell') return { refusal: COMMON.accountNotLoaded }
  if (signOf(sold) <= 0) return { refusal: nothingToSell(facts, sideName) }
  const amount = `${trimZeros(sold)} ${sideName}`
  const [buys, sells] =
    tif === 'IOC'
      ? [`Buy ${amount} at ${price} or better, IOC`, `Sell ${amount} at ${price} or better, IOC`]
      : [`Buy ${amount} at ${price}`, `Sell ${amount} at ${price}`]
  return {
    intent: {
      ...{ kind: 'outcome_order', asset, side, size: sold },
      mode: tif === 'IOC' ? { kind: 'market', protection: { kind: 'worst', price } } : { kind: 'limit', price },
    },
    text: [side === 'buy' ? buys : sells, ...(compare(sold, wanted) < 0 ? ['all shares not in orders'] : [])].join(
      ', ',
    ),
  }
}

function sizeOf(
  { sizeDecimals }: Terms,
  preset: SizePreset,
  { side, price }: Pick<LadderPress, 'side' | 'price'>,
  facts: LadderFacts,
): SizeRead {
  const held = facts.isKnown ? toPlaces(sellable(facts), sizeDecimals ?? SHARE_DECIMALS, 'down') : null
  const most =
    side === 'sell'
      ? held
      : mostShares(facts.money === null ? null : outcomeBalance(facts.money, moneyUnit('outcome')), price, sizeDecimals)
  const stop = preset.by === 'risk' ? { distance: preset.stop, slack: facts.slack } : null
  return outcomeSize({ text: preset.amount, by: preset.by }, { side, bound: price, most, sizeDecimals, stop })
}

/** The held shares minus those in resting sales. */
function sellable({ position, orders }: LadderFacts): Size {
  const resting = orders
    .filter(({ side }) => side === 'sell')
    .reduce<Size>((sum, order) => add(sum, subtract(order.size, order.filled)), ZERO)
  const held = position === null ? ZERO : position.size
  const left = subtract(held, resting)
  return signOf(left) > 0 ? left : ZERO
}

const nothingToSell = ({ position }: LadderFacts, sideName: string): string =>
  position === null || signOf(position.size) <= 0
    ? `You hold no ${sideName} shares to sell. Click the bid side to buy.`
    : `All your ${sideName} shares are already in orders.`
