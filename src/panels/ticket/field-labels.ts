/** What is said below a field of the ticket: the terminal's own checks first, then what the service said of the last order. */
import type { ActionRecord } from '../../../contract/action.ts'
import type { Side } from '../../../contract/market.ts'
import type { FieldIssue, TicketSummary } from '../../markets/scalar/index.ts'
import { type Submission, sideWord } from '../../trade-forms/index.ts'

/** Why the last submission came to nothing, in the words of whoever refused it. */
interface Rejection {
  readonly message: string
  readonly field: 'price' | 'size' | null
}

export function rejectionOf(submission: Submission, action: ActionRecord | undefined): Rejection | null {
  if (submission.state === 'failed') return { message: submission.message, field: null }
  if (submission.state !== 'accepted' || action === undefined) return null
  if (action.state !== 'refused' && action.state !== 'rejected' && action.state !== 'expired') return null
  // An order that rested until its bucket closed did what it was asked for.
  if (action.state === 'expired' && action.steps.some(({ state }) => state === 'resting')) return null
  const message =
    action.message ?? action.steps.at(-1)?.detail ?? 'The order came to nothing; the service gave no reason.'
  return { message, field: action.field }
}

/**
 * The words for one field, or null. `attempted` is the side that was pressed with just this text: from then on a missing value is
 * said, and that side's issues come first.
 */
export function fieldText(
  field: FieldIssue['field'],
  summary: TicketSummary,
  attempted: Side | null,
  rejection: Rejection | null,
): string | null {
  const text = summary.issues.find((issue) => issue.field === field && (issue.code !== 'missing' || attempted !== null))
  if (text !== undefined) return text.message
  const of = (side: Side): FieldIssue | undefined => summary[side].issues.find((issue) => issue.field === field)
  const buy = of('buy')
  const sell = of('sell')
  const pressed = attempted === 'buy' ? buy : attempted === 'sell' ? sell : undefined
  if (pressed !== undefined) return pressed.message
  if (buy !== undefined && sell !== undefined) {
    return buy.code === sell.code ? buy.message : `Buy: ${buy.message} Sell: ${sell.message}`
  }
  const one = buy ?? sell
  // Reduce-only fits one side only, by its nature: that is said when the other one is pressed.
  if (one !== undefined && one.code !== 'reduce_only_would_increase') {
    return `${sideWord(one === buy ? 'buy' : 'sell')}: ${one.message}`
  }
  return rejection?.field === field ? rejection.message : null
}
