/** What the panel "Trades" calls its list and the menu of its sizes. */
export const MESSAGES = {
  latest: 'Latest trades',
  loading: 'Loading trades',
  /** Of the table beside the list; the price and the size are called as the market does. */
  columns: { time: 'Time', side: 'Side', own: 'Your fill' },
  own: 'yes',
  /** @param heading of the sizes */
  shown: (heading: string, least: string | null, isBundled: boolean) =>
    `${heading}. Trades shown: ${least === null ? 'every size' : `${least} or more`}${isBundled ? ', one row an order' : ''}`,
  everySize: 'Every size',
  orMore: (size: string) => `${size} or more`,
  sections: { show: 'Show', prints: 'Prints' },
  bundled: 'One row for what one order took',
} as const
