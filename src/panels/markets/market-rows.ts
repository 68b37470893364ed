/** Which markets are rows of the list, and under which heads. Pure. */
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
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
  market.family !== 'outcome' || market.otherSide === null || market.side < market.otherSide.ref.side

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

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Before the name of a row that follows: which market it will be, and not only which it is. */
export function followingWord({ ref, family }: Instrument): string | null {
  const { following } = FAMILY_RULES[family]
  return following === null || !follows(ref) ? null : capital(following.asset)
}
