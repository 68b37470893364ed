/** Verifies payloads for the user's own wallet (docs/service/signing.md#user-signed): the approval of an agent, and the transfer of collateral. */
import type { Address } from '../../contract/address.ts'
import { type Money, parseDecimal, trimZeros } from '../../contract/decimal.ts'
import type { DeploymentProfile, TypedDataDomain, UserAction } from '../service/index.ts'
import { Differences, shown } from './expected-action.ts'
import type { Verification } from './verify-prepared.ts'

type Network = DeploymentProfile['network']

/** One kind of user-signed action. */
interface UserActionKind {
  /** `HyperliquidTransaction:…` */
  readonly primaryType: string
  /** The value of `type` in messages that have one. */
  readonly type: string
  readonly fields: readonly { readonly name: string; readonly type: string }[]
}

const CHAIN = { name: 'hyperliquidChain', type: 'string' }
const NONCE = { name: 'nonce', type: 'uint64' }
const APPROVAL: UserActionKind = {
  primaryType: 'HyperliquidTransaction:ApproveAgent',
  type: 'approveAgent',
  fields: [CHAIN, { name: 'agentAddress', type: 'address' }, { name: 'agentName', type: 'string' }, NONCE],
}
const TRANSFER: UserActionKind = {
  primaryType: 'HyperliquidTransaction:UsdClassTransfer',
  type: 'usdClassTransfer',
  fields: [CHAIN, { name: 'amount', type: 'string' }, { name: 'toPerp', type: 'bool' }, NONCE],
}

/** Whether signing `action` approves exactly this agent and does nothing else. Pure; never `'impossible'`. */
export const verifyAgentApproval = (
  expected: { readonly network: Network; readonly agentAddress: Address; readonly agentName: string },
  action: UserAction,
): Verification =>
  verify(APPROVAL, expected.network, action, ({ agentAddress, agentName }, differences) => {
    differences.sameHex('agent address', expected.agentAddress, agentAddress)
    differences.same('agent name', expected.agentName, agentName)
  })

/** Whether signing `action` moves exactly this amount of USDH, away from perpetuals, and does nothing else. Pure; never `'impossible'`. */
export const verifyTransfer = (
  expected: { readonly network: Network; readonly amount: Money },
  action: UserAction,
): Verification =>
  verify(TRANSFER, expected.network, action, ({ amount, toPerp }, differences) => {
    const given = typeof amount === 'string' ? parseDecimal(amount) : null
    if (given === null || trimZeros(given) !== trimZeros(expected.amount)) {
      differences.add('amount', trimZeros(expected.amount), amount)
    }
    differences.same('to perpetuals', false, toPerp)
  })

function verify(
  kind: UserActionKind,
  network: Network,
  action: UserAction,
  ownFields: (message: UserAction['message'], differences: Differences) => void,
): Verification {
  const differences = new Differences()
  checkShared(kind, network, action, differences)
  ownFields(action.message, differences)
  return differences.found.length === 0 ? { verified: true } : { verified: false, mismatches: differences.found }
}

const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
/** Keys of a message that are not signed. */
const UNSIGNED_KEYS = ['type', 'signatureChainId']

/** Everything but the fields of its own kind: domain, types, network, nonce, and unexpected keys. */
function checkShared(
  { primaryType, type, fields }: UserActionKind,
  network: Network,
  action: UserAction,
  differences: Differences,
): void {
  const { message, domain } = action
  checkUserDomain(domain, differences)
  differences.same('primary type', primaryType, action.primaryType)
  differences.noOtherKeys('types', action.types, [primaryType, 'EIP712Domain'])
  const given = action.types[primaryType]
  const same =
    given?.length === fields.length &&
    fields.every((field, i) => given[i]?.name === field.name && given[i]?.type === field.type)
  if (!same) differences.add('fields', shown(fields), given)

  differences.same('network', network === 'mainnet' ? 'Mainnet' : 'Testnet', message.hyperliquidChain)
  if (userNonceOf(message) === null) differences.add('nonce', 'a whole number', message.nonce)
  if (message.type !== undefined) differences.same('type', type, message.type)
  const chainId = message.signatureChainId
  if (chainId !== undefined && Number(chainId) !== domain.chainId) {
    differences.add('signature chain id', domain.chainId, chainId)
  }
  differences.noOtherKeys('message', message, [...fields.map(({ name }) => name), ...UNSIGNED_KEYS])
}

/** Upstream the wallet chooses the chain id; everything else of the domain is fixed. */
function checkUserDomain(domain: TypedDataDomain, differences: Differences): void {
  differences.same('domain name', 'HyperliquidSignTransaction', domain.name)
  differences.same('domain version', '1', domain.version)
  differences.same('domain contract', ZERO_ADDRESS, domain.verifyingContract?.toLowerCase())
  differences.same('domain salt', undefined, domain.salt)
  if (!(Number.isSafeInteger(domain.chainId) && Number(domain.chainId) > 0)) {
    differences.add('domain chain id', 'a chain id', domain.chainId)
  }
}

/** The nonce of a message, a number or its decimal digits as text: a `uint64` is signed alike as either. Null where it is invalid. */
export function userNonceOf({ nonce }: UserAction['message']): number | null {
  const isText = typeof nonce === 'string' && /^(0|[1-9]\d*)$/.test(nonce)
  const value = isText ? Number(nonce) : nonce
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
