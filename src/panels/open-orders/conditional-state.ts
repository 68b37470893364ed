/** What a row of a conditional order says of its state. Pure. */
import type { ConditionalState, ConditionalView } from '../../../contract/conditional.ts'

const STATE_WORDS: Readonly<Record<ConditionalState, string>> = {
  waiting: 'Waiting for its order to fill',
  armed: 'Watching',
  triggered: 'Triggered',
  submitted: 'Closing',
  done: 'Done',
  cancelled: 'Canceled',
  failed: 'Failed',
  expired: 'Expired',
}

/** Why it could not be canceled, and how it stood then. */
export interface CancelIssue {
  readonly words: string
  readonly state: ConditionalState
}

/** Why it could not be canceled, until it stands otherwise: what became of it since counts more. */
export function stateText(
  { state, paused, needs, message }: Pick<ConditionalView, 'state' | 'paused' | 'needs' | 'message'>,
  issue: CancelIssue | null,
): string {
  if (issue !== null && issue.state === state) return issue.words
  if (paused !== null) return paused
  if (state === 'armed') return needs === null ? STATE_WORDS.armed : `${STATE_WORDS.armed}. ${needs}`
  return `${STATE_WORDS[state]}. ${message ?? ''}`
}
