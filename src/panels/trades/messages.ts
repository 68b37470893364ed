/** Labels of the list and the size menu of the panel "Trades". */
export const MESSAGES = {
  latest: 'Latest trades',
  loading: 'Loading trades',
  /** For the table beside the list; price and size are named as in the market. */
  columns: { time: 'Time', side: 'Side', own: 'Your fill' },
  own: 'yes',
  /** @param heading heading of the sizes */
  shown(heading: string, least: string | null, isBundled: boolean): string {
    if (least === null) {
      return isBundled
        ? `${heading}. Trades shown: every size, one row per order`
        : `${heading}. Trades shown: every size`
    }
    return isBundled
      ? `${heading}. Trades shown: ${least} or more, one row per order`
      : `${heading}. Trades shown: ${least} or more`
  },
  everySize: 'Every size',
  orMore: (size: string) => `${size} or more`,
  sections: { show: 'Show', prints: 'Prints' },
  bundled: 'One row per order',
} as const
