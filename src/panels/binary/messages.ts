/** Texts of binary panels for the leading side, the remaining time and the setup. */
export const MESSAGES = {
  held: 'Your position',
  /** The price to beat in the unit of the deciding mark. */
  asMark: 'As a mark',
  atPriceToBeat: 'at price to beat',
  wouldWin: (side: string) => `${side} leads`,
  timeLeft: 'Time left for entries',
  entriesEnd: 'Entries close in',
  entriesEnded: 'Entries closed',
  noEntries: 'No entries',
  noCutoff: 'Entry cutoff unknown',
  maxCost: 'Max cost: the amount, before fees. The venue estimates first; you confirm.',
  /** The allowed slippage is more than a contract costs. */
  twiceThePrice: (side: string) => `${side}: capped at twice its price.`,
  /** The service requires leverage 2 before it estimates anything; on a button that asks for a second click. */
  setUpFirst: 'Sets 2× leverage first',
  setUp: (leverage: number) => `Set leverage ${leverage}×`,
  settingUp: 'Setting up…',
} as const
