/** A market's rules for orders: tick, lot and leverage; values that no market can have are rejected. */
import { compare, type Decimal, decimal, type Money, type Price, placesOf, signOf } from '../../../contract/decimal.ts'
import type { MarketFault } from '../../../contract/market.ts'
import { isMinimumValue } from '../../../contract/minimum-value.ts'
import type { Wire } from '../wire.ts'

const MAX_PLACES = 18
const LARGEST_TICK = decimal('1000000')
const MAX_LEVERAGE = 1000

interface MarketRules extends MarketFault {
  readonly sizeDecimals: number | null
  readonly tickSize: Price | null
  readonly maxLeverage: number | null
}

/**
 * A missing rule is null, and so is one out of range. `fault` names those out of range, and required ones that are missing: such a market takes no
 * entries.
 */
export function rulesOf(market: Wire, needed: readonly string[] = []): MarketRules {
  const faults = needed.filter((name) => market.at(name).missing).map((name) => `${name} is missing`)
  const inRange = <T>(name: string, value: T | null, isFine: (value: T) => boolean): T | null => {
    if (value === null || isFine(value)) return value
    faults.push(`${name} ${value} is out of range`)
    return null
  }
  const sizeDecimals = market.at('sz_decimals').optional((wire) => wire.integer())
  const tickSize = market.at('tick_size').optional((wire) => wire.decimal<Price>())
  const maxLeverage = market.at('max_leverage').optional((wire) => wire.integer())
  return {
    sizeDecimals: inRange('sz_decimals', sizeDecimals, (value) => value >= 0 && value <= MAX_PLACES),
    tickSize: inRange('tick_size', tickSize, isTick),
    maxLeverage: inRange('max_leverage', maxLeverage, (value) => value >= 1 && value <= MAX_LEVERAGE),
    ...(faults.length > 0 && { fault: faults.join(', ') }),
  }
}

const isTick = (tick: Decimal): boolean =>
  signOf(tick) > 0 && placesOf(tick) <= MAX_PLACES && compare(tick, LARGEST_TICK) <= 0

/**
 * The minimum order value in a market's metadata (docs/service/orders.md#minimum-value); absent where the service names none or an impossible one,
 * which does not make the list unreadable. @throws ServiceError
 */
export function ownMinimum(market: Wire): { readonly minimumValue?: Money } {
  const field = market.at('min_order_value', 'minimum_order_value', 'min_notional', 'minimum_value')
  const minimumValue = field.optional((wire) => wire.decimal<Money>())
  return minimumValue !== null && isMinimumValue(minimumValue) ? { minimumValue } : {}
}
