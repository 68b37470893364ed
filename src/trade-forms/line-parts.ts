/** What a line about an order is put together from: the names of markets, and the parts of which a narrow row shortens some. */
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import { isCoin } from '../../contract/outcome.ts'

/** `Buy` or `Sell`. */
export const sideWord = (side: Side): string => (side === 'buy' ? 'Buy' : 'Sell')

/** What is known of markets by the ids that actions carry: coins and numbers say nothing to a person. */
export interface Naming {
  /** An asset: itself, or of a coin its side and market: `Yes, Rain before midnight`. */
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

/** A line about an action in the parts of which a narrow row shortens some and never others. */
export interface LineParts {
  /** Side and size: `Buy 150`. */
  readonly lead: string
  /** Whether a comma stands before the name where both share a line: `Split 5 USDH, Rain`. */
  readonly comma: boolean
  /** The market, the part that an ellipsis may shorten; empty where there is none. */
  readonly name: string
  /** Price or terms: `at 571.80 IOC`. */
  readonly tail: string
  /** Terms that go without saying in a row, and not in a sentence: `GTC`. */
  readonly usual: string
  /** What gives way first: °F, result, fee. */
  readonly extra: string
}

/** Puts a line together. */
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
