/** What became of the close that a conditional order submitted. Pure. */
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import { compare, signOf, trimZeros } from '../../contract/decimal.ts'
import type { ConditionalEvent } from './state-machine.ts'

/** A close that certainly never left is begun again this often at most. */
const MOST_ATTEMPTS = 5

/** Refusals that another try would only meet again: the trader's own word, and a service that prepares something else. */
const FOR_GOOD: ReadonlySet<string> = new Set(['mismatch', 'unverified', 'declined', 'limit_slippage'])
/** Rejections that say "not now": the service certainly did nothing. */
const NOT_NOW: ReadonlySet<string> = new Set([
  'rate_limited',
  'stale_market_data',
  'market_closed',
  'binary_wrong_phase',
])

/** The step that an action's state brings, null while its last word is not spoken. `attempt` counts from 0. */
export function outcomeOf(action: ActionRecord, attempt: number): ConditionalEvent | null {
  if (!isFinal(action.state)) return null
  const words = action.message ?? `The close ended as ${action.state}.`
  switch (action.state) {
    case 'filled':
    case 'done':
      return { type: 'closed', detail: action.filled === null ? 'Closed.' : `Closed ${trimZeros(action.filled)}.` }
    case 'refused':
      return again(action, attempt)
        ? { type: 'not_sent', detail: `${words} Nothing was sent; trying again.` }
        : { type: 'failed', detail: words }
    case 'rejected':
      return NOT_NOW.has(action.code ?? '') && attempt + 1 < MOST_ATTEMPTS
        ? { type: 'not_sent', detail: `${words} Trying again.` }
        : { type: 'failed', detail: words }
    default:
      break
  }
  if (action.filled === null || signOf(action.filled) === 0) return { type: 'failed', detail: words }
  const asked = action.intent.kind === 'close' ? action.intent.size : null
  const whole = asked !== null && compare(action.filled, asked) >= 0
  return { type: 'closed', detail: `Closed ${trimZeros(action.filled)}${whole ? '.' : '; the rest did not fill.'}` }
}

const again = ({ code, mismatches }: ActionRecord, attempt: number): boolean =>
  mismatches.length === 0 && !FOR_GOOD.has(code ?? '') && attempt + 1 < MOST_ATTEMPTS
