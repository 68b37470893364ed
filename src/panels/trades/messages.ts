/** What the panel "Trades" calls its list and the menu of its sizes. */
export const MESSAGES = {
  latest: 'Latest trades',
  /** @param heading of the sizes */
  shown: (heading: string, least: string | null, isBundled: boolean) =>
    `${heading}. Trades shown: ${least === null ? 'every size' : `${least} or more`}${isBundled ? ', one row an order' : ''}`,
  everySize: 'Every size',
  orMore: (size: string) => `${size} or more`,
  bundled: 'One row for what one order took',
} as const
