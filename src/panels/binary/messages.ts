/** What the panels of binary markets say of the side that leads, the time left and what is set up first. */
export const MESSAGES = {
  held: 'Your position',
  atPriceToBeat: 'at the price to beat',
  wouldWin: (side: string) => `${side} would win`,
  timeLeft: 'Time left for entries',
  entriesEnd: 'Entries end in',
  entriesEnded: 'Entries have ended',
  noEntries: 'No entries now',
  noCutoff: 'Entry cut-off not told',
  costsAtMost: 'Costs at most',
  /** The service wants leverage 2 before it estimates anything; in a button that asks for a second press. */
  setUpFirst: 'Leverage 2 is signed and set first',
  setUp: (leverage: number) => `Set up leverage ${leverage} now`,
  settingUp: 'Setting up…',
} as const
