/** Takes back what of a close has not been sent. What has left cannot be taken back: it is waited for, and no further order follows it. */
import { type ActionLog, isBeforeSent, type Refusal, STOPPED, wasSent } from '../actions/index.ts'
import type { ToldActions } from './told-actions.ts'
import type { Widening } from './widening.ts'

interface WithdrawOptions {
  readonly actionLog: Pick<ActionLog, 'get' | 'offer'>
  readonly told: Pick<ToldActions, 'newest'>
  readonly closes: Pick<Widening, 'stop'>
  readonly isCurrent: (account: string) => boolean
}

/** Resolves once that is on disk: nothing of an order that was refused goes out any more. */
export async function withdrawUnsent(
  actionId: string,
  by: string,
  { actionLog, told, closes, isCurrent }: WithdrawOptions,
): Promise<void> {
  const newest = actionLog.get(told.newest(actionId))
  if (newest === null || newest.intent.kind !== 'close' || !isCurrent(newest.account)) return
  closes.stop(actionId, by)
  if (!isBeforeSent(newest.state) || wasSent(newest)) return
  const refusal: Refusal = { code: STOPPED, message: `${by} goes first: nothing was sent.`, field: null }
  await actionLog.offer(newest.id, { type: 'refused', refusal, mismatches: [] })
}
