/** Whether a deployment lets what the agent signs be checked, as its last action tells: some leave the action itself out. */
import type { ActionRecord } from '../../contract/action.ts'
import { AWAITING_CONFIRMATION } from './actions/index.ts'
import { ON_YOUR_CONFIRMATION } from './sending/index.ts'

/** Prepared, and waiting for the trader because it cannot be checked. */
export const waitsForWord = ({ state, code }: ActionRecord): boolean =>
  state === 'prepared' && code === AWAITING_CONFIRMATION

/** Null for what never came so far, or is not the agent's. */
function couldBeChecked({ intent, state, code, steps }: ActionRecord): boolean | null {
  const isWallets = intent.kind === 'transfer' || intent.kind === 'approve_agent'
  if (isWallets || (intent.kind === 'place' && intent.signer === 'wallet')) return null
  if (code === 'unverified' || (state === 'prepared' && code === AWAITING_CONFIRMATION)) return false
  const verified = steps.findLast((step) => step.state === 'verified')
  return verified === undefined ? null : verified.detail !== ON_YOUR_CONFIRMATION
}

/** @param records newest first. */
export function leavesActionsOut(records: readonly ActionRecord[]): boolean {
  for (const record of records) {
    const checked = couldBeChecked(record)
    if (checked !== null) return !checked
  }
  return false
}
