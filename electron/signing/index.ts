/** Checks a prepared action against what was asked for, signs it, and hands out nonces. */
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
