/** What changes a wallet's books: what the service told, and what it left to be worked out. The only things that results are made of. */
import { type Family, type Fill, fillIdOf } from '../account.ts'
import { compare, type Decimal, negate, ONE, type Price, type Size, subtract, ZERO } from '../decimal.ts'
import { type Conversion, type ConversionKind, isCoin, type OutcomeMarket } from '../outcome.ts'
import type { Millis } from '../time.ts'

/** A fill, with the family of its asset; of binary contracts the price is that of UP. */
export interface FillEntry
  extends Pick<
    Fill,
    'tid' | 'oid' | 'cause' | 'asset' | 'side' | 'price' | 'size' | 'fee' | 'feeShares' | 'realizedPnl' | 'time'
  > {
  readonly kind: 'fill'
  readonly family: Family
}

/** A conversion of outcome shares, with the coins that it took and gave. */
export interface ConversionEntry {
  readonly kind: 'conversion'
  readonly id: string
  readonly conversion: ConversionKind
  /** Coins of which `amount` went each. */
  readonly gives: readonly string[]
  /** Coins of which `amount` came each, in the order of their numbers. */
  readonly takes: readonly string[]
  readonly amount: Size
  readonly time: Millis
}

/**
 * The end of a market of which the service wrote no settlement as a fill, as the terminal worked it out: whatever is held in it then is
 * gone.
 */
export interface SettlementEntry {
  readonly kind: 'settlement'
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** The mark at which it settled, 1 or 0 of what pays by an outcome, of binary contracts for UP; null where that is not known. */
  readonly price: Price | null
  readonly time: Millis
  /** Of shares: what the service takes of the payout, basis points; missing where that is not known, and of other families. */
  readonly feeBps?: Decimal
}

export type BookEntry = FillEntry | ConversionEntry | SettlementEntry

/** What one share of every side is worth, and of every outcome of an exclusive question. */
export const SET_VALUE = '1' as Price

/**
 * The family of a fill's asset, by the fill alone: coins are outcomes', a price up to 1 is a probability, and a mark is 500 + °F
 * (service-interface "Scalar mark and bucket").
 */
export const familyOfFill = ({ asset, price }: Pick<Fill, 'asset' | 'price'>): Family =>
  isCoin(asset) ? 'outcome' : compare(price, ONE) <= 0 ? 'binary' : 'scalar'

/** By how much a fill changes what is held, signed: a fee in shares leaves fewer of them. */
export const changeOf = ({ side, size, feeShares = ZERO as Size }: Pick<Fill, 'side' | 'size' | 'feeShares'>): Size =>
  subtract(side === 'buy' ? size : negate(size), feeShares)

/** A fill as an entry of the books. */
export const fillEntryOf = (fill: Fill): FillEntry => ({ kind: 'fill', family: familyOfFill(fill), ...fill })

const RANKS = { conversion: 0, fill: 1, settlement: 2 } as const

/** The id of an entry: no other of its kind has it. */
export const entryIdOf = (entry: BookEntry): string => (entry.kind === 'fill' ? fillIdOf(entry) : entry.id)

/**
 * The place of an entry in the order of booking, as text that sorts by it: by time, at the same moment by kind, then by the
 * numbers of trades and ids. No two entries have one place.
 */
export function placeOf(entry: BookEntry): string {
  const { length } = entry.kind === 'fill' ? entry.tid : entry.id
  return `${momentOf(entry.time)}${RANKS[entry.kind]}/${String(length).padStart(5, '0')}/${entryIdOf(entry)}`
}

/** Entries in the order in which they are booked, in whichever they came. */
export const inBookOrder = (entries: readonly BookEntry[]): readonly BookEntry[] =>
  entries
    .map((entry) => ({ entry, place: placeOf(entry) }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
    .map(({ entry }) => entry)

/** The place just before all entries of a moment. */
export const momentOf = (time: number): string => `${String(time).padStart(16, '0')}/`

const YES = 0
const NO = 1

/** Null where the service does not say enough: a kind, an amount or a market that is not known. */
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
