/** How a close of a conditional order is named and sized. Pure. */
import type { AccountView } from '../../contract/account.ts'
import type { ActionRecord, HeldWork } from '../../contract/action.ts'
import { absolute, add, compare, lesser, type Size, signOf, subtract, ZERO } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import { hiding } from '../../contract/unreadable-row.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import { KIND_LABELS } from './trigger.ts'

/** A close as it is submitted. */
export interface Sized {
  readonly actionId: string
  readonly intent: CloseIntent
  readonly attempt: NonNullable<ActionRecord['attempt']>
  readonly held: HeldWork
}

export const sized = ({ id, attempt, kind }: StoredConditional, actionId: string, intent: CloseIntent): Sized => ({
  actionId,
  intent,
  attempt: { of: id, number: attempt + 1 },
  held: { id, what: KIND_LABELS[kind] },
})

/** The id of one of its closes: the same however often it is begun. */
export const closeId = ({ id }: Pick<StoredConditional, 'id'>, attempt: number): string =>
  derivedId(id, `close/${attempt}`)

/** Closes of the same position that may be on their way, besides its own: whatever else they are, they are not closed twice. */
export const closingBeside = (
  { id, account, target, position }: StoredConditional,
  live: readonly StoredConditional[],
): readonly StoredConditional[] =>
  live.filter(
    (one) =>
      one.id !== id &&
      one.account === account &&
      one.target.asset === target.asset &&
      one.position === position &&
      one.intent !== null,
  )

const sumOf = (closes: readonly StoredConditional[], held: Size): Size =>
  closes.reduce<Size>((sum, { intent }) => add(sum, intent?.size ?? held), ZERO)

/**
 * What of a position a close is to close: what it wants, as far as no other close is on its way with it. A read may be
 * older than what those have filled, so all that they were sent for counts. Null where they close everything.
 */
export function closeNow(
  { plan }: StoredConditional,
  {
    wanted,
    held,
    beside,
  }: { readonly wanted: Size; readonly held: Size; readonly beside: readonly StoredConditional[] },
): Size | null {
  const all = absolute(held)
  // What else is in the position is not the plan's: its closes name their size.
  const size = lesser(wanted, all)
  if (beside.length === 0) return size
  const own = beside.filter((one) => one.plan.id === plan.id)
  const free = subtract(all, sumOf(beside, all))
  const ofPlan = subtract(wanted, sumOf(own, all))
  const most = lesser(lesser(size, free), ofPlan)
  return signOf(most) > 0 ? most : null
}

/** Whether its close was sized for less than it is to close, since others were on their way with the rest. */
export const isCut = ({ intent, left }: StoredConditional): boolean =>
  intent !== null && intent.size !== null && left !== undefined && compare(intent.size, left) < 0

/** Whether a read lacks the position that a conditional order is for, and one that it could not read may be it: then it says nothing. */
export const isHidden = ({ positions, unreadable }: AccountView, { target }: StoredConditional): boolean =>
  !positions.some(({ asset }) => asset === target.asset) && hiding(unreadable, target.asset) !== undefined

/** Signed size of the position that a conditional order is for; null when there is none, or one of the other side. */
export function heldIn(account: AccountView, { target, position }: StoredConditional): Size | null {
  const held = account.positions.find(({ asset }) => asset === target.asset)
  if (held === undefined || signOf(held.size) === 0) return null
  return signOf(held.size) > 0 === (position === 'long') ? held.size : null
}
