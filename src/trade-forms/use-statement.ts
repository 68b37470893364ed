/** What a form says of the last thing it sent, for as long as that is true and of interest; afterwards the activity list has it. */
import { useState } from 'react'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import { type Sender, useFollowedAction } from './use-submission.ts'

/** What a statement is judged by. */
export interface Standing {
  readonly requestId: string | null
  /** What was typed when it was sent. */
  readonly draft: string
  /** Another draft was begun since. */
  readonly left: boolean
  /** What it bought was held at some moment since. */
  readonly wasHeld: boolean
}

/** The standing after what is known now. */
export function standingAfter(
  before: Standing,
  now: { readonly requestId: string | null; readonly draft: string; readonly held: boolean | null },
): Standing {
  if (now.requestId !== before.requestId) {
    return { requestId: now.requestId, draft: now.draft, left: false, wasHeld: now.held === true }
  }
  return {
    ...before,
    left: before.left || now.draft !== before.draft,
    wasHeld: before.wasHeld || now.held === true,
  }
}

const enters = (intent: Intent): boolean =>
  intent.kind === 'predict' ||
  intent.kind === 'binary_predict' ||
  (intent.kind === 'place' && !intent.reduceOnly) ||
  (intent.kind === 'outcome_order' && intent.side === 'buy')

/** Whether the statement still stands: what is under way always does. */
export function stands(action: ActionRecord | undefined, standing: Standing, held: boolean | null): boolean {
  if (action !== undefined && !isFinal(action.state) && action.state !== 'resting') return true
  if (standing.left) return false
  const over = action?.state === 'filled' && enters(action.intent) && standing.wasHeld && held === false
  return !over
}

/**
 * Whether to say what became of the last submission, and of which action.
 * @param draft everything that was typed and chosen, the market included, as one text
 * @param held whether something of the market is held; null while not known
 */
export function useStatement(
  { submission }: Sender,
  draft: string,
  held: boolean | null,
): { readonly action: ActionRecord | undefined; readonly stands: boolean } {
  const action = useFollowedAction(submission)
  const requestId = submission.state === 'idle' ? null : submission.requestId
  const [kept, keep] = useState<Standing>({ requestId: null, draft: '', left: false, wasHeld: false })
  const standing = standingAfter(kept, { requestId, draft, held })
  if (JSON.stringify(standing) !== JSON.stringify(kept)) keep(standing)
  return { action, stands: requestId !== null && stands(action, standing, held) }
}
