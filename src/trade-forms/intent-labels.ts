/** Requests in trading terms. */
import type { Family } from '../../contract/account.ts'
import type { NamedOrder } from '../../contract/activity.ts'
import { assertNever } from '../../contract/brand.ts'
import { type Price, trimZeros } from '../../contract/decimal.ts'
import type { ConvertIntent, Intent, OutcomeOrderIntent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'
import { moneyUnit, priceText, scalarPrice } from '../format/index.ts'

// Building blocks of a line about an order: the names of markets, and the parts that a narrow row may shorten.

/** `Buy` or `Sell`. */
export const sideLabel = (side: Side): string => (side === 'buy' ? 'Buy' : 'Sell')

/** `Cancel buy 40`. */
const cancelLead = (side: Side, what: string): string => (side === 'buy' ? `Cancel buy ${what}` : `Cancel sell ${what}`)

/** `Cancel buy 40 NYCTMP1 at 571.62`. @param what size, and side or market where they are named */
export const cancelText = (side: Side, what: string, at: string): string =>
  side === 'buy' ? `Cancel buy ${what} at ${at}` : `Cancel sell ${what} at ${at}`

/** `Move buy 150 → 100`. */
export const moveLead = (side: Side, size: string): string =>
  side === 'buy' ? `Move buy ${size}` : `Move sell ${size}`

/** Names of markets by the ids in actions, as coins and numbers mean nothing to a person. */
export interface Naming {
  /** An asset: itself, or for a coin its side and market: `Yes, Rain before midnight`. */
  readonly asset: (asset: string) => string
  readonly outcome: (outcomeId: number) => string
  readonly question: (questionId: number) => string
  readonly of: (asset: string) => { readonly family: Family; readonly tickSize: Price | null }
}

/** Names as the service's ids give them. */
export const PLAIN_NAMES: Naming = {
  asset: (asset) => asset,
  outcome: (outcomeId) => `outcome ${outcomeId}`,
  question: (questionId) => `question ${questionId}`,
  of: (asset) => ({ family: isCoin(asset) ? 'outcome' : 'scalar', tickSize: null }),
}

/** A line about an action, split into the parts that a narrow row may shorten and those it may not. */
export interface LineParts {
  /** Side and size: `Buy 150`. */
  readonly lead: string
  /** Whether a comma precedes the name where both share a line: `Split 5 USDH, Rain`. */
  readonly comma: boolean
  /** The market, which an ellipsis may shorten; empty where there is none. */
  readonly name: string
  /** Price or terms: `at 571.80 IOC`. */
  readonly tail: string
  /** Default terms, omitted in a row but not in a sentence: `GTC`. */
  readonly usual: string
  /** Hidden first: °F, result, fee. */
  readonly extra: string
}

/** Builds a line. */
export const parts = (lead: string, name = '', tail = '', extra = ''): LineParts => ({
  lead,
  comma: false,
  name,
  tail,
  usual: '',
  extra,
})

/** The parts as one sentence. */
export const joined = ({ lead, comma, name, tail, usual, extra }: LineParts): string =>
  [`${lead}${comma ? ',' : ''}`, name, tail, usual].filter((part) => part !== '').join(' ') +
  (extra === '' ? '' : `, ${extra}`)

/** The request: `Buy 150 NYCTMP1 at 571.80 GTC`. `others` are actions among which a canceled order may be found. */
export const intentText = (intent: Intent, others: readonly NamedOrder[] = [], names: Naming = PLAIN_NAMES): string =>
  joined(intentParts(intent, others, names))

/** The parts of `intentText`. */
export function intentParts(intent: Intent, others: readonly NamedOrder[], names: Naming): LineParts {
  switch (intent.kind) {
    case 'place': {
      const isUsual = intent.tif === 'GTC' && !intent.reduceOnly
      const terms = isUsual ? [] : [intent.tif, ...(intent.reduceOnly ? ['reduce-only'] : [])]
      const signed = intent.signer === 'wallet' ? 'signed by your wallet' : ''
      const lead = `${sideLabel(intent.side)} ${trimZeros(intent.size)}`
      const line = parts(
        lead,
        names.asset(intent.asset),
        [`at ${scalarPrice(intent.price)}`, ...terms].join(' '),
        signed,
      )
      return isUsual ? { ...line, usual: intent.tif } : line
    }
    case 'predict':
      return parts(
        intent.direction === 'long'
          ? `Predict ${trimZeros(intent.targetF)} °F, long ${trimZeros(intent.size)}`
          : `Predict ${trimZeros(intent.targetF)} °F, short ${trimZeros(intent.size)}`,
        names.asset(intent.asset),
      )
    case 'cancel': {
      const made = others.find((other) => other.oid === intent.oid)
      const { side = null, size = null, limit = null } = made === undefined ? {} : (requestedOrderOf(made.intent) ?? {})
      const asset = names.asset(intent.asset)
      /** Only an order with a price of its own rests. */
      if (side === null || size === null || limit === null) return parts(`Cancel order ${intent.oid} in`, asset)
      return parts(cancelLead(side, trimZeros(size)), asset, `at ${priceText(names.of(intent.asset).family, limit)}`)
    }
    case 'close': {
      const lead = intent.size === null ? 'Close' : `Close ${trimZeros(intent.size)}`
      return parts(lead, names.asset(intent.asset), 'at market')
    }
    case 'leverage':
      return parts('Set', names.asset(intent.asset), `leverage to ${intent.leverage}×`)
    case 'approve_agent':
      return parts('Approve agent wallet')
    case 'binary_setup':
      return parts('Set binary leverage to 2×')
    case 'binary_predict':
      return parts(`Predict ${intent.direction} ${trimZeros(intent.amount)} USDC`, names.asset(intent.asset))
    case 'outcome_order':
      return parts(`${sideLabel(intent.side)} ${trimZeros(intent.size)}`, names.asset(intent.asset), modeText(intent))
    case 'transfer':
      return parts(`Move ${trimZeros(intent.amount)} USDH to outcomes balance`)
    case 'convert':
      return conversionParts(intent, names)
    default:
      return assertNever(intent, 'intent')
  }
}

const modeText = ({ mode }: OutcomeOrderIntent): string =>
  mode.kind === 'limit' ? `at ${mode.price}` : `at market, no worse than ${mode.protection.price}`

const listed = (lead: string, name: string): LineParts => ({ ...parts(lead, name), comma: true })

function conversionParts({ conversion, outcomeId, questionId, amount }: ConvertIntent, names: Naming): LineParts {
  const name = conversion === 'merge_question' ? names.question(questionId ?? outcomeId) : names.outcome(outcomeId)
  const { all, some } = CONVERSIONS[conversion]
  const unit = moneyUnit('outcome')
  return listed(amount === null ? all(unit) : some(trimZeros(amount), unit), name)
}

const CONVERSIONS: Readonly<
  Record<
    ConvertIntent['conversion'],
    { readonly all: (unit: string) => string; readonly some: (amount: string, unit: string) => string }
  >
> = {
  split: { all: (unit) => `Split all ${unit}`, some: (amount, unit) => `Split ${amount} ${unit}` },
  merge: { all: (unit) => `Merge all into ${unit}`, some: (amount, unit) => `Merge ${amount} into ${unit}` },
  merge_question: {
    all: (unit) => `Merge all sets of Yes into ${unit}`,
    some: (amount, unit) => `Merge ${amount} sets of Yes into ${unit}`,
  },
  negate: { all: () => 'Negate all No', some: (amount) => `Negate ${amount} No` },
}
