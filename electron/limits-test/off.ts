/** What a limit that is switched off leaves open. Pure. */
import type { TradingLimits } from '../../contract/limits.ts'
import type { LimitsTestSubject } from '../../contract/limits-test.ts'

const UNARMED = 'nothing protects against an order from a window that nobody armed.'

/** Why there is nothing to test, in words; null where there is. */
export function offNote(subject: LimitsTestSubject, limits: TradingLimits, isPractice: boolean): string | null {
  if (subject === 'depthShare' && limits.depthShare === null)
    return 'Off: nothing protects against one order that takes all that the book shows.'
  if (subject === 'dayLoss' && limits.dayLoss === null)
    return 'Off: nothing protects against a day that loses more and more.'
  if (subject === 'worstCase' && limits.worstCase === null)
    return 'Off: nothing protects against holding more than you could bear to lose.'
  if (subject !== 'arm' && subject !== 'armMinutes') return null
  if (limits.arm === 'never') return `Off: ${UNARMED}`
  return limits.arm === 'live' && isPractice ? `Off on practice: ${UNARMED}` : null
}
