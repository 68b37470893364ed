/** Orders in a binary market by a line or a key: there are none with a price. Pure. */
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { FamilyHand } from '../hand/index.ts'

const OFF =
  'A binary market takes no resting orders: predict in its ticket, where the service says what it would cost before it is sent.'

export const binaryHand: FamilyHand<BinaryInstrument> = {
  unit: 'contracts',
  off: OFF,
  termsIssue: () => OFF,
  readPrice: () => ({ issue: OFF }),
  plan: () => ({ intent: null, issue: OFF, figures: [] }),
}
