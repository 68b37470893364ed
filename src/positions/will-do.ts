/** What closing everything, with every order canceled or not, is about to do: line by line, with sizes. Pure. */

import type { Order, Position } from '../../contract/account.ts'
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import { holdingText } from '../../contract/family-rules.ts'
import { priceLabel } from '../format/index.ts'
import { type Naming, sideWord } from '../trade-forms/index.ts'
import { closingSide } from './close-intent.ts'

/** So many orders are named; the rest is counted. */
const NAMED = 6

/** `Sell 40 NYCTMP1 (long 40)`: closes first, then the orders that are canceled. */
export function willDo(
  positions: readonly Pick<Position, 'asset' | 'size'>[],
  orders: readonly Pick<Order, 'asset' | 'side' | 'size' | 'filled' | 'price'>[],
  names: Naming,
): readonly string[] {
  const closes = positions
    .filter(({ size }) => signOf(size) !== 0)
    .map(({ asset, size }) => {
      const { family } = names.of(asset)
      const much = trimZeros(absolute(size))
      const holding = holdingText({ family, size })
      return `${sideWord(closingSide({ family, size }))} ${much} ${names.asset(asset)} (${holding === much ? `${much} held` : holding})`
    })
  const cancels = orders
    .slice(0, NAMED)
    .map(
      ({ asset, side, size, price }) =>
        `Cancel ${sideWord(side).toLowerCase()} ${trimZeros(size)} ${names.asset(asset)} at ${priceLabel(price)}`,
    )
  const more = orders.length - NAMED
  return [...closes, ...cancels, ...(more > 0 ? [`Cancel ${more} more order${more === 1 ? '' : 's'}`] : [])]
}
