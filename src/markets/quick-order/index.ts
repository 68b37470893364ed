/** What an order given by hand in one line or by a key becomes in a market of any family: the interface that each family answers. */
export type {
  FamilyQuickOrder,
  OrderTif,
  QuickOrder,
  QuickOrderFacts,
  QuickOrderFigure,
  QuickOrderPlan,
  QuoteName,
  ReadPrice,
  TypedPrice,
} from './hand.ts'
export { quotedPrice } from './quoted-price.ts'
