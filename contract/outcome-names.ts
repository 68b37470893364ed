/** Display names of outcome markets and their sides, shared by main and windows. Pure. */
import type { OutcomeMarket, OutcomeQuestion } from './outcome.ts'

/** The question that lists the market. */
export const questionOf = (market: Pick<OutcomeMarket, 'questions'>): OutcomeQuestion | null =>
  market.questions[0] ?? null

/** The market's own name when the question's title does not identify the outcome; null when it does. */
export const ownName = (market: Pick<OutcomeMarket, 'name' | 'questions'>): string | null =>
  questionOf(market)?.several === true ? market.name : null

/** A side, with its outcome when the question has several: `Yes, Above 75 °F`. */
export function sideName(
  market: Pick<OutcomeMarket, 'name' | 'questions'>,
  { name }: { readonly name: string },
): string {
  const own = ownName(market)
  return own === null ? name : `${name}, ${own}`
}

/** The market without its side: its own name when the question has several outcomes, otherwise the more descriptive question. */
export const marketName = (market: Pick<OutcomeMarket, 'name' | 'questions'>): string =>
  ownName(market) ?? questionOf(market)?.title ?? market.name
