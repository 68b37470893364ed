/** Checks the agent approval that the user's own wallet is to sign (docs/service/signing.md#user-signed). */
import type { Address } from '../../contract/address.ts'
import type { DeploymentProfile, UserAction } from '../service/index.ts'
import { checkUserAction, type UserActionKind } from './check-user-action.ts'
import { Differences } from './differences.ts'
import type { Verification } from './verify-prepared.ts'

/** The approval that was asked for. */
interface ExpectedApproval {
  readonly network: DeploymentProfile['network']
  readonly agentAddress: Address
  readonly agentName: string
}

const APPROVAL: UserActionKind = {
  primaryType: 'HyperliquidTransaction:ApproveAgent',
  type: 'approveAgent',
  fields: [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'agentAddress', type: 'address' },
    { name: 'agentName', type: 'string' },
    { name: 'nonce', type: 'uint64' },
  ],
}

/** Whether signing `action` approves exactly this agent and does nothing else. Pure; never `'impossible'`. */
export function verifyAgentApproval(expected: ExpectedApproval, action: UserAction): Verification {
  const differences = new Differences()
  checkUserAction(APPROVAL, expected.network, action, differences)
  differences.sameHex('agent address', expected.agentAddress, action.message.agentAddress)
  differences.same('agent name', expected.agentName, action.message.agentName)
  return differences.found.length === 0 ? { verified: true } : { verified: false, mismatches: differences.found }
}
