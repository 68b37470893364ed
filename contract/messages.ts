/** Messages that several modules of main or of the windows use. Pure. */

export const MESSAGES = {
  anotherWallet: 'Another wallet is signed in.',
  notSignedIn: 'Not signed in.',
  planEnded: 'All exits of this plan have ended.',
  closing: 'It has triggered and is closing.',
  bucketAwaited: 'Waiting for the next bucket.',
  outcomesOff: 'Outcome markets are off in this deployment.',
  noReason: 'The venue canceled it and gave no reason.',
  usdhCounts: '1 USDH counts as 1 USDC.',
  outcomesBalance: 'USDH in outcomes balance',
  reportedEndedOpen: 'An order reported as ended is open',
  accountNotLoaded: 'Account not loaded yet.',
  priceFirst: 'Enter a price first.',
  stopDistance: 'Enter a stop distance.',
  historyUnread: 'Fills may be missing: the history has not been read yet.',
  fillsUpdating: 'Updating: the latest fills are missing.',
  noPanelShows: 'No panel shows a market',
  noPriceToCompute: 'No price to compute from.',
  orderUnanswered: 'One of its orders has no answer yet; looking it up.',
  outcomesUnread: 'Outcome markets could not be read',
  scalarOff: 'Scalar markets are off',
  restingSize: 'Size that does not fill immediately.',
  terminalCloses: 'The terminal is closing.',
  venueSlow: 'The venue did not answer in time.',
  windowClosed: 'The window has closed.',
  noDirectOrders: 'This profile does not define how to sign direct orders.',
  keysNotDisarmed: 'Trading keys not disarmed',
  sessionAwaited: 'Waiting for the session.',
  accountAwaited: 'account not loaded yet',
  estimateOpen: 'an estimate is open',
  closedByOther: 'closed by another client',
  convertedByOther: 'converted by another client',
  enterPriceAndSize: 'enter price and size',
  rejected: 'Rejected by the venue',
  chooseProfile: 'Choose a profile file…',
  connect: 'Connect to a deployment',
  connectMore: 'Connect to a deployment…',
  find: 'Find a command, market or workspace',
  moveUsdh: 'Move USDH to outcomes balance',
  noOrderYet: 'No order sent in this market yet',
  accountUnread: 'the account has not been read yet',
  plainDecimal: 'must be plain decimal text',
  clientOrderId: 'must be 0x and 32 hex digits',
  amountMissing: 'Amount is missing.',
  sizeMissing: 'Size is missing.',
  loadingMarket: 'Loading the market.',
  noPosition: 'No position in this market.',
  noOpenOrders: 'No open orders.',
  noOpenPositions: 'No open positions.',
  confirmLocked: 'Confirm unlocks when the estimate is in view.',
  checkSlippage: 'check the slippage',
  enterSize: 'enter a size',
  noPriceYet: 'no price yet',
  pnlUnknown: 'P&L unknown',
  maxLossExplained:
    'Loss if every order fills, every stop closes at its slippage cap, and positions without a stop lose their margin.',
} as const

/** The first line of a text by another program, without its full stop: to quote in a sentence. */
export const quoted = (text: string): string => text.split('\n')[0]?.replace(/\.$/, '') ?? ''

/** `Size must be greater than 0.` */
export const positive = (what: string): string => `${what} must be greater than 0.`

/** `Leverage must be a whole number.` */
export const wholeNumber = (what: string): string => `${what} must be a whole number.`

/** Refuses what was previewed for another market. @param now null while the market is closed */
export function marketChanged(now: string | null, before: string | null): string {
  if (before === null) return `The market is ${now} now: start again.`
  return now === null ? `${before} has closed: start again.` : `The market is ${now} now, not ${before}: start again.`
}

/** `Size must be a multiple of 0.1; 0.25 is not.` */
export const multipleOf = (what: string, step: string, value: string): string =>
  `${what} must be a multiple of ${step}; ${value} is not.`
