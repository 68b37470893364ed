/** Fills of other clients, put together by their orders. Pure. */
import { type Fill, fillIdOf } from '../../../contract/account.ts'
import type { ForeignTrade } from '../../../contract/activity.ts'
import { add, divide, multiply, type Size, trimZeros, ZERO } from '../../../contract/decimal.ts'

/** Decimals of an average; markets have at most six. */
const PLACES = 6

/** Whether it is what the service did itself: settlement or liquidation (docs/service/positions.md#account). */
export const isServices = ({ cause }: Pick<Fill, 'cause'>): boolean => cause === 'settlement' || cause === 'liquidation'

/** Under which id a fill's order is known as another client's. */
export const foreignId = (fill: Fill): string => fill.oid ?? `fill/${fillIdOf(fill)}`

/** One trade for each order, in the order of its newest fill. @param fills newest first */
export function tradesOf(fills: readonly Fill[]): readonly ForeignTrade[] {
  const byOrder = new Map<string, Fill[]>()
  for (const fill of fills) {
    const id = foreignId(fill)
    byOrder.set(id, [...(byOrder.get(id) ?? []), fill])
  }
  return [...byOrder].flatMap(([id, own]) => {
    const [newest] = own
    if (newest === undefined) return []
    const size = own.reduce<Size>((sum, fill) => add(sum, fill.size), ZERO)
    const value = own.map(({ price, size: of }) => multiply(price, of)).reduce((sum, one) => add(sum, one))
    const { asset, side, time } = newest
    return [{ id, asset, side, size, price: trimZeros(divide(value, size, PLACES)), at: time }]
  })
}
