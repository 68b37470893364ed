/** Texts of binary panels for the leading side, the remaining time and the setup. */
export const MESSAGES = {
  held: 'Your position',
  /** The price to beat in the unit of the deciding mark. */
  asMark: 'As a mark',
  atPriceToBeat: 'at the price to beat',
  wouldWin: (side: string) => `${side} would win`,
  timeLeft: 'Time left for entries',
  entriesEnd: 'Entries end in',
  entriesEnded: 'Entries have ended',
  noEntries: 'No entries now',
  noCutoff: 'Entry cut-off not reported',
  maxCost: 'Costs the amount at most, before fees. The service estimates first; you confirm.',
  /** The allowed slippage is more than a contract costs. */
  twiceThePrice: (side: string) => `${side}: at most twice its price.`,
  /** The service requires leverage 2 before it estimates anything; on a button that asks for a second click. */
  setUpFirst: 'Leverage 2 is signed and set first',
  setUp: (leverage: number) => `Set up leverage ${leverage} now`,
  settingUp: 'Setting up…',
} as const
