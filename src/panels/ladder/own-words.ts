/** Own orders of a row in words, for a title and for assistive technology. Pure. */
import { trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../format/index.ts'
import type { PriceView } from '../../markets/family/index.ts'
import { type Ahead, aheadText } from './ahead.ts'
import { leftOf } from './drag.ts'
import type { OwnTag } from './own-orders.ts'

/** `Buy 150 at 571.62 (71.62 °F), ahead ≤ 182`, each at its true price however rows are grouped. */
export function tagWords(
  { orders }: Pick<OwnTag, 'orders'>,
  { named, second }: Pick<PriceView, 'named' | 'second'>,
  aheadOf: (oid: string) => Ahead,
  staysPut: string | null,
): string {
  const each = orders.map((order) => {
    const ahead = aheadText(aheadOf(order.oid), grouped)
    return `${order.side === 'buy' ? 'Buy' : 'Sell'} ${grouped(trimZeros(leftOf(order)))} at ${named(order.price)} (${second(order.price)})${ahead === '' ? '' : `, ahead ${ahead}`}`
  })
  return staysPut === null ? each.join('; ') : `${each.join('; ')}. ${staysPut}`
}
