/** Orders in a binary market by a line or a key: there are none with a price, and predictions have a line of their own. Pure. */
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { FamilyQuickOrder } from '../quick-order/index.ts'

const OFF =
  'A binary market takes no orders with a price: write predict up 25, or predict down 25 @ 0.45. It waits at the service’s estimate.'

export const binaryQuickOrder: FamilyQuickOrder<BinaryInstrument> = {
  unit: 'USDC',
  off: OFF,
  reverseOff: 'A binary position is turned by a prediction of its own, which waits for your word on its estimate.',
  termsIssue: () => OFF,
  readPrice: () => ({ issue: OFF }),
  plan: () => ({ intent: null, issue: OFF, figures: [] }),
}
