/** Sentences of the panel "Settlement desk". */
export const MESSAGES = {
  live: 'live',
  changed: (span: string) => `Last change ${span} ago`,
  feesKnown: 'Fees are counted as your last purchase and sale of shares were charged.',
  feesUnknown: 'Fees that no trade of yours has shown yet are not counted.',
  beginsAnew: 'The desk begins again with the next bucket.',
  notEnough: 'Not enough history to say.',
  unreadable: 'An assumption cannot be read: put it right below.',
  noWorth: 'Without a distribution nothing is said of its worth.',
  taken: (side: 'buy' | 'sell', price: string) =>
    `${side === 'buy' ? 'Buy' : 'Sell'} at ${price} is in the ticket. Nothing was sent.`,
  outOfBounds: (name: string, least: number, most: number) => `${name} must be a number from ${least} to ${most}.`,
  perRootHour: (degrees: number) => `As it stands the rest moves like a mark of ${degrees.toFixed(2)} °F/√h.`,
  readOff: (stretches: number) =>
    `Read off ${Math.floor(stretches)} past stretches of the same length, those at this time of day weighing most.`,
  nothingAfterFees: (names: string, more: string) =>
    `Nothing after fees. Nearest: ${names} together cost ${more} more than the 1.00 that they pay.`,
  pairsNotCounted: 'Not counted: prices that it takes are missing or out of date.',
  setNotCounted: (name: string) => `${name}: not counted, prices that it takes are missing or out of date.`,
  costs: (sum: string, more: string) => `nothing: one costs ${sum}, ${more} more than it pays.`,
  brings: (sum: string, less: string) => `nothing: one brings ${sum}, ${less} less than it costs.`,
} as const
