/** Checks the transfer of collateral that the user's own wallet is to sign (docs/service/signing.md#user-signed). */
import { type Money, parseDecimal, trimZeros } from '../../contract/decimal.ts'
import type { DeploymentProfile, UserAction } from '../service/index.ts'
import { checkUserAction, type UserActionKind } from './check-user-action.ts'
import { Differences } from './differences.ts'
import type { Verification } from './verify-prepared.ts'

/** The transfer that was asked for: USDH into the class that outcome trading needs. */
interface ExpectedTransfer {
  readonly network: DeploymentProfile['network']
  readonly amount: Money
}

const TRANSFER: UserActionKind = {
  primaryType: 'HyperliquidTransaction:UsdClassTransfer',
  type: 'usdClassTransfer',
  fields: [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'amount', type: 'string' },
    { name: 'toPerp', type: 'bool' },
    { name: 'nonce', type: 'uint64' },
  ],
}

/** Whether signing `action` moves exactly this amount, away from perpetuals, and does nothing else. Pure; never `'impossible'`. */
export function verifyTransfer(expected: ExpectedTransfer, action: UserAction): Verification {
  const differences = new Differences()
  checkUserAction(TRANSFER, expected.network, action, differences)
  const { amount, toPerp } = action.message
  const given = typeof amount === 'string' ? parseDecimal(amount) : null
  if (given === null || trimZeros(given) !== trimZeros(expected.amount)) {
    differences.add('amount', trimZeros(expected.amount), amount)
  }
  differences.same('to perpetuals', false, toPerp)
  return differences.found.length === 0 ? { verified: true } : { verified: false, mismatches: differences.found }
}
