/** Checks the agent approval that the user's own wallet is to sign (agent-signing.md, "Actions that the user's own wallet signs"). */
import type { Address } from '../../contract/address.ts'
import type { TypedDataDomain, UserAction } from '../service/interface.ts'
import type { DeploymentProfile } from '../service/profile.ts'
import { Differences, shown } from './differences.ts'
import type { Verification } from './verify-prepared.ts'

/** The approval that was asked for. */
export interface ExpectedApproval {
  readonly network: DeploymentProfile['network']
  readonly agentAddress: Address
  readonly agentName: string
}

const PRIMARY_TYPE = 'HyperliquidTransaction:ApproveAgent'
const FIELDS = [
  { name: 'hyperliquidChain', type: 'string' },
  { name: 'agentAddress', type: 'address' },
  { name: 'agentName', type: 'string' },
  { name: 'nonce', type: 'uint64' },
] as const
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
/** What a message may carry beside the fields that are signed. */
const KNOWN_KEYS = [...FIELDS.map(({ name }) => name), 'type', 'signatureChainId']

/** Whether signing `action` approves exactly this agent and does nothing else. Pure; never `'impossible'`. */
export function verifyAgentApproval(expected: ExpectedApproval, action: UserAction): Verification {
  const differences = new Differences()
  const { message } = action
  checkUserDomain(action.domain, differences)
  checkTypes(action, differences)

  differences.same('network', expected.network === 'mainnet' ? 'Mainnet' : 'Testnet', message.hyperliquidChain)
  differences.sameHex('agent address', expected.agentAddress, message.agentAddress)
  differences.same('agent name', expected.agentName, message.agentName)
  if (!isNonce(message.nonce)) differences.add('nonce', 'a whole number', message.nonce)
  if (message.type !== undefined) differences.same('type', 'approveAgent', message.type)
  const chainId = message.signatureChainId
  if (chainId !== undefined && Number(chainId) !== action.domain.chainId) {
    differences.add('signature chain id', action.domain.chainId, chainId)
  }
  differences.noOtherKeys('message', message, KNOWN_KEYS)
  return differences.found.length === 0 ? { verified: true } : { verified: false, mismatches: differences.found }
}

/** The chain id is the wallet's to choose upstream; everything else of the domain is fixed. */
function checkUserDomain(domain: TypedDataDomain, differences: Differences): void {
  differences.same('domain name', 'HyperliquidSignTransaction', domain.name)
  differences.same('domain version', '1', domain.version)
  differences.same('domain contract', ZERO_ADDRESS, domain.verifyingContract?.toLowerCase())
  differences.same('domain salt', undefined, domain.salt)
  if (!(Number.isSafeInteger(domain.chainId) && Number(domain.chainId) > 0)) {
    differences.add('domain chain id', 'a chain id', domain.chainId)
  }
}

function checkTypes({ primaryType, types }: UserAction, differences: Differences): void {
  differences.same('primary type', PRIMARY_TYPE, primaryType)
  differences.noOtherKeys('types', types, [PRIMARY_TYPE, 'EIP712Domain'])
  const fields = types[PRIMARY_TYPE]
  const same =
    fields?.length === FIELDS.length &&
    FIELDS.every(({ name, type }, i) => fields[i]?.name === name && fields[i]?.type === type)
  if (!same) differences.add('fields', shown(FIELDS), fields)
}

const isNonce = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
