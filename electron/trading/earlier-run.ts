/** Takes up what an earlier run left: what was not signed is closed as not sent; what was signed or sent is left to the reads. */
import { type ActionLog, isBeforeSent, type Refusal, STOPPED } from './actions/index.ts'

/**
 * `sent` follows `signed` at once and is written before the request leaves. Yet a power cut can take the last write that a drive only
 * said it had, so that an action which ends at `signed` may have left: it counts as unknown, whatever it is.
 * - An order or a cancel with an id is looked up by that id. A prediction, a close and a direct order without one are found as the only
 *   order that looks like them; while several do they stay unknown, which is less than to say that nothing was sent.
 * - Leverage, transfers and conversions show in the account, the balances and the history of conversions.
 * - An approval of the agent and a setup show nowhere, and end at once: they can be asked for again without harm.
 * What was signed here and expires ends as never arrived once the reads prove it: told late, and never wrongly.
 */
export async function takeUpEarlierRun(actionLog: ActionLog): Promise<void> {
  for (const { id, state } of actionLog.live()) {
    if (state === 'signed' || state === 'sent') {
      const message =
        state === 'sent'
          ? 'The terminal stopped before the answer came; reads will show what became of it.'
          : 'The terminal stopped when this was signed; it may have been sent, and reads will show what became of it.'
      await actionLog.apply(id, { type: 'no_answer', refusal: { code: STOPPED, message, field: null } })
    } else if (isBeforeSent(state)) {
      const refusal: Refusal = { code: STOPPED, message: 'The terminal stopped before this was sent.', field: null }
      await actionLog.apply(id, { type: 'refused', refusal, mismatches: [] })
    }
  }
}
