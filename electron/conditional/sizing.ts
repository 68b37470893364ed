/** Ids, sizes and results of the closes of a conditional order. Pure. */
import { type ActionRecord, type ActionState, type AutomatedWork, isFinal } from '../../contract/action.ts'
import type { ActionCode } from '../../contract/action-code.ts'
import { absolute, add, compare, lesser, type Size, signOf, subtract, trimZeros, ZERO } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import { isBelowMinimum } from '../../contract/minimum-value.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId } from '../trading/index.ts'
import type { ConditionalEvent } from './state-machine.ts'
import { KIND_LABELS } from './trigger.ts'

/** A close as it is submitted. */
export interface Sized {
  readonly actionId: string
  readonly intent: CloseIntent
  readonly attempt: NonNullable<ActionRecord['attempt']>
  readonly held: AutomatedWork
}

export const sized = ({ id, attempt, kind }: StoredConditional, actionId: string, intent: CloseIntent): Sized => ({
  actionId,
  intent,
  attempt: { of: id, number: attempt + 1 },
  held: { id, what: KIND_LABELS[kind] },
})

/** The id of one of its closes: the same however often it is started. */
export const closeId = ({ id }: Pick<StoredConditional, 'id'>, attempt: number): string =>
  derivedId(id, `close/${attempt}`)

/** Other closes of the same position that may be under way: what they cover is not closed twice. */
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
 * Size of a close: the requested size minus what other closes under way cover. A read may predate their fills, so their full sizes count. Null where
 * they close everything.
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
  // The rest of the position is not the plan's: its closes name their size.
  const size = lesser(wanted, all)
  if (beside.length === 0) return size
  const own = beside.filter((one) => one.plan.id === plan.id)
  const free = subtract(all, sumOf(beside, all))
  const ofPlan = subtract(wanted, sumOf(own, all))
  const most = lesser(lesser(size, free), ofPlan)
  return signOf(most) > 0 ? most : null
}

/** Whether its close was sized for less than it should close, since others under way cover the rest. */
export const isCut = ({ intent, left }: StoredConditional): boolean =>
  intent !== null && intent.size !== null && left !== undefined && compare(intent.size, left) < 0

/**
 * Refusals that a retry would only meet again: the trader's own answer, what settings or the terminal refuse at any price, and a holding too small
 * for the service to close.
 */
const FOR_GOOD: ReadonlySet<ActionCode | null> = new Set(['unverified', 'declined', 'limit_slippage', 'minimum_value'])
/** Fields that a service may prepare differently because it knows a newer price or position: planned again, they match. */
const MOVING: ReadonlySet<string> = new Set(['price', 'size'])

/** How a close that is over ended, where nothing else says so. */
const ENDED: Readonly<Partial<Record<ActionState, string>>> = {
  cancelled: 'The close was canceled.',
  refused: 'Isotherm refused the close.',
  rejected: 'The venue rejected the close.',
  expired: 'The close expired.',
}

/**
 * The step that follows from an action's state; null while it is not final. A close that is over and did not close everything is followed by another
 * one, in any final state: it did either nothing, or exactly what its fills show.
 */
export function outcomeOf(action: ActionRecord): ConditionalEvent | null {
  const { state, filled, message } = action
  if (!isFinal(state)) return null
  if (state === 'filled' || state === 'done') {
    return { type: 'closed', detail: filled === null ? 'Closed.' : `Closed ${trimZeros(filled)}.` }
  }
  const text = message ?? ENDED[state] ?? 'The close ended.'
  if (filled !== null && signOf(filled) > 0) {
    const request = action.intent.kind === 'close' ? action.intent.size : null
    if (request !== null && compare(filled, request) >= 0)
      return { type: 'closed', detail: `Closed ${trimZeros(filled)}.` }
    return { type: 'again', filled, detail: `Closed ${trimZeros(filled)}; the rest did not fill. Continuing.` }
  }
  return isForGood(action)
    ? { type: 'failed', detail: text }
    : { type: 'again', filled: null, detail: `${text} Retrying.` }
}

function isForGood({ code, message, mismatches }: ActionRecord): boolean {
  if (code === 'mismatch') return !mismatches.every(({ field }) => MOVING.has(field))
  return FOR_GOOD.has(code) || (message !== null && isBelowMinimum(null, message))
}
