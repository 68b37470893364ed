/** What shares of markets that are over paid, as the service lists it (docs/service/outcomes.md#meta). */
import { ONE, type Price, ZERO } from '../../contract/decimal.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'

/** By coin; nothing of markets of which no winner is told. */
export const payoutsOf = (
  markets: readonly Pick<OutcomeMarket, 'winner' | 'sides'>[],
): readonly (readonly [coin: string, price: Price])[] =>
  markets.flatMap(({ winner, sides }) =>
    winner === null ? [] : sides.map(({ coin, index }) => [coin, index === winner ? ONE : ZERO] as const),
  )
