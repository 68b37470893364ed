/** Sizes of outcome orders as they are typed: shares by what they cost, by a part of what can be bought or sold, or by what they lose at the stop. Pure. */
import { lesser, type Price, percentOf, type Size, signOf, toStep } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import {
  lotsIn,
  type SizeRead,
  type StopFacts,
  sizeRead,
  stopLoss,
  type TypedSize,
  typedAmount,
} from '../sizing/index.ts'
import { SHARE_DECIMALS } from './draft.ts'

interface OutcomeSizeFacts {
  readonly side: Side
  /** The worst price that the order may trade at; null while there is none. */
  readonly bound: Price | null
  /** The most that can be bought or sold; null while it is not known. */
  readonly most: Size | null
  readonly sizeDecimals: number | null
  readonly stop: StopFacts | null
}

const NO_PRICE = { state: 'lacks', words: 'It takes a price first.' } as const

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
      return side === 'buy' && price === null ? NO_PRICE : { state: 'lacks', words: 'The account is not read yet.' }
    case 'risk':
      if (side === 'sell') return { state: 'wrong', words: 'A sale of shares has no stop to count a risk to.' }
      if (stop === null) return { state: 'lacks', words: 'It takes a stop: type how far away.' }
      // A share loses no more than it cost.
      return price === null ? NO_PRICE : sized(lotsIn(amount, lesser(price, stopLoss(stop)), lot))
  }
}
