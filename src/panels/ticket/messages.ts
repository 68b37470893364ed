/** Labels of the fields and choices of the scalar order ticket, and the effects of an order. */
export const MESSAGES = {
  price: 'Price',
  size: 'Size',
  distance: 'Max slippage',
  target: 'Target',
  /** A limit price that was typed for an earlier bucket. */
  fromBefore: 'From the last bucket.',
  keepPrice: 'Keep',
  oldPrice: 'Price from the last bucket: change it or press Keep',
  reduceOnly: 'Reduce only',
  tif: 'Time in force',
  kinds: 'Order type',
  modes: { limit: 'Limit', market: 'Market', predict: 'Predict', scale: 'Scale', slices: 'Slices' },
  /** The table of figures. */
  figures: 'Order preview',
  ifItSettles: 'If it settles at',
  inTotal: 'Money in USDC',
  nothingFills: (side: string) => `${side}, nothing fills`,
  unseen: 'Scroll down to see the figures; then Buy and Sell unlock.',
  signWith: 'Sign with',
  signers: { agent: 'Sign with agent', wallet: 'Sign with wallet' },
  changeLeverage: (asset: string, from: number, to: number) => `Leverage of ${asset}: ${from}× to ${to}×?`,
} as const
