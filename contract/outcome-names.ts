/** How outcome markets and their sides are called, in main as in windows. Pure. */
import type { OutcomeMarket, OutcomeQuestion } from './outcome.ts'

/** The question under which a market is listed. */
export const questionOf = (market: Pick<OutcomeMarket, 'questions'>): OutcomeQuestion | null =>
  market.questions[0] ?? null

/** The market's own name where the title of its question does not say which outcome is meant; null where it does. */
export const ownName = (market: Pick<OutcomeMarket, 'name' | 'questions'>): string | null =>
  questionOf(market)?.several === true ? market.name : null

/** A side, with its outcome where others of the question have such a side too: `Yes, Above 75 °F`. */
export function sideName(
  market: Pick<OutcomeMarket, 'name' | 'questions'>,
  { name }: { readonly name: string },
): string {
  const own = ownName(market)
  return own === null ? name : `${name}, ${own}`
}

/** The market without its side: its own name where the question has several, else the question itself, which says more. */
export const marketName = (market: Pick<OutcomeMarket, 'name' | 'questions'>): string =>
  ownName(market) ?? questionOf(market)?.title ?? market.name
