/** From a contract's own price to what its ticket takes: binary tickets go by prices of UP. Pure. */
import { type Price, toStep } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import type { Contract } from '../../relative-value/index.ts'
import { otherSide } from '../../trade-forms/index.ts'

/** On the trader's side of the tick: never paid more, never sold for less than was shown. */
export const onTick = (price: Price, tick: Price | null, side: Side): Price =>
  tick === null ? price : toStep(price, tick, side === 'buy' ? 'down' : 'up')

/** Of a purchase of a contract at its own price: the price of what the book trades, and on which side of it. */
export function bookPriceOf(
  { isMirrored }: Pick<Contract, 'isMirrored'>,
  own: Price,
  tick: Price | null,
): { readonly price: Price; readonly side: Side } {
  return isMirrored
    ? { price: onTick(otherSide(own), tick, 'sell'), side: 'sell' }
    : { price: onTick(own, tick, 'buy'), side: 'buy' }
}
