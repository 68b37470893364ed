/** What an order given by hand in one line or by a key becomes in a market of any family: the interface that each family answers. */
export type {
  FamilyHand,
  HandFacts,
  HandFigure,
  HandOrder,
  HandPlan,
  OrderTif,
  QuoteName,
  ReadPrice,
  TypedPrice,
} from './hand.ts'
export { quotedPrice } from './quoted-price.ts'
