/** An estimate that is left before it has come: Esc is heard at once, and what comes is discarded. */
import { useEffect, useRef, useState } from 'react'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import { useCall } from '../bridge/index.ts'
import type { Submission } from '../trade-forms/index.ts'
import { useEscape } from '../ui/index.ts'

const asksFirst = ({ kind }: Intent): boolean => kind === 'predict' || kind === 'binary_predict'

/** Whether an action will yet ask for a word on its estimate: nothing of it is signed before that. Pure. */
const willAsk = ({ intent, state, estimate }: Pick<ActionRecord, 'intent' | 'state' | 'estimate'>): boolean =>
  asksFirst(intent) && estimate == null && !isFinal(state)

/**
 * What waits for an estimate by the name of the action that it is or will be: also from the press on, before the action shows. Null where
 * nothing does. Pure.
 */
export function waitingFor(
  submission: Submission,
  action: Pick<ActionRecord, 'id' | 'intent' | 'state' | 'estimate'> | undefined,
): string | null {
  if (action !== undefined) return willAsk(action) ? action.id : null
  switch (submission.state) {
    case 'sending':
      return asksFirst(submission.intent) ? submission.requestId : null
    case 'accepted':
      return asksFirst(submission.intent) ? submission.actionId : null
    default:
      return null
  }
}

/** Said once Esc was pressed. */
export const LEAVING = 'Left: its estimate is discarded as it comes, nothing is signed.'

/**
 * @param submission the press
 * @param action what became of it; undefined before it shows
 * @returns whether it was left, and its estimate has not come
 */
export function useDiscardAhead(submission: Submission, action: ActionRecord | undefined): boolean {
  const call = useCall()
  const [left, setLeft] = useState<string | null>(null)
  const discarded = useRef<string | null>(null)
  const waiting = waitingFor(submission, action)
  useEscape('estimate', waiting !== null && waiting !== left, () => setLeft(waiting))
  const estimate = action?.estimate ?? null
  const actionId = action?.id ?? null
  const isLeft = left !== null && left === actionId
  useEffect(() => {
    if (!isLeft || actionId === null || estimate === null || discarded.current === estimate.id) return
    discarded.current = estimate.id
    // Where it is not taken, the estimate stands there with its own Discard.
    call('confirmEstimate', { actionId, estimateId: estimate.id, accept: false }).catch(() => undefined)
  }, [isLeft, actionId, estimate, call])
  return waiting !== null && waiting === left
}
