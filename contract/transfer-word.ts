/** A transfer of which neither an answer nor the balances tell what became of it: the trader's word settles it. */
import type { ActionRecord } from './action.ts'

/** Noted in a transfer's steps once the balances cannot tell of it. */
export const TRANSFER_UNCLEAR =
  'No answer came to the transfer, and the balances do not tell whether it was made: other changes hide it. Compare them before another transfer.'

/** Whether a transfer waits for the trader to say whether it was made. */
export const awaitsTransferWord = ({
  intent,
  state,
  steps,
}: Pick<ActionRecord, 'intent' | 'state' | 'steps'>): boolean =>
  intent.kind === 'transfer' && state === 'unknown' && steps.some(({ detail }) => detail === TRANSFER_UNCLEAR)
