/** Waits for actions to come to their last word. */
import { isFinal } from '../../../contract/action.ts'
import type { Clock } from '../../../contract/time.ts'
import type { ActionLog } from './action-log.ts'

/** Resolves when all actions are final, or after `ms`. */
export function allFinal(
  actions: readonly { readonly id: string }[],
  ms: number,
  {
    actionLog,
    clock,
  }: { readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>; readonly clock: Pick<Clock, 'after'> },
): Promise<void> {
  const open = (): boolean => actions.some(({ id }) => !isFinal(actionLog.get(id)?.state ?? 'refused'))
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
