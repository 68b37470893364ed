/** What an order by a line or a key becomes in any market. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { binaryHand } from '../binary/index.ts'
import type { FamilyHand, HandFacts, HandOrder, HandPlan, ReadPrice, TypedPrice } from '../hand/index.ts'
import { outcomeHand } from '../outcome/index.ts'
import { scalarHand } from '../scalar/index.ts'

/** The same with what is known of the market put in. */
export interface HandOfMarket extends Pick<FamilyHand, 'unit' | 'off' | 'termsIssue'> {
  readonly readPrice: (typed: Extract<TypedPrice, { kind: 'typed' }>) => ReadPrice
  readonly plan: (order: HandOrder) => HandPlan
}

/** By what is known now. */
export function handOf(facts: HandFacts): HandOfMarket {
  const { instrument } = facts
  switch (instrument.family) {
    case 'scalar':
      return bound(scalarHand, { ...facts, instrument })
    case 'binary':
      return bound(binaryHand, { ...facts, instrument })
    case 'outcome':
      return bound(outcomeHand, { ...facts, instrument })
    default:
      return assertNever(instrument, 'instrument')
  }
}

const bound = <I extends Instrument>(hand: FamilyHand<I>, facts: HandFacts<I>): HandOfMarket => ({
  unit: hand.unit,
  off: hand.off,
  termsIssue: hand.termsIssue,
  readPrice: (typed) => hand.readPrice(typed, facts),
  plan: (order) => hand.plan(order, facts),
})
