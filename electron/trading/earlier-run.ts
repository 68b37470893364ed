/** Takes up what an earlier run left: what was not sent is closed as not sent; what was sent is left to the reads. */
import { type ActionLog, isBeforeSent } from './actions/index.ts'

export async function takeUpEarlierRun(actionLog: ActionLog): Promise<void> {
  for (const { id, state } of actionLog.live()) {
    if (isBeforeSent(state)) {
      const refusal = { code: 'stopped', message: 'The terminal stopped before this was sent.', field: null }
      await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
    } else if (state === 'sent') {
      const message = 'The terminal stopped before the answer came; reads will show what became of it.'
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: 'stopped', message, field: null } })
    }
  }
}
