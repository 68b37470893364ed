/** What an order by a line or a key becomes in any market. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import type { Family } from '../../../contract/market-ref.ts'
import { binaryHand } from '../binary/index.ts'
import type { FamilyHand, HandFacts, HandOrder, HandPlan, ReadPrice, TypedPrice } from '../hand/index.ts'
import { outcomeHand } from '../outcome/index.ts'
import { scalarHand } from '../scalar/index.ts'

/** The same with what is known of the market put in. */
export interface HandOfMarket extends Pick<FamilyHand, 'unit' | 'off' | 'termsIssue'> {
  readonly readPrice: (typed: Extract<TypedPrice, { kind: 'typed' }>) => ReadPrice
  readonly plan: (order: HandOrder) => HandPlan
}

/** What never changes of a family: whether orders with a price can be given there, and on which terms. */
export function handRulesOf(family: Family): Pick<FamilyHand, 'unit' | 'off' | 'termsIssue'> {
  switch (family) {
    case 'scalar':
      return scalarHand
    case 'binary':
      return binaryHand
    case 'outcome':
      return outcomeHand
    default:
      return assertNever(family, 'family')
  }
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
