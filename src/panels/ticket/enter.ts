/** Enter in a field of the ticket: it sends nothing, and goes on to what is next. Pure. */
import type { Side } from '../../../contract/market.ts'

export type TypedField = 'price' | 'size'

/** The button of a side, to be looked for in the foot of the ticket. */
export const sendOf = (side: Side): string => `[data-send="${side}"]`

/** What Enter does in the field that has the focus; null while none has. @param side that is wanted */
export function enterWords(field: TypedField | null, side: Side): string | null {
  if (field === null) return null
  if (field === 'price') return 'Enter: go to Size.'
  return side === 'buy' ? 'Enter: go to Buy; then Tab: to Sell.' : 'Enter: go to Sell; then Shift+Tab: to Buy.'
}
