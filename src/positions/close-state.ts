/** What became of the last close of a position, from its submission and its action. Pure. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { signOf, trimZeros } from '../../contract/decimal.ts'
import type { Submission } from '../trade-forms/index.ts'

/** What a close says of itself while it widens: how much it closed so far. */
export interface CloseProgress {
  readonly actionId: string
  readonly words: string
}

export interface CloseState {
  /** Sent, and not known yet how it ended. */
  readonly isUnderWay: boolean
  /** The service gave no answer: it may or may not have happened. */
  readonly isUnsure: boolean
  /** Why it came to nothing, or that no answer came yet; null otherwise. */
  readonly failure: string | null
  /** Of one that took more than one order and is under way; null otherwise. */
  readonly progress: CloseProgress | null
}

/** How far its submission is. */
type Sent = { readonly state: Exclude<Submission['state'], 'failed'> } | Extract<Submission, { state: 'failed' }>

/** @param action of the submission, as the journal has it; undefined before it shows. */
export function closeStateOf(submission: Sent, action: Closing | undefined): CloseState {
  const isUnderWay =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const isUnsure = action?.state === 'unknown'
  const progress = isUnderWay && action !== undefined ? progressOf(action) : null
  const state = { isUnderWay, isUnsure, progress }
  const failed = action?.state === 'refused' || action?.state === 'rejected' || action?.state === 'expired'
  if (submission.state === 'failed') return { ...state, failure: submission.message }
  if (failed) return { ...state, failure: action.message ?? 'The close came to nothing.' }
  /** It closed what its bound allowed. */
  if (action?.state === 'cancelled' && action.message !== null) return { ...state, failure: action.message }
  return {
    ...state,
    failure: isUnsure ? 'No answer to the close yet; it is being checked with the service.' : null,
  }
}

type Closing = Pick<ActionRecord, 'id' | 'state' | 'message' | 'steps' | 'filled'>

function progressOf({ id, steps, filled }: Closing): CloseProgress | null {
  const orders = steps.filter(({ state }) => state === 'sent').length
  if (orders < 2) return null
  const much = filled === null || signOf(filled) === 0 ? 'nothing' : trimZeros(filled)
  return { actionId: id, words: `Closed ${much} so far; order ${orders}, at a worse price, is out.` }
}

/** Whether its row must stay on the page, however far it is scrolled away: elsewhere nobody knows what the press was for. */
export const keepsRow = ({ isUnderWay, failure }: CloseState): boolean => isUnderWay || failure !== null
