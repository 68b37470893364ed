/** Labels and messages of the panel "Depth". */
export const MESSAGES = {
  bids: 'Bids',
  asks: 'Asks',
  sellsDownTo: 'Sells down to it',
  buysUpTo: 'Buys up to it',
  depth: 'Depth',
  loadingDepth: 'Loading depth',
  showMorePrices: 'Show more prices',
  showFewerPrices: 'Show fewer prices',
  bookEmpty: 'Book is empty.',
} as const
