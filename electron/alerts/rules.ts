/** What may be set as an alert, and how it is called. Pure. */

import type { AlertRule } from '../../contract/alert.ts'
import { assertNever } from '../../contract/brand.ts'
import { compare, type Decimal, HUNDRED, signOf, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../../contract/grouped.ts'
import { isCoin } from '../../contract/outcome.ts'
import { priceWords } from '../../contract/price-words.ts'
import type { Families } from '../feed/index.ts'
import { nameOf, type ProbabilityFacts, trades } from './probability.ts'

/** What a rule is held against. */
interface RuleFacts extends Pick<ProbabilityFacts, 'outcome' | 'binary'> {
  readonly families: () => Families
}

/** What is wrong with a rule beyond its shape, in words; null when nothing is. */
export function ruleIssue(rule: AlertRule, facts: RuleFacts): string | null {
  if (rule.kind === 'price' || rule.kind === 'temperature') {
    if (rule.asset !== null && hasProbability(rule.asset, facts)) {
      return `The prices of ${rule.asset} are probabilities: set an alert on its probability.`
    }
    return rule.kind === 'price' && signOf(rule.price) <= 0 ? 'The mark must be greater than 0.' : null
  }
  if (rule.kind === 'liquidation') return liquidationIssue(rule)
  if (rule.kind !== 'probability') return null
  const inside = signOf(rule.probability) > 0 && compare(rule.probability, '1' as Decimal) < 0
  return inside ? marketIssue(rule.asset, facts) : 'A probability lies between 0 and 1.'
}

function liquidationIssue({ by, value }: Extract<AlertRule, { readonly kind: 'liquidation' }>): string | null {
  if (signOf(value) <= 0) return 'The distance to the liquidation must be greater than 0.'
  return by === 'distance' || compare(value, HUNDRED) < 0 ? null : 'At 100 % of the way it is liquidated: give less.'
}

const hasProbability = (asset: string, { binary }: RuleFacts): boolean =>
  isCoin(asset) || (binary()?.markets.some((market) => market.asset === asset) ?? false)

/** Why nothing can be watched of an asset's probability. */
function marketIssue(asset: string, facts: RuleFacts): string | null {
  const { outcomes, binary } = facts.families()
  if (!isCoin(asset)) {
    if (!binary) return 'Binary markets are off in this deployment.'
    return hasProbability(asset, facts) ? null : `The service tells of no binary market ${asset}.`
  }
  if (!outcomes) return 'Outcome markets are off in this deployment.'
  if (facts.outcome(asset) === null) return `The service tells of no outcome market with ${asset}.`
  return trades(asset, facts) ? null : `${nameOf(asset, facts)} trades no more.`
}

/** What the trader reads of it in a list: `Alert on NYCTMP1: mark rises to 572`. */
export function ruleLabel(rule: AlertRule, facts: Pick<ProbabilityFacts, 'outcome'>): string {
  const of = 'asset' in rule ? rule.asset : null
  const asset = of !== null && (rule.kind === 'probability' || isCoin(of)) ? nameOf(of, facts) : of
  const title = 'minutes' in rule ? `${ruleTitle(rule)} (${rule.minutes} min)` : ruleTitle(rule)
  return `Alert${asset === null ? '' : ` on ${asset}`}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

const WAYS = { up: 'rises to', down: 'falls to', either: 'crosses' } as const

/** The title of its notification. */
export function ruleTitle(rule: AlertRule): string {
  switch (rule.kind) {
    case 'price':
      return `Mark ${WAYS[rule.direction]} ${priceWords(trimZeros(rule.price))}`
    case 'temperature':
      return `Temperature ${WAYS[rule.direction]} ${grouped(trimZeros(rule.temperature))} °F`
    case 'probability':
      return `Probability ${WAYS[rule.direction]} ${trimZeros(rule.probability)}`
    case 'fill':
      return 'Filled'
    case 'bucket_close':
      return 'Bucket closes soon'
    case 'market_end':
      return 'You hold what ends soon'
    case 'phase':
      return 'State of the market'
    case 'token_expiry':
      return 'Access token expires'
    case 'liquidation':
      return 'Close to liquidation'
    case 'order_end':
      return 'Order ended'
    case 'position_end':
      return 'Position ended'
    default:
      return assertNever(rule, 'alert')
  }
}
