/** Texts of the panel "Calibration" when little or nothing is known. */
export const MESSAGES = {
  none: 'No shares or binary contracts bought',
  ever: 'After outcome shares or binary contracts settle, this compares the price paid with the result.',
  notKnown: 'No resolved entries yet.',
  few: (entries: number, enough: number) =>
    `${entries} entr${entries === 1 ? 'y is' : 'ies are'} too few to be meaningful; at least ${enough} are needed.`,
} as const
