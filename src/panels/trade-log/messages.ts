/** Labels of the rows and totals of the panel "Trade log", and its texts when empty. */
export const MESSAGES = {
  traded: 'Volume',
  realised: 'P&L',
  none: 'No closed trades',
  ever: 'No closed trades yet.',
} as const
