/** What the panel "P&L" says where nothing was traded. */
export const MESSAGES = {
  none: 'No fill',
  ever: 'No fill yet. What every trade made stands here from the first one on.',
} as const
