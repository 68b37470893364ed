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
} as const

/** `Size must be greater than 0.` */
export const positive = (what: string): string => `${what} must be greater than 0.`

/** `Size must be a multiple of 0.1; 0.25 is not.` */
export const multipleOf = (what: string, step: string, value: string): string =>
  `${what} must be a multiple of ${step}; ${value} is not.`
