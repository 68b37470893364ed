/** Labels of balance changes and their totals in the panel "Transfers and conversions". */
import type { BalanceChange } from '../../../contract/books/index.ts'

const CAUSES: { readonly [C in BalanceChange['cause']]: string } = {
  outside: 'Unexplained',
  differs: 'Unexplained: positions did not match fills',
  covered: 'Loss beyond margin, covered by the venue',
  moved: 'Moved',
}
const NAMES: { readonly [N in NonNullable<BalanceChange['as']>]: string } = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  funding: 'Funding',
  another_client: 'Another client',
  other: 'Other',
}

export const MESSAGES = {
  causes: CAUSES,
  names: NAMES,
  came: 'in',
  went: 'out',
  totals: 'Totals',
  totalNamed: (collateral: string) => `Named, ${collateral}`,
  totalUnexplained: (collateral: string) => `Unexplained, ${collateral}`,
  notBooked: 'Unexplained, unbooked conversions',
} as const
