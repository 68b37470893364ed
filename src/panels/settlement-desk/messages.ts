/** Sentences of the panel "Settlement desk". */
export const MESSAGES = {
  live: 'live',
  changed: (span: string) => `Last change ${span} ago`,
  feesKnown: 'Fees as charged on your last buy and sell of shares.',
  feesUnknown: 'Fees not seen in your trades yet are not included.',
  beginsAnew: 'The panel restarts with the next bucket.',
  byWeather: 'by the station forecast',
  skillLoading: 'Measuring the station forecast…',
  noSkill: (buckets: number, least: number): string =>
    `Station forecast: measured on ${buckets} of the ${least} buckets it needs, so it is not used yet.`,
  skill: (buckets: number, withIt: number, without: number): string =>
    `Station forecast: mean squared error ${withIt.toFixed(3)} °F² with it, ${without.toFixed(3)} without, over ${buckets} buckets.`,
  skillOnPractice: 'On practice this only tests that the calculation works.',
  notEnough: 'Not enough history.',
  unreadable: 'Invalid assumption: correct it below.',
  noWorth: 'No fair value without a distribution.',
  taken: (side: 'buy' | 'sell', price: string) =>
    side === 'buy'
      ? `Buy at ${price} is in the ticket. Nothing was sent.`
      : `Sell at ${price} is in the ticket. Nothing was sent.`,
  outOfBounds: (name: string, least: number, most: number) => `${name} must be a number from ${least} to ${most}.`,
  perRootHour: (degrees: number) => `Current volatility: ${degrees.toFixed(2)} °F/√h.`,
  readOff: (stretches: number) =>
    `From ${Math.floor(stretches)} past periods of the same length, weighted by time of day.`,
  nothingAfterFees: (names: string, more: string) =>
    `Nothing after fees. Nearest: ${names} together cost ${more} more than the 1.00 payout.`,
  pairsNotCounted: 'Not computed: prices are missing or stale.',
  setNotCounted: (name: string) => `${name}: not computed, prices are missing or stale.`,
  costs: (sum: string, more: string) => `one costs ${sum}, ${more} more than it pays.`,
  brings: (sum: string, less: string) => `one sells for ${sum}, ${less} less than it costs.`,
} as const
