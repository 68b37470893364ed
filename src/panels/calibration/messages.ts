/** Texts of the panel "Calibration" when little or nothing is known. */
export const MESSAGES = {
  none: 'No share and no binary contract was bought',
  ever: 'Buy outcome shares or binary contracts, and once they have settled this shows how well their prices foretold it.',
  notKnown: 'Of none of the entries it is known yet whether it came true.',
  few: (entries: number, enough: number) =>
    `${entries} entr${entries === 1 ? 'y is' : 'ies are'} too few to mean anything: chance alone moves the dots this far. From ${enough} on they begin to.`,
} as const
