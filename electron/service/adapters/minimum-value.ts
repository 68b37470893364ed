/** The minimum order value in a market's metadata, of any family (docs/service/orders.md#minimum-value). */
import type { Money } from '../../../contract/decimal.ts'
import { isMinimumValue } from '../../../contract/minimum-value.ts'
import type { Wire } from '../wire.ts'

/** The member of a market that names it; none where the service names none, or one that can be none: no list is unreadable for it. @throws ServiceError */
export function ownMinimum(market: Wire): { readonly minimumValue?: Money } {
  const field = market.at('min_order_value', 'minimum_order_value', 'min_notional', 'minimum_value')
  const minimumValue = field.optional((wire) => wire.decimal<Money>())
  return minimumValue !== null && isMinimumValue(minimumValue) ? { minimumValue } : {}
}
