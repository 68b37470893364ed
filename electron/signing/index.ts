/** Checks a prepared action against what was asked for, signs it, and hands out nonces. */
export { type AgentDomain, type AgentMessage, agentDigest, sourceOf } from './agent-message.ts'
export { type ConnectionIdInput, connectionIdOf } from './connection-id.ts'
export { directOrderAction } from './direct-order.ts'
export type { ExpectedAction } from './expected-action.ts'
export { NonceAllocator } from './nonces.ts'
export {
  addressOf,
  generateAgentKey,
  isSignedBy,
  SigningError,
  signAgentAction,
  signUserAction,
  userActionDigest,
} from './sign.ts'
export { type ExpectedApproval, verifyAgentApproval } from './verify-agent-approval.ts'
export { verifyBinarySetup } from './verify-binary-setup.ts'
export { type AgentSigningRules, type Verification, verifyPrepared } from './verify-prepared.ts'
export { type ExpectedTransfer, verifyTransfer } from './verify-transfer.ts'
