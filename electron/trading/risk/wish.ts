/** How much of which side an intent may add. Pure. */
import { divide, greater, multiply, ONE, type Price, type Size, signOf, subtract } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { orderAskedFor } from '../../../contract/order-asked-for.ts'
import type { StoredAction } from '../../storage/index.ts'

/** What an order may add to a position at most. */
export interface Wish {
  readonly asset: string
  readonly side: Side
  readonly size: Size
}

/** What an intent may add to a position, or take of shares that are held; null when neither. */
export function wishOf(
  { intent, prepared }: Pick<StoredAction, 'intent' | 'prepared'>,
  priceOf: (asset: string) => Price | null,
): Wish | null {
  const order = orderAskedFor(intent, prepared)
  if (order === null || order.reduceOnly || intent.kind === 'close') return null
  const { asset, side } = order
  if (order.size !== null) return { asset, side, size: order.size }
  return intent.kind === 'binary_predict' ? { asset, side, size: mostContracts(intent, priceOf(asset)) } : null
}

/** The price of contracts of which none is known. */
const CHEAPEST = '0.01' as Price

/** Contracts that an amount buys at most: how many they are is known once they are prepared. */
function mostContracts({ direction, amount, protection }: BinaryPredictIntent, up: Price | null): Size {
  const own = up === null ? CHEAPEST : direction === 'UP' ? up : subtract(ONE, up)
  const price = signOf(own) > 0 ? own : CHEAPEST
  const worst = protection.price
  const worstOwn = up === null ? price : direction === 'UP' ? worst : subtract(ONE, worst)
  /** Services count what the worst price adds on top of the amount, or within it. */
  const most = greater(multiply(amount, divide(worstOwn, price, 12)), amount)
  return divide(most, price, 2)
}
