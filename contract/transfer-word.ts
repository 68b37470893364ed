/** A transfer of which neither an answer nor the balances tell what became of it: the trader's word settles it. */
import type { ActionRecord } from './action.ts'

/** Whether a transfer waits for the trader to say whether it was made. */
export const awaitsTransferWord = ({ state, code }: Pick<ActionRecord, 'state' | 'code'>): boolean =>
  state === 'unknown' && code === 'transfer_unclear'
