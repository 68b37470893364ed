/**
 * Interface of the outcome markets for the HTTP routes (`/v1/outcomes/*` of docs/service/outcomes.md) and the WebSocket. As in the core's interface:
 * no network, callers are authenticated, amounts are exact decimal text, every refusal is a `VenueError`.
 *
 * A share pays 1 USDH when its side wins and nothing otherwise. Prices are probabilities at a tick of 0.001, sizes shares at two decimals. A market
 * with two sides has one book seen from both: a bid for No at 1 − p is an offer of Yes at p. Two buyers of opposite sides create a pair of shares;
 * two sellers dissolve one. Outcome trades carry no fee.
 */
import type {
  Account,
  Amount,
  BookInfo,
  Estimate,
  ForcedStatus,
  OrderInfo,
  PublicTradeInfo,
  VenueTime,
} from '../market/index.ts'

export interface OutcomeSideInfo {
  index: number
  name: string
  /** `#` and 10 × outcomeId + index. */
  coin: string
}

export interface OutcomeQuestionInfo {
  id: number
  title: string
  rules: string
  /** Whether exactly one outcome of the question wins: then shares can be negated and the question merged. */
  exclusive: boolean
  outcomes: number[]
}

export interface OutcomeInfo {
  outcomeId: number
  name: string
  sides: OutcomeSideInfo[]
  expiry: VenueTime
  /** Paid out: trading has ended. */
  expired: boolean
  /** Expired and not paid out yet. */
  settling: boolean
  /** The winning side, after the payout. */
  winner: number | null
  questions: OutcomeQuestionInfo[]
  sz_decimals: number
  tick_size: Amount
}

export type OutcomeMode = { kind: 'limit'; limitPx: Amount } | { kind: 'market'; slippageBps: number }

export interface OutcomeQuoteRequest {
  outcomeId: number
  side: number
  isBuy: boolean
  sz: Amount
  mode: OutcomeMode
}

/** An order to be signed and placed: GTC in limit mode, IOC in market mode. */
export interface OutcomeOrderTerms {
  outcomeId: number
  side: number
  coin: string
  /** 100,000,000 + 10 × outcomeId + side, for the canonical action. */
  assetId: number
  isBuy: boolean
  price: Amount
  size: Amount
  tif: 'GTC' | 'IOC'
  estimate: Estimate
}

export interface OutcomePlaceRequest {
  account: Account
  outcomeId: number
  side: number
  isBuy: boolean
  price: Amount
  size: Amount
  tif: 'GTC' | 'IOC' | 'ALO'
  cloid: string | null
}

export interface OutcomePlaceResult {
  status: 'resting' | 'filled' | 'partially_filled' | 'cancelled'
  oid: string
  filled: Amount
  avg_px: Amount | null
}

export type ConversionKind = 'split' | 'merge' | 'merge_question' | 'negate'

/**
 * `split`: 1 USDH into one share of each side of an outcome. `merge`: the inverse. `merge_question`: one share of side 0 (Yes) of every outcome of an
 * exclusive question into 1 USDH. `negate`: one share of side 1 (No) of an outcome of an exclusive question into one share of side 0 (Yes) of every
 * other outcome. A null amount means all available shares (not for a split).
 */
export interface ConversionRequest {
  account: Account
  kind: ConversionKind
  outcomeId: number | null
  questionId: number | null
  amount: Amount | null
}

export interface ConversionInfo {
  id: string
  kind: ConversionKind
  outcomeId: number | null
  questionId: number | null
  amount: Amount
  time: VenueTime
}

export type OutcomeEvent =
  | { kind: 'book'; coin: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** Prices of some sides changed: see `prices()`. */
  | { kind: 'prices' }
  /** Markets were listed, expired, paid out, delisted or changed status: metadata changed. */
  | { kind: 'markets' }

export interface OutcomeCore {
  meta(): OutcomeInfo[]
  /** Price of every side by coin: the midpoint of its book, the fair price while a side is empty; 0 or 1 after the payout. */
  prices(): Record<string, Amount>
  /** @throws VenueError `unknown_coin` */
  book(coin: string, levels: number): BookInfo
  recentTrades(coin: string, limit: number): PublicTradeInfo[]
  /** At least 7 days by coin, oldest first, up to now or the expiry. */
  priceHistory(coins: readonly string[]): Record<string, { time: VenueTime; price: Amount }[]>
  /** Incremented when prepared actions on the market become stale. */
  stateVersion(outcomeId: number): number

  /** Transfers USDH into the class for outcome trading, or back. @throws VenueError `insufficient_margin`, `bad_request` */
  transfer(account: Account, amount: Amount, direction?: 'to_outcome' | 'to_ordinary'): void
  /** The order for a request at this moment. @throws VenueError `unknown_outcome`, `market_closed`, `bad_request` */
  orderTerms(request: OutcomeQuoteRequest): OutcomeOrderTerms
  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: OutcomePlaceRequest): OutcomePlaceResult
  cancel(account: Account, outcomeId: number, side: number, by: { oid: string } | { cloid: string }): OrderInfo
  openOrders(account: Account): OrderInfo[]
  order(account: Account, by: { oid: string } | { cloid: string }): OrderInfo | null
  /** Checks a conversion and returns its amount. No side effects. */
  checkConversion(request: ConversionRequest): { amount: Amount }
  convert(request: ConversionRequest): ConversionInfo
  /** Newest first. */
  conversions(account: Account): ConversionInfo[]

  on(listener: (event: OutcomeEvent) => void): () => void
  /** Control: null removes the forced status. */
  forceStatus(outcomeId: number, status: ForcedStatus): void
}
