/** An estimate that is left before it has come: Esc is heard at once, and what comes is discarded. */
import { useEffect, useRef, useState } from 'react'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { useCall } from '../bridge/index.ts'
import { useEscape } from '../ui/index.ts'

/** Whether an action will yet ask for a word on its estimate: nothing of it is signed before that. Pure. */
export const willAsk = ({ intent, state, estimate }: Pick<ActionRecord, 'intent' | 'state' | 'estimate'>): boolean =>
  (intent.kind === 'predict' || intent.kind === 'binary_predict') && estimate == null && !isFinal(state)

/** Stands for the action that a press will become. */
const COMING = 'coming'

/** Said once Esc was pressed. */
export const LEAVING = 'Left: its estimate is discarded as it comes, nothing is signed.'

/**
 * @param action what became of the press; undefined before it shows
 * @param isComing whether one was just asked for, and does not show yet
 * @returns whether it was left, and its estimate has not come
 */
export function useDiscardAhead(action: ActionRecord | undefined, isComing = false): boolean {
  const call = useCall()
  const [left, setLeft] = useState<string | null>(null)
  const discarded = useRef<string | null>(null)
  const id = action?.id ?? (isComing ? COMING : null)
  const isLeft = left !== null && (left === id || left === COMING)
  const waits = action === undefined ? isComing : willAsk(action)
  useEscape('estimate', waits && !isLeft, () => setLeft(id))
  const estimate = action?.estimate ?? null
  const actionId = action?.id ?? null
  useEffect(() => {
    if (!isLeft || actionId === null || estimate === null || discarded.current === estimate.id) return
    discarded.current = estimate.id
    // Where it is not taken, the estimate stands there with its own Discard.
    call('confirmEstimate', { actionId, estimateId: estimate.id, accept: false }).catch(() => undefined)
  }, [isLeft, actionId, estimate, call])
  return isLeft && waits
}
