/** Requests, results and events of the outcome markets. */
import { z } from 'zod'
import {
  type Account,
  type Amount,
  type Estimate,
  type PlaceRequest,
  type PublicTradeInfo,
  whole,
} from '../market/index.ts'

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

export interface OutcomePlaceRequest extends Omit<PlaceRequest, 'asset' | 'reduceOnly'> {
  outcomeId: number
  side: number
}

/** A conversion that was carried out. */
export const savedConversion = z.object({
  id: z.string(),
  kind: z.enum(['split', 'merge', 'merge_question', 'negate']),
  outcomeId: whole.nullable(),
  questionId: whole.nullable(),
  amount: z.string(),
  time: whole,
})

export type ConversionInfo = z.infer<typeof savedConversion>
export type ConversionKind = ConversionInfo['kind']

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

export type OutcomeEvent =
  | { kind: 'book'; coin: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** Prices of some sides changed: see `prices()`. */
  | { kind: 'prices' }
  /** Markets were listed, expired, paid out, delisted or changed status: metadata changed. */
  | { kind: 'markets' }
