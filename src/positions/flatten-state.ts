/** What is said of a flatten that is under way, or was cut off. Pure. */
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import type { FlattenView } from '../../contract/flatten.ts'
import { dateText, minuteText } from '../format/index.ts'

const nameOf = ({ cancelOrders }: Pick<FlattenView, 'cancelOrders'>): string => (cancelOrders ? 'Flatten' : 'Close all')

/** `Flatten is under way: closing positions and canceling orders.` */
export function underWayText(flatten: FlattenView): string {
  const doing = flatten.cancelOrders ? 'closing positions and canceling orders' : 'closing positions'
  return `${nameOf(flatten)} is under way: ${doing}.`
}

/** The day of a moment, as ISO writes it, in the zone that times are told in. */
export const dayOf = (ms: number): string => dateText(ms)

/**
 * `Flatten of 14:03 was cut off:` and `2 orders may be open, NYCTMP1 10 held.`
 * @param today the day it is, which is not named
 */
export function cutOffText(
  flatten: FlattenView,
  today: string,
  nameOfAsset: (asset: string) => string = (asset) => asset,
): { readonly lead: string; readonly left: string } {
  const day = dayOf(flatten.at)
  const time = `${day === today ? '' : `${day} `}${minuteText(flatten.at)}`
  return { lead: `${nameOf(flatten)} of ${time} was cut off:`, left: leftText(flatten, nameOfAsset) }
}

function leftText({ left, cancelOrders }: FlattenView, nameOfAsset: (asset: string) => string): string {
  if (left === null) return 'what is open and held is being read.'
  const { orders, positions } = left
  const parts = [
    ...(cancelOrders && orders > 0 ? [`${orders} ${orders === 1 ? 'order' : 'orders'} may be open`] : []),
    ...positions.map(({ asset, size }) => {
      const side = signOf(size) > 0 ? '' : 'short '
      return `${nameOfAsset(asset)} ${side}${trimZeros(absolute(size))} held`
    }),
  ]
  if (parts.length > 0) return `${parts.join(', ')}.`
  return cancelOrders ? 'no order is open and nothing is held by now.' : 'nothing is held by now.'
}
