/** The agent approval that the trader's own wallet signs (agent-signing.md, "Actions that the user's own wallet signs"). */
import { hashTypedData } from 'viem/utils'
import type { Account } from '../core/interface.ts'
import { ZERO_ADDRESS } from './agent.ts'
import type { Hex } from './canonical-action.ts'

/** 0x66eee, the chain id that user-signed actions carry on test networks. */
export const USER_CHAIN_ID = 0x66eee

/** The EIP-712 domain of user-signed actions. */
export const USER_DOMAIN = {
  name: 'HyperliquidSignTransaction',
  version: '1',
  chainId: USER_CHAIN_ID,
  verifyingContract: ZERO_ADDRESS,
} as const

const PRIMARY_TYPE = 'HyperliquidTransaction:ApproveAgent'
const TYPES = {
  [PRIMARY_TYPE]: [
    { name: 'hyperliquidChain', type: 'string' },
    { name: 'agentAddress', type: 'address' },
    { name: 'agentName', type: 'string' },
    { name: 'nonce', type: 'uint64' },
  ],
} as const

/** A user-signed action as the venue hands it out (wire.md, "Prepared actions"). */
export interface UserSignedAction {
  /** The EIP-712 digest of the rest. */
  actionHash: Hex
  eip712Domain: typeof USER_DOMAIN
  types: typeof TYPES
  primaryType: typeof PRIMARY_TYPE
  message: { hyperliquidChain: 'Testnet'; agentAddress: Account; agentName: string; nonce: number }
}

/** The approval of one agent, ready to be signed. */
export function approveAgentAction(agentAddress: Account, agentName: string, nonce: number): UserSignedAction {
  const message = { hyperliquidChain: 'Testnet', agentAddress, agentName, nonce } as const
  const actionHash = hashTypedData({
    domain: USER_DOMAIN,
    types: TYPES,
    primaryType: PRIMARY_TYPE,
    message: { ...message, nonce: BigInt(nonce) },
  })
  return { actionHash, eip712Domain: USER_DOMAIN, types: TYPES, primaryType: PRIMARY_TYPE, message }
}
