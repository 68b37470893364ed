/** Why the order of a move or a reversal may not go out any more, and what takes it back before it does. */
import { type ActionLog, isBeforeSent, type Refusal, STOPPED } from '../actions/index.ts'

export const OTHER_WALLET: Refusal = {
  code: 'identity_changed',
  message: 'Another wallet is signed in now.',
  field: null,
}

/** What was stopped before it left; null where nothing stopped it. */
export const stopRefusal = (words: string | null): Refusal | null =>
  words === null ? null : { code: STOPPED, message: words, field: null }

/** Refuses an action that was not sent yet; one that was, or that there is none of, is left as it is. */
export function refuseUnsent(
  actionLog: Pick<ActionLog, 'get' | 'offer'>,
  id: string | null | undefined,
  words: string,
): void {
  const action = id == null ? null : actionLog.get(id)
  const refusal = stopRefusal(words)
  if (action === null || refusal === null || !isBeforeSent(action.state)) return
  void actionLog.offer(action.id, { type: 'refused', refusal, mismatches: [] })
}
