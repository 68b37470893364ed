/** Row labels of the panel "Balances", and descriptions of equity changes. Amounts are formatted texts. */
import type { BalanceChange } from '../../../contract/books/index.ts'
import type { CollateralClass } from '../../../contract/equity.ts'

const NAMED: { readonly [N in NonNullable<BalanceChange['as']>]: string } = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  funding: 'funding',
  another_client: 'another client',
  other: 'other',
}
const CLASSES: { readonly [C in CollateralClass]: string } = {
  usdc: 'USDC',
  usdh: 'USDH, free',
  usdh_outcome: 'USDH, outcomes',
  shares: 'Shares, at mark',
}

export const MESSAGES = {
  classes: CLASSES,
  equity: 'Equity',
  move: 'Move…',
  changeUntil: (since: string, until: string, parts: string) => `Change from ${since} to ${until}: ${parts}.`,
  /** @param asOf the read that a running period is explained up to */
  changeSince: (since: string, asOf: string, parts: string) => `Change since ${since}, as of ${asOf}: ${parts}.`,
  named: (as: NonNullable<BalanceChange['as']>, amount: string) => `${NAMED[as]} ${amount}`,
  unexplained: (amount: string) => `unexplained ${amount}`,
  opening: 'Reading the opening balance. Equity changes are explained from then on.',
  notEnough: 'The venue reports too little to explain balance changes.',
} as const
