/** Which steps of an action must be on the drive before anything follows them. */
import type { Intent } from '../../../contract/intent.ts'
import type { Durability, StoredAction } from '../../storage/index.ts'
import type { ActionEventType } from './state-machine.ts'

/**
 * Two syncs an order, each before a request: before the service prepares it, and before what was signed leaves. What lies between follows
 * to the drive with the second of them; lost in a power cut, it leaves an action that certainly never left. What the service answers
 * and what reads show is asked of the service again at the next start, by what the second sync kept.
 */
const BEFORE_A_REQUEST: ReadonlySet<ActionEventType> = new Set(['journalled', 'stale', 'sent'])
/** Nobody else could say it again. */
const TOLD_BY_NOBODY_ELSE: ReadonlySet<ActionEventType> = new Set(['refused', 'said_made', 'said_not_made'])
/** The service has no history that shows for certain what became of these: its answer is all there may ever be. */
const HAVE_NO_HISTORY: ReadonlySet<Intent['kind']> = new Set(['transfer', 'convert', 'approve_agent', 'binary_setup'])
const ANSWERS: ReadonlySet<ActionEventType> = new Set(['acknowledged', 'rejected', 'never_left', 'confirmed'])

/** What the journal owes the step that `event` makes, before whatever follows it. */
export function durabilityOf({ intent }: Pick<StoredAction, 'intent'>, event: ActionEventType): Durability {
  if (BEFORE_A_REQUEST.has(event) || TOLD_BY_NOBODY_ELSE.has(event)) return 'synced'
  return HAVE_NO_HISTORY.has(intent.kind) && ANSWERS.has(event) ? 'synced' : 'written'
}
