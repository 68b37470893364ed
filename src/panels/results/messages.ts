/** Texts of the panel "P&L" when nothing was traded. */
export const MESSAGES = {
  asOf: (time: string) => `. As of ${time}`,
  none: 'No fill',
  ever: 'No fill yet. What every trade made stands here from the first one on.',
} as const
