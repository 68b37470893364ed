/** Labels of the chart's menus, lists and lines, and results of its actions. */
import type { PriceName } from '../../markets/chart/index.ts'

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
  alertUp: (price: string) => `Alert at ${price}, on the way up`,
  alertDown: (price: string) => `Alert at ${price}, on the way down`,
  moveAlert: 'Move alert',
  /** On the button that sets an exit which would close at once. */
  setAllTheSame: 'Set anyway',
  /** Of the table. @param each description of a row, as in `1 minute a candle` */
  newest: (asset: string, each: string) => `Newest prices of ${asset}, ${each}`,
  asSteps: 'prices as steps',
  unread: 'Chart could not be read',
} as const

interface PriceTexts {
  readonly at: string
  /** @param distance `0.06 (0.06 °F)` */
  readonly above: (distance: string) => string
  readonly below: (distance: string) => string
  readonly unknown: string
  readonly isCurrent: string
  readonly reached: string
  readonly last: (price: string) => string
  readonly none: (market: string) => string
  readonly noneYet: (market: string) => string
}

/** Texts about the price that a chart shows. */
export const PRICE_TEXTS: Readonly<Record<PriceName, PriceTexts>> = {
  mark: {
    at: 'At the mark',
    above: (distance) => `${distance} above the mark`,
    below: (distance) => `${distance} below the mark`,
    unknown: 'No mark now.',
    isCurrent: 'That is the current mark: an exit there would close at once.',
    reached: 'The mark is already there or past it: the exit would close at once. Use Close instead.',
    last: (price) => `last mark ${price}`,
    none: (market) => `${market}, no marks yet`,
    noneYet: (market) => `No marks of ${market} yet. The chart starts with the first one.`,
  },
  price: {
    at: 'At the price',
    above: (distance) => `${distance} above the price`,
    below: (distance) => `${distance} below the price`,
    unknown: 'No price now.',
    isCurrent: 'That is the current price: an exit there would close at once.',
    reached: 'The price is already there or past it: the exit would close at once. Use Close instead.',
    last: (price) => `last price ${price}`,
    none: (market) => `${market}, no prices yet`,
    noneYet: (market) => `No prices of ${market} yet. The chart starts with the first one.`,
  },
}
