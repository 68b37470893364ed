/** Texts of the panel "P&L" when nothing was traded. */
export const MESSAGES = {
  asOf: (time: string) => `. As of ${time}`,
  none: 'No fill',
  ever: 'No fills yet.',
} as const
