/** What is under way against a resting order, read from the list of actions. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Submission } from '../trade-forms/index.ts'

export interface CancelState {
  readonly cancelling: boolean
  /** Why the newest cancel came to nothing, in the words of whoever refused it. */
  readonly failure: string | null
}

/** The state of the newest cancel of an order; `actions` are newest first. */
export function cancelStateOf(oid: string, actions: readonly ActionRecord[]): CancelState {
  const newest = actions.find(({ intent }) => intent.kind === 'cancel' && intent.oid === oid)
  if (newest === undefined) return { cancelling: false, failure: null }
  if (!isFinal(newest.state)) return { cancelling: true, failure: null }
  const failed = newest.state === 'refused' || newest.state === 'rejected' || newest.state === 'expired'
  return { cancelling: false, failure: failed ? (newest.message ?? 'The cancel came to nothing.') : null }
}

/**
 * Whether an order's row must stay on the page, however far it is scrolled away: until the list of actions has the cancel, or where it never
 * will, the row alone knows of the press.
 */
export const keepsRow = (submission: Submission['state'], unlisted: boolean): boolean =>
  submission === 'sending' || submission === 'failed' || (submission === 'accepted' && unlisted)
