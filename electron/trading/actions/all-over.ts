/** Waits for actions to come to their last word, or to whatever else ends the waiting. */
import { type ActionState, isFinal } from '../../../contract/action.ts'
import type { Clock } from '../../../contract/time.ts'
import type { ActionLog } from './action-log.ts'

/**
 * Resolves when all actions are over, or after `ms`; one that is not in the log counts as over.
 * @param isOver what counts as over: a final state, unless something else will do.
 */
export function allOver(
  actions: readonly { readonly id: string }[],
  ms: number,
  {
    actionLog,
    clock,
  }: { readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>; readonly clock: Pick<Clock, 'after'> },
  isOver: (state: ActionState) => boolean = isFinal,
): Promise<void> {
  const open = (): boolean => actions.some(({ id }) => !isOver(actionLog.get(id)?.state ?? 'refused'))
  if (!open()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening()
      stopWaiting()
      resolve()
    }
    const stopListening = actionLog.onChange(() => {
      if (!open()) end()
    })
    const stopWaiting = clock.after(ms, end)
  })
}
