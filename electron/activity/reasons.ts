/** Why orders ended that did not fill: in the words they were given, or as the other actions of the terminal explain it. Pure. */
import { type ActionRecord, serviceTime } from '../../contract/action.ts'
import { CANCELED_BY_HAND } from '../../contract/activity.ts'
import { compare, signOf, ZERO } from '../../contract/decimal.ts'
import type { MoveView } from '../../contract/move.ts'
import { orderAskedFor } from '../../contract/order-asked-for.ts'
import { priceWords } from '../../contract/price-words.ts'

export interface Reasons {
  /** Null for what did as it was asked, and for what goes on. */
  of(action: ActionRecord): string | null
  /** Whether this terminal ended it: by the trader's word, or for work that it does by itself. */
  isByTerminal(action: ActionRecord): boolean
}

const UNFILLED: ReadonlySet<ActionRecord['state']> = new Set(['refused', 'rejected', 'cancelled', 'expired'])
/** A cancel by the venue is known from reads, so long after the fill that brought it about at most, ms. */
const AT_ONCE = 5_000
/** What the service says of an order that was canceled, where it says no more than that. */
const PLAIN = /^cancell?ed\b\s*(;.*)?$/i

const UNEXPLAINED = 'The venue canceled it and gave no reason.'

export function createReasons(actions: readonly ActionRecord[], moves: readonly MoveView[]): Reasons {
  const cancels = new Map<string, ActionRecord>()
  for (const action of actions) {
    if (action.intent.kind !== 'cancel' || action.state === 'refused' || action.state === 'rejected') continue
    for (const id of [action.intent.oid, action.intent.cloid]) if (id !== null) cancels.set(id, action)
  }
  const moved = new Map(moves.filter(({ state }) => state !== 'kept').map((move) => [move.order.oid, move]))
  const traded = actions.filter(({ execution }) => execution != null)

  const cancelOf = ({ oid, cloid }: ActionRecord): ActionRecord | null =>
    (oid === null ? undefined : cancels.get(oid)) ?? (cloid === null ? undefined : cancels.get(cloid)) ?? null

  /** What this terminal did to an order that was canceled; null where it did nothing. */
  function ownWords(action: ActionRecord): string | null {
    const move = action.oid === null ? undefined : moved.get(action.oid)
    if (move !== undefined) return `Canceled to move it to ${priceWords(move.price)}.`
    const cancel = cancelOf(action)
    if (cancel === null) return null
    return cancel.held === undefined ? CANCELED_BY_HAND : `Canceled by this terminal (${cancel.held.what}).`
  }

  /** An order of the trader's own that traded against the side of this one at the moment it ended; null for none. */
  function ownTaker(action: ActionRecord): ActionRecord | null {
    const resting = orderAskedFor(action.intent)
    const { limit = null } = resting ?? {}
    if (resting === null || limit === null) return null
    const endedAt = serviceTime(action, action.updatedAt)
    const isTaker = (other: ActionRecord): boolean => {
      const { execution, intent } = other
      const order = orderAskedFor(intent)
      if (execution == null || order === null || order.asset !== resting.asset || execution.side === resting.side)
        return false
      const since = endedAt - serviceTime(other, execution.at)
      if (since < -AT_ONCE || since > AT_ONCE || other.id === action.id) return false
      return order.worst === null || compare(order.worst, limit) * (execution.side === 'sell' ? 1 : -1) <= 0
    }
    return traded.find(isTaker) ?? null
  }

  function wordsOfCancel(action: ActionRecord): string {
    const own = ownWords(action)
    if (own !== null) return own
    const detail = action.steps.findLast(({ state }) => state === 'cancelled')?.detail ?? null
    if (orderAskedFor(action.intent)?.tif === 'IOC') {
      const isPart = signOf(action.filled ?? ZERO) > 0
      return `Immediate or cancel: ${isPart ? 'the rest did not fill' : 'nothing filled'} within its limit.`
    }
    if (detail !== null && !PLAIN.test(detail)) return `The venue canceled it: ${detail}`
    const taker = ownTaker(action)
    if (taker === null) return `${UNEXPLAINED} No cancel of this terminal named it.`
    const side = taker.execution?.side ?? 'buy'
    return `${UNEXPLAINED} Your own ${side} filled at that moment: a venue cancels an order rather than match it with your own.`
  }

  return {
    of(action) {
      const { state, message } = action
      if (!UNFILLED.has(state)) return null
      if (message !== null) return message
      if (state === 'expired') return 'The venue reports it as expired, as orders are when their market ends.'
      return state === 'cancelled' ? wordsOfCancel(action) : null
    },
    isByTerminal: (action) => action.state === 'cancelled' && ownWords(action) !== null,
  }
}
