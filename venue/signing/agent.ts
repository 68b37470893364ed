/** The `Agent` message that an approved agent wallet signs for every prepared action (docs/service/signing.md#agent-message). */
import { concatBytes, hexToBytes, keccak256, numberToBytes, recoverAddress } from 'viem/utils'
import type { Account } from '../market/index.ts'
import type { Hex } from './canonical-action.ts'

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** The EIP-712 domain of agent-signed actions. */
export const AGENT_DOMAIN = {
  name: 'Exchange',
  version: '1',
  chainId: 1337,
  verifyingContract: ZERO_ADDRESS,
} as const

export interface AgentMessage {
  /** `a` on mainnet, `b` elsewhere, as on the practice venue. */
  source: 'a' | 'b'
  connectionId: Hex
}

/** The message for one action of the practice venue. */
export const agentMessage = (connectionId: Hex): AgentMessage => ({ source: 'b', connectionId })

const hashOf = (text: string): Uint8Array => keccak256(new TextEncoder().encode(text), 'bytes')

const TYPE_HASH = hashOf('Agent(string source,bytes32 connectionId)')
const DOMAIN_HASH = keccak256(
  concatBytes([
    hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    hashOf(AGENT_DOMAIN.name),
    hashOf(AGENT_DOMAIN.version),
    numberToBytes(AGENT_DOMAIN.chainId, { size: 32 }),
    hexToBytes(AGENT_DOMAIN.verifyingContract, { size: 32 }),
  ]),
  'bytes',
)
const SOURCE_HASH = { a: hashOf('a'), b: hashOf('b') }
const PREFIX = Uint8Array.of(0x19, 0x01)

/**
 * The EIP-712 digest of the message. Written out for speed, because every submission needs one: the general function hashes types and domain each
 * time.
 */
export function agentDigest({ source, connectionId }: AgentMessage): Hex {
  const struct = keccak256(
    concatBytes([TYPE_HASH, SOURCE_HASH[source], hexToBytes(connectionId, { size: 32 })]),
    'bytes',
  )
  return keccak256(concatBytes([PREFIX, DOMAIN_HASH, struct]))
}

/** The lowercase address that signed `digest`, or null when no key can have made the signature. */
export async function signerOf(digest: Hex, signature: Hex): Promise<Account | null> {
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() as Account
  } catch {
    return null
  }
}
