/** A slippage as the trader types it. Pure. */
import { compare, type Decimal, parseTyped, signOf } from '../../contract/decimal.ts'

/** Largest slippage that main takes, per cent. */
const MOST = '20' as Decimal

/** A slippage as typed: the number, or what is wrong with it. */
export function slippageOf(text: string): { readonly percent: Decimal } | { readonly issue: string } {
  const percent = parseTyped(text)
  if (text.trim() === '') return { issue: 'Slippage is missing.' }
  if (percent === null) return { issue: 'Slippage is not a number.' }
  if (signOf(percent) <= 0) return { issue: 'Slippage must be greater than 0.' }
  return compare(percent, MOST) > 0 ? { issue: `Slippage can be at most ${MOST} %.` } : { percent }
}
