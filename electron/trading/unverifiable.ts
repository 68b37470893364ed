/** Whether a deployment lets what the agent signs be checked, as its last action tells: some leave the action itself out. */
import type { ActionRecord } from '../../contract/action.ts'
import type { NumberQuestion } from '../../contract/asset-number.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { ON_YOUR_CONFIRMATION } from './sending/index.ts'

/** Prepared, and waiting for the trader because it cannot be checked. */
export const waitsForWord = ({ state, code }: ActionRecord): boolean =>
  state === 'prepared' && code === AWAITING_CONFIRMATION

/** Null for what never came so far, or is not the agent's. */
function couldBeChecked(
  { intent, state, code, steps, question }: ActionRecord,
  isKnown: (question: NumberQuestion) => boolean,
): boolean | null {
  const isWallets = intent.kind === 'transfer' || intent.kind === 'approve_agent'
  if (isWallets || (intent.kind === 'place' && intent.signer === 'wallet')) return null
  /** A number that was asked for is known by now: it will not be asked for again. */
  if (question != null && isKnown(question)) return true
  if (code === 'unverified' || (state === 'prepared' && code === AWAITING_CONFIRMATION)) return false
  const verified = steps.findLast((step) => step.state === 'verified')
  return verified === undefined ? null : !verified.detail?.startsWith(ON_YOUR_CONFIRMATION)
}

/** @param records newest first. @param isKnown whether the number that was asked for is known by now. */
export function leavesActionsOut(
  records: readonly ActionRecord[],
  isKnown: (question: NumberQuestion) => boolean,
): boolean {
  for (const record of records) {
    const checked = couldBeChecked(record, isKnown)
    if (checked !== null) return !checked
  }
  return false
}
