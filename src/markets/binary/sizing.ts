/** Amounts of predictions as they are typed: money, a part of what is available, or what the contracts lose at their stop. Pure. */
import {
  type Decimal,
  lesser,
  type Money,
  multiply,
  type Price,
  percentOf,
  type Size,
  signOf,
  toStep,
} from '../../../contract/decimal.ts'
import {
  lotsIn,
  type SizeRead,
  type StopFacts,
  sizeRead,
  stopLoss,
  type TypedSize,
  typedAmount,
} from '../sizing/index.ts'

interface BinarySizeFacts {
  readonly available: Money | null
  /** What a contract of each direction costs now; those that are known. */
  readonly prices: readonly Price[]
  readonly stop: StopFacts | null
}

const CENT = '0.01' as Decimal
const LEAST = '0.01 USDC'

/** The amount of a size, one number for UP and DOWN. */
export function binaryAmount(typed: TypedSize, { available, prices, stop }: BinarySizeFacts): SizeRead {
  const amount = typedAmount(typed)
  if (typeof amount !== 'string') return amount
  const known = prices.filter((price) => signOf(price) > 0)
  switch (typed.by) {
    case 'contracts':
      return { state: 'wrong', words: 'A prediction is asked for in USDC.' }
    case 'money':
      return { state: 'known', size: amount as Size }
    case 'percent':
      return available === null
        ? { state: 'lacks', words: 'The account is not read yet.' }
        : sizeRead(toStep(percentOf(available, amount), CENT, 'down') as Decimal as Size, LEAST)
    case 'risk': {
      if (stop === null) return { state: 'lacks', words: 'It takes a stop: type how far away.' }
      const amounts = known.map((price) =>
        // A contract loses no more than it cost.
        lotsIn(multiply<Decimal, Decimal>(amount, price) as Decimal, lesser(price, stopLoss(stop)), CENT),
      )
      const [first, ...others] = amounts
      if (first === undefined) return { state: 'lacks', words: 'No price is known yet.' }
      return sizeRead(
        others.reduce((one, other) => lesser(one, other), first),
        LEAST,
      )
    }
  }
}

/** About how many contracts an amount is of each price, to 2 places down. */
export const contractsFor = (amount: Decimal, price: Price): Size => lotsIn(amount, price, CENT)
