/**
 * The ladder of the binary market. Its orders never rest: a click requests an estimate, and the price of the row is the worst price at which it may
 * trade. Buying is UP; selling is DOWN, or closes the opposite position. Pure.
 */

import { binaryResults } from '../../../contract/books/index.ts'
import {
  absolute,
  type Decimal,
  lesser,
  type Money,
  multiply,
  type Price,
  padTo,
  percentOf,
  placesOf,
  type Size,
  signOf,
  toStep,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import { grouped, signedMoney } from '../../format/index.ts'
import { settledAt } from '../../positions/index.ts'
import { otherSide } from '../../trade-forms/index.ts'
import type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from '../ladder/index.ts'
import { lotsIn, type SizeRead, type StopFacts, sizeRead, stopLoss, type TypedSize, typedAmount } from '../sizing.ts'

// Amounts of predictions as typed: money, a fraction of the available balance, or the loss at the stop.

interface BinarySizeFacts {
  readonly available: Money | null
  /** Known costs of a contract of each direction now. */
  readonly prices: readonly Price[]
  readonly stop: StopFacts | null
}

const CENT = '0.01' as Decimal
const MIN = '0.01 USDC'

/** The amount of a size, a single number for UP and DOWN. */
export function binaryAmount(typed: TypedSize, { available, prices, stop }: BinarySizeFacts): SizeRead {
  const amount = typedAmount(typed)
  if (typeof amount !== 'string') return amount
  const known = prices.filter((price) => signOf(price) > 0)
  switch (typed.by) {
    case 'contracts':
      return { state: 'wrong', text: 'Predictions are sized in USDC.' }
    case 'money':
      return { state: 'known', size: amount as Size }
    case 'percent':
      return available === null
        ? { state: 'lacks', text: COMMON.accountNotLoaded }
        : sizeRead(toStep(percentOf(available, amount), CENT, 'down') as Decimal as Size, MIN)
    case 'risk': {
      if (stop === null) return { state: 'lacks', text: COMMON.stopDistance }
      const amounts = known.map((price) =>
        // A contract loses no more than its cost.
        lotsIn(multiply<Decimal, Decimal>(amount, price) as Decimal, lesser(price, stopLoss(stop)), CENT),
      )
      const [first, ...others] = amounts
      if (first === undefined) return { state: 'lacks', text: 'No price yet.' }
      return sizeRead(
        others.reduce((one, other) => lesser(one, other), first),
        MIN,
      )
    }
  }
}

export function binaryLadder({ asset }: Pick<BinaryInstrument, 'asset'>): MarketLadder {
  return {
    unit: 'USDC',
    sizeOf,
    ways: ['IOC'],
    note: 'The row is the worst price. Click a bid to predict the viewed side, an ask for the other side; confirm the estimate in the ticket. With one-click armed, a click against your position closes it.',
    result: {
      title: 'P&L if closed here',
      explanation:
        'P&L if the contracts are closed at this price, including realized P&L, before fees. They settle at 1 or 0, not at a price.',
    },
    staysPut: 'Orders never rest in binary markets, so you cannot move, join, post or scale.',
    orderOf: (press, facts) => orderOf(asset, press, facts),
    resultAt: (price, position) => settledAt(position, price),
    pays(position) {
      const { won, lost } = binaryResults(position)
      const side = signOf(position.size) > 0 ? 'UP' : 'DOWN'
      return `${side}: ${signedMoney(won)} or ${signedMoney(lost)}`
    },
  }
}

function orderOf(asset: string | null, { side, price, size }: LadderPress, facts: LadderFacts): LadderOrder {
  if (asset === null) return { refusal: 'No active binary market.' }
  if (!facts.isKnown) return { refusal: COMMON.accountNotLoaded }
  const held = facts.position?.size ?? null
  const isLong = held !== null && signOf(held) > 0
  if (held !== null && signOf(held) !== 0 && isLong !== (side === 'buy')) {
    const what = isLong ? 'UP' : 'DOWN'
    return {
      intent: {
        kind: 'close',
        asset,
        position: isLong ? 'long' : 'short',
        size: null,
        protection: { kind: 'worst', price, bound: null },
      },
      text: `Close ${grouped(trimZeros(absolute(held)))} ${what} at ${ofSide(what, price)} or better`,
    }
  }
  const direction = side === 'buy' ? 'UP' : 'DOWN'
  return {
    intent: {
      kind: 'binary_predict',
      asset,
      direction,
      amount: size as Money,
      protection: { kind: 'worst', price },
    },
    text: `${direction} for ${grouped(trimZeros(size))} USDC at ${ofSide(direction, price)} or better`,
  }
}

/** A price of UP converted to the given side. */
const ofSide = (side: 'UP' | 'DOWN', price: Price): Price =>
  side === 'UP' ? price : padTo(otherSide(price), placesOf(price))

function sizeOf(
  preset: SizePreset,
  { side, price }: Pick<LadderPress, 'side' | 'price'>,
  { money, slack }: LadderFacts,
): SizeRead {
  return binaryAmount(
    { text: preset.amount, by: preset.by },
    {
      available: money?.available ?? null,
      prices: [ofSide(side === 'buy' ? 'UP' : 'DOWN', price)],
      stop: preset.by === 'risk' ? { distance: preset.stop, slack } : null,
    },
  )
}
