/** Sizes of scalar orders as they are typed: contracts by what they are worth, by a part of what the account can send, or by what they lose at the stop. Pure. */
import type { Fees } from '../../../contract/account.ts'
import {
  add,
  BASIS_POINTS,
  divide,
  greater,
  multiply,
  type Price,
  percentOf,
  type Size,
  signOf,
  toStep,
  ZERO,
} from '../../../contract/decimal.ts'
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
import type { MarketPrices } from './market-order.ts'
import type { TicketSummary } from './summary.ts'

interface ScalarSizeFacts {
  /** What each side is sent at, at worst; null while there is no price. */
  readonly prices: MarketPrices
  /** The best bid: a sale may fill there, above its limit. */
  readonly bid: Price | null
  /** The most that can be sent; null while it is not known. */
  readonly most: Size | null
  readonly sizeDecimals: number
  readonly fees: Fees | null
  /** Of the order's exit plan; null where it has none. */
  readonly stop: StopFacts | null
  readonly reduceOnly: boolean
}

const NO_PRICE = { state: 'lacks', words: 'It takes a price first.' } as const
const RATE_PLACES = 24

/** The contracts of a size, one number for a buy and a sale. */
export function scalarSize(typed: TypedSize, facts: ScalarSizeFacts): SizeRead {
  const amount = typedAmount(typed)
  if (typeof amount !== 'string') return amount
  const lot = lotOf(facts.sizeDecimals)
  const sized = (size: Size): SizeRead => sizeRead(size, `${lot} contracts`)
  const price = dearest(facts)
  switch (typed.by) {
    case 'contracts':
      return { state: 'known', size: amount as Size }
    case 'money':
      return price === null ? NO_PRICE : sized(lotsIn(amount, price, lot))
    case 'percent':
      return facts.most === null
        ? { state: 'lacks', words: 'The account is not read yet.' }
        : sized(toStep(percentOf(facts.most, amount), lot, 'down'))
    case 'risk': {
      const { stop, fees, reduceOnly } = facts
      if (reduceOnly) return { state: 'wrong', words: 'A reduce-only order has no stop to count a risk to.' }
      if (stop === null) return { state: 'lacks', words: 'It takes a stop: type how far away.' }
      if (price === null) return NO_PRICE
      if (fees === null) return { state: 'lacks', words: 'Fees are not read yet.' }
      return sized(lotsIn(amount, lossEach(price, stop, fees), lot))
    }
  }
}

/** The highest price that a contract may be bought or sold at. */
function dearest({ prices: { buy, sell }, bid }: ScalarSizeFacts): Price | null {
  const all = [buy, sell, sell === null ? null : bid].filter((price) => price !== null)
  const [first, ...others] = all
  const most = first === undefined ? null : others.reduce((one, other) => greater(one, other), first)
  return most !== null && signOf(most) > 0 ? most : null
}

/** What a contract loses where its stop is closed at its bound, with the dearer fee for both ways. */
function lossEach(price: Price, stop: StopFacts, { makerBps, takerBps }: Fees): Price {
  const loss = stopLoss(stop)
  const rate = divide(greater(greater(makerBps, takerBps), ZERO), BASIS_POINTS, RATE_PLACES)
  return add(loss, multiply(add(price, add(price, loss)), rate))
}

/** A summary without a size, which says why there is none. */
export const unsized = (summary: TicketSummary, why: Exclude<SizeRead, { state: 'known' }>): TicketSummary => ({
  ...summary,
  issues: [
    ...summary.issues.filter(({ field }) => field !== 'size'),
    { field: 'size', code: why.state === 'lacks' ? 'missing' : 'not_a_number', message: why.words },
  ],
})
