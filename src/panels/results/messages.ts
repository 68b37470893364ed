/** Explanations of figures of the panel "P&L", and its texts when nothing was traded. */
export const MESSAGES = {
  result: 'Realized P&L after fees; open P&L is not part of it',
  /** Explanations of two figures. @param asOf time of the account read; null before one */
  unrealised: (asOf: string | null) =>
    asOf === null ? 'Change in open P&L over the period' : `Change in open P&L over the period. As of ${asOf}`,
  unexplained: (asOf: string | null) =>
    asOf === null
      ? 'Balance change that no fill, conversion or name explains'
      : `Balance change that no fill, conversion or name explains. As of ${asOf}`,
  none: 'No fills',
  ever: 'No fills yet.',
} as const
