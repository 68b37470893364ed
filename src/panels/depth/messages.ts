/** Labels and messages of the panel "Depth". */
export const MESSAGES = {
  bids: 'Bids',
  asks: 'Asks',
  sellsDownTo: 'Sell size to here',
  buysUpTo: 'Buy size to here',
  depth: 'Depth',
  loadingDepth: 'Loading depth',
  showMorePrices: 'Show more prices',
  showFewerPrices: 'Show fewer prices',
  bookEmpty: 'Book is empty.',
} as const
