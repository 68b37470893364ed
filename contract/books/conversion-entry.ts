/** Which shares a conversion took and gave, by the markets as the service lists them (docs/service/conversions.md). */
import type { Conversion, OutcomeMarket } from '../outcome.ts'
import type { ConversionEntry } from './entry.ts'

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
