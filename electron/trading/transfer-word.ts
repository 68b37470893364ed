/** Takes the trader's word on a transfer of which nothing else tells. */
import { awaitsTransferWord } from '../../contract/transfer-word.ts'
import type { ActionLog, Refusal } from './actions/index.ts'

/**
 * Keeps the trader's word as a step of its own: the transfer is over, is read for no more and keeps nothing from ending. False when it does
 * not wait for one, or is another account's.
 */
export async function takeTransferWord(
  { actionId, made }: { readonly actionId: string; readonly made: boolean },
  account: string | null,
  actionLog: ActionLog,
): Promise<boolean> {
  const action = actionLog.get(actionId)
  if (action === null || action.account !== account || !awaitsTransferWord(action)) return false
  if (made) return actionLog.offer(actionId, { type: 'said_made', detail: 'You said that it was made.' })
  const refusal: Refusal = { code: 'said_not_made', message: 'You said that it was not made.', field: null }
  return actionLog.offer(actionId, { type: 'said_not_made', refusal })
}
