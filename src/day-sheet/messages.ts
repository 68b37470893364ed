/** Labels of the day sheet, its tables and its button. */
export const MESSAGES = {
  sheet: (day: string) => `Day sheet of ${day}`,
  title: 'Day sheet',
  close: 'Close',
  what: 'The day',
  print: 'Print…',
  byFamily: 'By family',
  byMarket: 'By market',
  trades: 'Trades',
  settlements: 'Settlements',
  notes: 'Notes',
  transfers: 'Transfers',
  conversions: 'Conversions',
} as const
