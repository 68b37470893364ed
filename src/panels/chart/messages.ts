/** Labels of the chart's menus, lists and lines, and results of its actions. */
export const MESSAGES = {
  candleLength: 'Candle length',
  range: (name: string) => `Range: ${name}`,
  linesMenu: 'Lines',
  lastTrade: 'Last trade',
  mid: 'Mid of the book',
  readings: 'Station readings',
  forecast: 'Station forecast',
  more: 'Chart options',
  table: 'Chart table',
  copyPicture: 'Copy picture',
  pictureCopied: 'Picture copied',
  pictureNotCopied: (why: string) => `Picture not copied: ${why}`,
  /** The list of the trader's own lines. */
  lines: 'Your lines on the chart',
  alertTag: 'Alert',
  alertAt: (price: string) => `Alert at ${price}`,
  moveAlert: 'Move alert',
  /** On the button that sets an exit which would close at once. */
  setAllTheSame: 'Set anyway',
  /** Of the table. @param each description of a row, as in `1 minute a candle` */
  newest: (asset: string, each: string) => `Newest prices of ${asset}, ${each}`,
  asSteps: 'prices as steps',
  unread: 'Chart could not be read',
} as const
