/** The `Agent` message that an approved agent wallet signs for every prepared action (agent-signing.md). */
import { hashTypedData, recoverAddress } from 'viem/utils'
import type { Account } from '../core/interface.ts'
import type { Hex } from './canonical-action.ts'

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** The EIP-712 domain of agent-signed actions. */
export const AGENT_DOMAIN = {
  name: 'Exchange',
  version: '1',
  chainId: 1337,
  verifyingContract: ZERO_ADDRESS,
} as const

const AGENT_TYPES = {
  Agent: [
    { name: 'source', type: 'string' },
    { name: 'connectionId', type: 'bytes32' },
  ],
} as const

export interface AgentMessage {
  /** `a` on mainnet, `b` elsewhere; the practice venue is `b`. */
  source: 'a' | 'b'
  connectionId: Hex
}

/** The message for one action of the practice venue. */
export const agentMessage = (connectionId: Hex): AgentMessage => ({ source: 'b', connectionId })

/** The EIP-712 digest of the message. */
export const agentDigest = (message: AgentMessage): Hex =>
  hashTypedData({ domain: AGENT_DOMAIN, types: AGENT_TYPES, primaryType: 'Agent', message })

/** The lowercase address that made `signature` over `digest`, or null when no key can have made it. */
export async function signerOf(digest: Hex, signature: Hex): Promise<Account | null> {
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() as Account
  } catch {
    return null
  }
}
