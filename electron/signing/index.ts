/** Verifies a prepared action against the intent, signs it, and issues nonces. */
export { type AgentMessage, agentDigest, connectionIdOf } from './agent-message.ts'
export type { ExpectedAction } from './expected-action.ts'
export { NonceAllocator } from './nonces.ts'
export {
  addressOf,
  directOrderAction,
  generateAgentKey,
  isSignedBy,
  signAgentAction,
  signUserAction,
  userActionDigest,
} from './sign.ts'
export { SigningUnavailable } from './signing-key.ts'
export { numberIn, otherNumberIn, type Verification, verifyAll } from './verify-prepared.ts'
export { userNonceOf, verifyAgentApproval, verifyTransfer } from './verify-user-action.ts'
