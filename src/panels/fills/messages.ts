/** Labels and messages of the panel "Fills". */
export const MESSAGES = {
  price: 'Price',
  size: 'Size',
  liquidity: 'Liquidity',
  liquidityDetail: 'Maker: resting order. Taker: traded on arrival',
  slippage: 'Slippage',
  slippageDetail: 'Against the average price in the preview; for a close, against the mark. Negative is worse',
  currency: 'Currency',
  currencyDetail: 'Currency of fee and P&L',
  order: 'Order',
  noFills: 'No fills',
  noFillsEver: 'No fills yet.',
  fills: 'Fills',
} as const
