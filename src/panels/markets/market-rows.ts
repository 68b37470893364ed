/** Which markets are rows of the list, and under which heads. Pure. */
import type { Instrument, InstrumentView } from '../../../contract/instrument.ts'
import { follows } from '../../../contract/market-ref.ts'
import type { ShownMarkets } from './choices.ts'

interface RowFacts {
  /** Every market by its own ref. */
  readonly listed: readonly Instrument[]
  /** What the live and the active market stand for; undefined before that is known. */
  readonly following: readonly (InstrumentView | undefined)[]
  readonly isFavourite: (market: Instrument) => boolean
  readonly isHeld: (market: Instrument) => boolean
}

/** The rows in their own order: what follows the live market first, then as the service lists them. */
export function marketRows(
  { listed, following, isFavourite, isHeld }: RowFacts,
  shown: ShownMarkets,
): readonly Instrument[] {
  const own = following.flatMap((view) => (view?.here === true ? [view] : []))
  return [...own, ...listed].filter((market) => {
    if (!shown.families.includes(market.family)) return false
    if (shown.favouritesOnly && !isFavourite(market)) return false
    if (shown.heldOnly && !isHeld(market)) return false
    if (shown.openOnly && market.phase.word === 'over' && !isHeld(market)) return false
    return shown.bothSides || isFirstSide(market) || isFavourite(market) || isHeld(market)
  })
}

const isFirstSide = (market: Instrument): boolean =>
  market.family !== 'outcome' || market.otherSide === null || market.side < otherSideOf(market)

const otherSideOf = ({ otherSide }: Extract<Instrument, { family: 'outcome' }>): number =>
  otherSide?.ref.family === 'outcome' ? otherSide.ref.side : Number.POSITIVE_INFINITY

/** The head that a row stands under; null for a question that has one row, which says all that its head would. */
export function groupOf(
  market: Instrument,
  { byQuestion, bothSides }: Pick<ShownMarkets, 'byQuestion' | 'bothSides'>,
): string | null {
  if (!byQuestion) return null
  if (market.family !== 'outcome') return market.family
  const { question } = market
  // A market of more than two sides has a row for each.
  const isOneRow = question?.several === false && market.otherSide !== null && !bothSides
  return question !== null && !isOneRow ? `question ${question.id}` : null
}

const FAMILY_HEADS = { scalar: 'Scalar', binary: 'Binary', outcome: 'Outcome' } as const

/** What a head says, by any row under it. */
export const groupTitle = (market: Instrument): string =>
  market.family === 'outcome' ? (market.question?.title ?? market.name) : FAMILY_HEADS[market.family]

/** Before the name of a row that follows: which market it will be, and not only which it is. */
export const followingWord = ({ ref, family }: Instrument): string | null =>
  follows(ref) ? (family === 'scalar' ? 'Live' : 'Active') : null
