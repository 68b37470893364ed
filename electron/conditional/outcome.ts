/** What became of the close that a conditional order submitted. Pure. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { ActionCode } from '../../contract/action-code.ts'
import { compare, signOf, trimZeros } from '../../contract/decimal.ts'
import { isBelowMinimum } from '../../contract/minimum-value.ts'
import type { ConditionalEvent } from './state-machine.ts'

/**
 * Refusals that another try would only meet again: the trader's own answer, what the settings or the terminal refuse at any price, and a holding
 * that the service finds too small to be closed.
 */
const FOR_GOOD: ReadonlySet<ActionCode | null> = new Set(['unverified', 'declined', 'limit_slippage', 'minimum_value'])
/** What a service may prepare otherwise because it knows a newer price or position: planned again, it fits. */
const MOVING: ReadonlySet<string> = new Set(['price', 'size'])

/**
 * The step that an action's state brings, null while its last word is not spoken. A close that is over and did not close everything is
 * followed by another one, whatever it ended with: it either did nothing, or exactly what its fills say.
 */
export function outcomeOf(action: ActionRecord): ConditionalEvent | null {
  const { state, filled, message } = action
  if (!isFinal(state)) return null
  if (state === 'filled' || state === 'done') {
    return { type: 'closed', detail: filled === null ? 'Closed.' : `Closed ${trimZeros(filled)}.` }
  }
  const words = message ?? `The close ended as ${state}.`
  if (filled !== null && signOf(filled) > 0) {
    const asked = action.intent.kind === 'close' ? action.intent.size : null
    if (asked !== null && compare(filled, asked) >= 0) return { type: 'closed', detail: `Closed ${trimZeros(filled)}.` }
    return { type: 'again', filled, detail: `Closed ${trimZeros(filled)}; the rest did not fill. Going on with it.` }
  }
  return isForGood(action)
    ? { type: 'failed', detail: words }
    : { type: 'again', filled: null, detail: `${words} Trying again.` }
}

function isForGood({ code, message, mismatches }: ActionRecord): boolean {
  if (code === 'mismatch') return !mismatches.every(({ field }) => MOVING.has(field))
  return FOR_GOOD.has(code) || (message !== null && isBelowMinimum(null, message))
}
