/** Whether a read shows more of an action's order than its last word said. Pure. */
import type { Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { compare, greater, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { makesOrder } from '../../../contract/order-asked-for.ts'
import type { StoredAction } from '../../storage/index.ts'
import type { Sighting } from '../actions/index.ts'

/** What a read shows of one action's order: the order, and what its fills sum up to, as far as each was read. */
export interface Shown {
  readonly order: Order | null
  /** Whether the order stands in the list of open ones, by reads that began after the action ended and agree. */
  readonly isOpen: boolean
  readonly traded: Size | null
}

/**
 * The order as it is after all, or null while the action's last word stands.
 *
 * | the action ended as | and its order | stands |
 * |---|---|---|
 * | refused, rejected, never arrived | is listed, as anything but rejected, or has fills | no |
 * | cancelled, expired, filled | is open, or traded more than was said | no |
 * | anything | is as was said | yes |
 */
export function surfacedAs(action: StoredAction, { order, isOpen, traded }: Shown): Sighting | null {
  if (!isFinal(action.state) || !makesOrder(action.intent)) return null
  const filled = greater(order?.filled ?? ZERO, traded ?? ZERO)
  const isMore = compare(filled, action.filled ?? ZERO) > 0 && !(action.state === 'filled' && action.filled === null)
  const isThere = order !== null && (isOpen || order.status !== 'rejected')
  if (!isMore && !(cameToNothing(action) ? isThere : isOpen)) return null
  const words = signOf(filled) > 0 ? `${trimZeros(filled)} filled` : (order?.statusText ?? 'listed')
  return {
    oid: order?.oid ?? action.oid,
    cloid: order?.cloid ?? null,
    filled: signOf(filled) > 0 ? filled : null,
    detail: words,
  }
}

/** Whether the trader was told that there is no such order. */
const cameToNothing = ({ state, code }: StoredAction): boolean =>
  state === 'refused' || state === 'rejected' || (state === 'expired' && code === 'never_arrived')
