/**
 * An order that was just sent: the same market, side, price and size within ten seconds may be a slip of the hand, and is asked about once.
 * Pure.
 */
import type { ActionRecord } from '../../contract/action.ts'
import { compare, type Decimal, signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import { orderAskedFor } from '../../contract/order-asked-for.ts'
import { spanText } from '../market-data/index.ts'

/** For so long an order counts as just sent, ms. */
const DUPLICATE_MS = 10_000

/** An order of which nothing came, or that was taken back before anything filled: to send it again is what the trader wants. */
const cameToNothing = ({ state, filled }: Sent): boolean =>
  ['refused', 'rejected', 'expired'].includes(state) ||
  (state === 'cancelled' && (filled === null || signOf(filled) === 0))

type Sent = Pick<ActionRecord, 'intent' | 'state' | 'createdAt' | 'filled'>

/** The newest order of the last ten seconds that asked for the same; null where none did, and for what makes no order. */
export function duplicateOf(intent: Intent, actions: readonly Sent[], now: number): Sent | null {
  return (
    actions
      .filter((sent) => !cameToNothing(sent) && now - sent.createdAt < DUPLICATE_MS)
      .filter((earlier) => isSame(intent, earlier.intent))
      .sort((a, b) => b.createdAt - a.createdAt)[0] ?? null
  )
}

/**
 * Whether two intents ask for the same order: market, side, price and size; how long each may wait does not matter. Nor does the price of
 * two that fill at once or not at all: it follows the market.
 */
function isSame(one: Intent, other: Intent): boolean {
  const [a, b] = [orderAskedFor(one), orderAskedFor(other)]
  if (a === null || b === null || one.kind !== other.kind || a.asset !== b.asset || a.side !== b.side) return false
  const isSamePrice = (a.tif === 'IOC' && b.tif === 'IOC') || same(a.limit, b.limit)
  return same(a.size, b.size) && isSamePrice && same(amountOf(one), amountOf(other))
}

const amountOf = (intent: Intent): Decimal | null => (intent.kind === 'binary_predict' ? intent.amount : null)
const same = (a: Decimal | null, b: Decimal | null): boolean =>
  a === null || b === null ? a === b : compare(a, b) === 0

/** `The same order was sent 4 s ago.` */
export const duplicateText = (earlier: Pick<ActionRecord, 'createdAt'>, now: number): string =>
  `The same order was sent ${spanText(now - earlier.createdAt)} ago.`
