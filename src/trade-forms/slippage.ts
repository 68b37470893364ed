/** A slippage as the trader types it. Pure. */
import { type Decimal, parseTyped } from '../../contract/decimal.ts'
import { slippageIssue } from '../../contract/slippage.ts'

/** A slippage as typed: the number, or what is wrong with it. What the step of shares asks for is theirs to see to. */
export function slippageOf(text: string): { readonly percent: Decimal } | { readonly issue: string } {
  const percent = parseTyped(text)
  if (text.trim() === '') return { issue: 'Slippage is missing.' }
  if (percent === null) return { issue: 'Slippage is not a number.' }
  const issue = slippageIssue(percent, 'scalar')
  return issue === null ? { percent } : { issue }
}
