/** Waits for one action to come as far as a state, however long that takes. */
import type { ActionState } from '../../../contract/action.ts'
import type { Clock } from '../../../contract/time.ts'
import type { ActionLog } from '../actions/index.ts'

/**
 * Resolves once an action is as far as that, or after `ms`; one that is not there is.
 * @param each told of every state on the way; what it throws ends the waiting.
 */
export function settled(
  {
    actionLog,
    clock,
  }: { readonly actionLog: Pick<ActionLog, 'get' | 'onChange'>; readonly clock: Pick<Clock, 'after'> },
  id: string,
  isOver: (state: ActionState) => boolean,
  each: (state: ActionState) => void = () => {},
  ms: number | null = null,
): Promise<void> {
  const state = actionLog.get(id)?.state
  if (state === undefined || isOver(state)) return Promise.resolve()
  each(state)
  return new Promise((resolve, reject) => {
    const finish = (how: () => void): void => {
      stopListening()
      stopWaiting()
      how()
    }
    const stopListening = actionLog.onChange((action) => {
      // A close that widens goes on under other ids, and is one action all the same.
      if (action.id !== id && action.step?.of !== id) return
      const now = actionLog.get(id)?.state ?? action.state
      try {
        each(now)
        if (isOver(now)) finish(resolve)
      } catch (error) {
        finish(() => reject(error))
      }
    })
    const stopWaiting = ms === null ? () => {} : clock.after(Math.max(0, ms), () => finish(resolve))
  })
}
