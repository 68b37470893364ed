/** How far from the price an order at market may trade, as the trader types it: in °F for scalar markets, in cents for probabilities. Pure. */
import type { Family } from '../../contract/account.ts'
import { type Decimal, type Price, parseTyped } from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import { distanceIssue, ofCents } from '../../contract/protection.ts'

/** A distance in the market's own unit, or what is wrong with the text. */
export type TypedDistance = { readonly distance: Price } | { readonly issue: string }

export function distanceOf(text: string, family: Family): TypedDistance {
  const typed = parseTyped(text)
  if (text.trim() === '') return { issue: 'The distance is missing.' }
  if (typed === null) return { issue: 'The distance is not a number.' }
  const distance = FAMILY_RULES[family].isMark ? (typed as Decimal as Price) : ofCents(typed)
  const issue = distanceIssue(distance, family)
  return issue === null ? { distance } : { issue }
}

/** A distance that is known to be one: of presets. @throws Error for a text that is none. */
export function presetDistance(text: string, family: Family): Price {
  const read = distanceOf(text, family)
  if ('issue' in read) throw new Error(`${text} is no distance: ${read.issue}`)
  return read.distance
}
