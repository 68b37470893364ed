/** The entries of a wallet's books, as the service reported them or the terminal computed them. Results derive from nothing else. */
import { type Family, type Fill, fillIdOf } from '../account.ts'
import { compare, type Decimal, negate, ONE, type Price, type Size, subtract, ZERO } from '../decimal.ts'
import { type Conversion, type ConversionKind, isCoin, type OutcomeMarket } from '../outcome.ts'
import type { Millis } from '../time.ts'

/** A fill with the family of its asset; for binary contracts the price is that of UP. */
export interface FillEntry
  extends Pick<
    Fill,
    'tid' | 'oid' | 'cause' | 'asset' | 'side' | 'price' | 'size' | 'fee' | 'feeShares' | 'realizedPnl' | 'time'
  > {
  readonly kind: 'fill'
  readonly family: Family
}

/** A conversion of outcome shares, with the coins given and received. */
export interface ConversionEntry {
  readonly kind: 'conversion'
  readonly id: string
  readonly conversion: ConversionKind
  /** Coins given, `amount` of each. */
  readonly gives: readonly string[]
  /** Coins received, `amount` of each, in the order of their numbers. */
  readonly takes: readonly string[]
  readonly amount: Size
  readonly time: Millis
}

/** The end of a market for which the service reported no settlement fill, as the terminal computed it: the whole position in it is then closed. */
export interface SettlementEntry {
  readonly kind: 'settlement'
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** Settlement mark; 1 or 0 for outcomes, and for UP of binary contracts; null when unknown. */
  readonly price: Price | null
  readonly time: Millis
  /** For shares: the service's fee on the payout, basis points; absent when unknown, and for other families. */
  readonly feeBps?: Decimal
}

export type BookEntry = FillEntry | ConversionEntry | SettlementEntry

/** Value of a complete set: one share of every side, or of every outcome of an exclusive question. */
export const SET_VALUE = '1' as Price

/**
 * The family of a fill's asset, from the fill alone: coins are outcomes, a price up to 1 is a probability, and a mark is 500 + °F (service-interface
 * "Scalar mark and bucket").
 */
export const familyOfFill = ({ asset, price }: Pick<Fill, 'asset' | 'price'>): Family =>
  isCoin(asset) ? 'outcome' : compare(price, ONE) <= 0 ? 'binary' : 'scalar'

/** Signed change of the position by a fill: a fee in shares reduces it. */
export const changeOf = ({ side, size, feeShares = ZERO as Size }: Pick<Fill, 'side' | 'size' | 'feeShares'>): Size =>
  subtract(side === 'buy' ? size : negate(size), feeShares)

export const fillEntryOf = (fill: Fill): FillEntry => ({ kind: 'fill', family: familyOfFill(fill), ...fill })

const RANKS = { conversion: 0, fill: 1, settlement: 2 } as const

/** The id of an entry, unique within its kind. */
export const entryIdOf = (entry: BookEntry): string => (entry.kind === 'fill' ? fillIdOf(entry) : entry.id)

/** Sort key of an entry in booking order: by time, then by kind, then by the numbers of trades and ids. No two entries share a key. */
export function placeOf(entry: BookEntry): string {
  const { length } = entry.kind === 'fill' ? entry.tid : entry.id
  return `${momentOf(entry.time)}${RANKS[entry.kind]}/${String(length).padStart(5, '0')}/${entryIdOf(entry)}`
}

/** Sorts entries into booking order. */
export const inBookOrder = (entries: readonly BookEntry[]): readonly BookEntry[] =>
  entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ entry }) => entry)

/** The sort key just before all entries of a time. */
export const momentOf = (time: number): string => `${String(time).padStart(16, '0')}/`

const YES = 0
const NO = 1

/** Null when the service omits something: an unknown kind, amount or market. */
export function conversionEntryOf(
  { id, kind, amount, outcomeId, questionId, time }: Conversion,
  markets: readonly Pick<OutcomeMarket, 'outcomeId' | 'sides' | 'questions'>[],
): ConversionEntry | null {
  if (kind === null || amount === null) return null
  const market = markets.find((one) => one.outcomeId === outcomeId)
  const members = markets
    .filter(({ questions }) => questionId !== null && questions.some((question) => question.id === questionId))
    .toSorted((a, b) => a.outcomeId - b.outcomeId)
  const coinsOf = (of: readonly (typeof members)[number][], index: number): string[] =>
    of.flatMap(({ sides }) => sides.filter((side) => side.index === index).map(({ coin }) => coin))
  const both = market?.sides.map(({ coin }) => coin) ?? []
  const entry = (gives: readonly string[], takes: readonly string[]): ConversionEntry | null =>
    gives.length + takes.length === 0 ? null : { kind: 'conversion', id, conversion: kind, gives, takes, amount, time }
  switch (kind) {
    case 'split':
      return entry([], both)
    case 'merge':
      return entry(both, [])
    case 'merge_question':
      return entry(coinsOf(members, YES), [])
    case 'negate': {
      if (market === undefined) return null
      const others = members.filter((one) => one !== market)
      return others.length === 0 ? null : entry(coinsOf([market], NO), coinsOf(others, YES))
    }
  }
}
