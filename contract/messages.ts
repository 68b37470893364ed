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
  closedByOther: 'closed by other client',
  convertedByOther: 'converted by other client',
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
} as const

/** `Size must be greater than 0.` */
export const positive = (what: string): string => `${what} must be greater than 0.`

/** `Size must be a multiple of 0.1; 0.25 is not.` */
export const multipleOf = (what: string, step: string, value: string): string =>
  `${what} must be a multiple of ${step}; ${value} is not.`
