/** The transfer of collateral between balance classes that the trader's own wallet signs (docs/service/transfers.md#transfer). */
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { type UserSignedAction, userSignedAction } from './user-actions.ts'

const FIELDS = [
  { name: 'amount', type: 'string' },
  { name: 'toPerp', type: 'bool' },
] as const

/** A transfer of USDH into the class that outcome trading needs, which is not the perpetuals' one. */
export const classTransferAction = (amount: string, nonce: number): UserSignedAction =>
  userSignedAction('UsdClassTransfer', FIELDS, { amount: trimZeros(amount as Decimal), toPerp: false }, nonce)
