/** What an order traded, worked out from its fills. Pure: the one place in which an average price and a fee come into being. */

import { type Fill, fillIdOf } from '../../../contract/account.ts'
import type { ActionRecord, Execution } from '../../../contract/action.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import { add, compare, divide, type Money, multiply, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { millis } from '../../../contract/time.ts'

/** Decimals of an average; markets have at most six. */
const AVERAGE_PLACES = 12

/**
 * Sums up the fills of an order; those of other orders and those seen twice count for nothing. Null when there is none.
 * @param offset milliseconds to add to the terminal's time to get the service's
 */
export function executionOf(
  oid: string,
  fills: readonly Fill[],
  offset: number,
  outcomes: Collateral,
): Execution | null {
  const seen = new Map<string, Fill>()
  for (const fill of fills) if (fill.oid === oid && signOf(fill.size) > 0) seen.set(fillIdOf(fill), fill)
  const own = [...seen.values()]
  const [first] = own
  if (first === undefined) return null
  let size: Size = ZERO
  let value: Money = ZERO
  let last = first.time
  for (const fill of own) {
    size = add(size, fill.size)
    value = add(value, multiply(fill.price, fill.size))
    if (fill.time > last) last = fill.time
  }
  return {
    side: first.side,
    size,
    average: divide(value, size, AVERAGE_PLACES),
    fee: sumOf(own.map(({ fee }) => fee)),
    realised: sumOf(own.map(({ realizedPnl }) => realizedPnl)),
    token: isCoin(first.asset) ? outcomes : 'USDC',
    at: millis(Math.round(last - offset)),
  }
}

/** A sum of which a part is not known is not known. */
function sumOf(amounts: readonly (Money | null)[]): Money | null {
  let total: Money = ZERO
  for (const amount of amounts) {
    if (amount === null) return null
    total = add(total, amount)
  }
  return total
}

/** Whether an action's order traded more than is known of its fills. */
export function lacksFills({ oid, filled, state, execution }: ActionRecord): boolean {
  if (oid === null) return false
  if (filled === null) return state === 'filled' && execution == null
  return signOf(filled) > 0 && (execution == null || compare(execution.size, filled) < 0)
}
