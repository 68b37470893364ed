/** What became of the last close of a position, from its submission and its action. Pure. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Submission } from '../trade-forms/index.ts'

export interface CloseState {
  /** Sent, and not known yet how it ended. */
  readonly isUnderWay: boolean
  /** The service gave no answer: it may or may not have happened. */
  readonly isUnsure: boolean
  /** Why it came to nothing, or that no answer came yet; null otherwise. */
  readonly failure: string | null
}

/** @param action of the submission, as the journal has it; undefined before it shows. */
export function closeStateOf(
  submission: Submission,
  action: Pick<ActionRecord, 'state' | 'message'> | undefined,
): CloseState {
  const isUnderWay =
    submission.state === 'sending' ||
    (submission.state === 'accepted' && (action === undefined || !isFinal(action.state)))
  const isUnsure = action?.state === 'unknown'
  const failed = action?.state === 'refused' || action?.state === 'rejected' || action?.state === 'expired'
  if (submission.state === 'failed') return { isUnderWay, isUnsure, failure: submission.message }
  if (failed) return { isUnderWay, isUnsure, failure: action.message ?? 'The close came to nothing.' }
  return {
    isUnderWay,
    isUnsure,
    failure: isUnsure ? 'No answer to the close yet; it is being checked with the service.' : null,
  }
}

/** Whether its row must stay on the page, however far it is scrolled away: elsewhere nobody knows what the press was for. */
export const keepsRow = ({ isUnderWay, failure }: CloseState): boolean => isUnderWay || failure !== null
