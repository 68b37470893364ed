/**
 * The interface between the estimate card and families of markets: which rows an order has, what stands in them by the live book or by the
 * service's estimate, and the words of the button that confirms it. The card asks it and knows no family.
 */

import type { Fees, Position } from '../../../contract/account.ts'
import type { Estimate } from '../../../contract/action.ts'
import type { Fahrenheit, Money, Price } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent, OutcomeOrderIntent, PredictIntent } from '../../../contract/intent.ts'
import type { Ticker } from '../../../contract/market.ts'
import type { ShareFees } from '../../../contract/shares.ts'
import type { BookSides } from '../../trade-forms/index.ts'

/** Intents that are estimated before they are sent. */
export type EstimatedIntent = PredictIntent | BinaryPredictIntent | OutcomeOrderIntent

/** Every row, in the order in which they stand; a family has those that apply to it. */
export type RowId =
  | 'size'
  | 'rest'
  | 'cost'
  | 'margin'
  | 'fee'
  | 'liquidation'
  | 'average'
  | 'worst'
  | 'limit'
  | 'won'
  | 'lost'
  | 'liquidated'
  | 'distance'
  | 'free'

export interface EstimateRow {
  readonly id: RowId
  readonly name: string
  /** What it counts, for who wants it. */
  readonly title: string | null
}

export interface EstimateFigure {
  readonly main: string
  /** A second reading; gives way where there is no room. */
  readonly note: string | null
  readonly title: string | null
  readonly tone: 'gain' | 'loss' | null
}

/** What is known of the rows; a row that is not in it is not known. */
export type EstimateFigures = { readonly [R in RowId]?: EstimateFigure }

/** Where the figures come from: the live book, by the terminal's own reckoning, or the service. */
export type EstimateSource =
  | { readonly kind: 'book'; readonly book: BookSides }
  | { readonly kind: 'service'; readonly estimate: Estimate }

/** What the names of the rows depend on. */
export interface EstimateTerms {
  readonly leverage: number
  /** °F, of a prediction; null while none is typed. */
  readonly target: Fahrenheit | null
  /** Name of the side of an outcome market: `Yes`. */
  readonly sideName: string
  readonly isSale: boolean
  /** Whether what does not fill at once rests. */
  readonly rests: boolean
}

/** What is known of the market and the account; null is what is not. */
export interface EstimateFacts {
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
  readonly maxLeverage: number
  readonly leverage: number
  readonly ticker: Pick<Ticker, 'mark' | 'bid' | 'ask'> | null
  readonly fees: Fees | null
  /** What trades in shares were charged last. */
  readonly shareFees: ShareFees
  readonly position: Position | null
  readonly available: Money | null
  /** Prices of scalar markets: as marks, or in °F. */
  readonly unit: 'mark' | 'f'
}

/** What differs by family. */
export interface FamilyEstimate<I extends EstimatedIntent> {
  readonly rows: (terms: EstimateTerms) => readonly EstimateRow[]
  readonly figures: (intent: I, source: EstimateSource, facts: EstimateFacts) => EstimateFigures
  /** `buy 40 UP at most 0.31`: what confirming it signs. */
  readonly confirmText: (intent: I, estimate: Estimate, facts: Pick<EstimateFacts, 'tickSize' | 'unit'>) => string
}
