/**
 * The `Agent` message that the agent wallet signs for every prepared action, and its EIP-712 digest
 * (docs/service/signing.md#agent-message).
 */
import { concatHex, keccak256, numberToHex, padHex, stringToHex } from 'viem/utils'
import type { Hex } from '../../contract/address.ts'
import type { DeploymentProfile } from '../service/index.ts'

/** EIP-712 domain of agent-signed actions, as the profile gives it. */
export type AgentDomain = DeploymentProfile['agentDomain']

export type AgentMessage = {
  readonly source: 'a' | 'b'
  /** bytes32 */
  readonly connectionId: Hex
}

/** `a` on mainnet, `b` everywhere else. */
export const sourceOf = (network: DeploymentProfile['network']): 'a' | 'b' => (network === 'mainnet' ? 'a' : 'b')

const TYPE_HASH = keccak256(stringToHex('Agent(string source,bytes32 connectionId)'))
const SOURCE_HASH = { a: keccak256(stringToHex('a')), b: keccak256(stringToHex('b')) } as const

/** The domain of a profile never changes while the terminal runs, so its hash is made once. */
const separators = new WeakMap<AgentDomain, Hex>()

function separatorOf(domain: AgentDomain): Hex {
  const known = separators.get(domain)
  if (known !== undefined) return known
  const made = hashDomain(domain)
  separators.set(domain, made)
  return made
}

/** EIP-712: the type and the values of those fields that the domain has, in their fixed order. */
function hashDomain({ name, version, chainId, verifyingContract }: AgentDomain): Hex {
  const fields: (readonly [type: string, value: Hex])[] = []
  if (name !== undefined) fields.push(['string name', keccak256(stringToHex(name))])
  if (version !== undefined) fields.push(['string version', keccak256(stringToHex(version))])
  if (chainId !== undefined) fields.push(['uint256 chainId', numberToHex(chainId, { size: 32 })])
  if (verifyingContract !== undefined) {
    fields.push(['address verifyingContract', padHex(verifyingContract as Hex, { size: 32 })])
  }
  const type = keccak256(stringToHex(`EIP712Domain(${fields.map(([field]) => field).join(',')})`))
  return keccak256(concatHex([type, ...fields.map(([, value]) => value)]))
}

/**
 * The digest that is signed. The domain object must not be changed afterwards.
 * @throws RangeError when the connection id is not 32 bytes.
 */
export function agentDigest(domain: AgentDomain, message: AgentMessage): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(message.connectionId)) {
    throw new RangeError(`not a connection id: ${message.connectionId}`)
  }
  const body = keccak256(concatHex([TYPE_HASH, SOURCE_HASH[message.source], message.connectionId]))
  return keccak256(concatHex(['0x1901', separatorOf(domain), body]))
}
