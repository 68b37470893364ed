/** The price at which an alert stands, where it waits for one: alerts of every kind of market as levels of a chart. Pure. */
import type { AlertRule } from './alert.ts'
import type { Price } from './decimal.ts'
import { fahrenheitOfMark, markOfFahrenheit } from './mark.ts'

/** A rule that waits for a price. */
export type LevelRule = Extract<AlertRule, { readonly kind: 'price' | 'temperature' | 'probability' }>

/** Whether a rule waits for a price. */
export const isLevelRule = (rule: AlertRule): rule is LevelRule =>
  rule.kind === 'price' || rule.kind === 'temperature' || rule.kind === 'probability'

/** Where it stands, in the market's own unit. */
export function levelOfRule(rule: LevelRule): Price {
  if (rule.kind === 'probability') return rule.probability
  return rule.kind === 'price' ? rule.price : markOfFahrenheit(rule.temperature)
}

/** The same rule at another price of the market, in the unit in which it was set. */
export function ruleAt(rule: LevelRule, price: Price): LevelRule {
  if (rule.kind === 'probability') return { ...rule, probability: price }
  return rule.kind === 'price' ? { ...rule, price } : { ...rule, temperature: fahrenheitOfMark(price) }
}
