/** What may be set as an alert, and how it is called. Pure. */
import type { AlertRule } from '../../contract/alert.ts'
import { assertNever } from '../../contract/brand.ts'
import { compare, type Decimal, signOf, trimZeros } from '../../contract/decimal.ts'

/** What is wrong with a rule beyond its shape, in words; null when nothing is. */
export function ruleIssue(rule: AlertRule): string | null {
  if (rule.kind === 'price' && signOf(rule.price) <= 0) return 'The mark must be greater than 0.'
  if (rule.kind === 'probability') {
    const inside = signOf(rule.probability) > 0 && compare(rule.probability, '1' as Decimal) < 0
    return inside ? null : 'A probability lies between 0 and 1.'
  }
  return null
}

const WAYS = { up: 'rises to', down: 'falls to', either: 'crosses' } as const

/** The title of its notification. */
export function ruleTitle(rule: AlertRule): string {
  switch (rule.kind) {
    case 'price':
      return `Mark ${WAYS[rule.direction]} ${trimZeros(rule.price)}`
    case 'temperature':
      return `Temperature ${WAYS[rule.direction]} ${trimZeros(rule.temperature)} °F`
    case 'probability':
      return `Probability ${WAYS[rule.direction]} ${trimZeros(rule.probability)}`
    case 'fill':
      return 'Filled'
    case 'bucket_close':
      return 'Bucket closes soon'
    case 'phase':
      return 'Phase of the bucket'
    case 'token_expiry':
      return 'Access token expires'
    default:
      return assertNever(rule, 'alert')
  }
}
