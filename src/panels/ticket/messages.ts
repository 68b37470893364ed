/** Labels of the fields and choices of the scalar order ticket, and the effects of an order. */
export const MESSAGES = {
  price: 'Price',
  size: 'Size',
  distance: 'At most',
  target: 'Target',
  /** A limit price that was typed for an earlier bucket. */
  fromBefore: 'From the last bucket.',
  keepPrice: 'Keep',
  oldPrice: 'The price is from the last bucket: change it, or press Keep beside it',
  reduceOnly: 'Reduce only',
  tif: 'Time in force',
  kinds: 'Kind of order',
  modes: { limit: 'Limit', market: 'Market', predict: 'Predict', scale: 'Scale', slices: 'Slices' },
  /** The table of figures. */
  figures: 'What the order does',
  ifItSettles: 'If it settles at',
  inTotal: 'Money in USDC',
  nothingFills: (side: string) => `${side}, nothing fills`,
  unseen: 'Buy and Sell wait until their figures are in view.',
  signWith: 'Sign with',
  signers: { agent: 'Sign with agent', wallet: 'Sign with wallet' },
  changeLeverage: (asset: string, from: number, to: number) => `Leverage of ${asset}: ${from}× to ${to}×?`,
} as const
