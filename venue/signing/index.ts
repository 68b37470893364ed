/** Signing: canonical actions, typed data, recovery of signers, and the life of a prepared action. */
export { agentDigest, agentMessage, signerOf } from './agent.ts'
export { AgentApprovals, type ApprovedAgent } from './agent-approvals.ts'
export {
  type CanonicalAction,
  type Conversion,
  cancelAction,
  connectionId,
  conversionAction,
  type Hex,
  leverageAction,
  orderAction,
} from './canonical-action.ts'
export {
  type ActionKind,
  type ActionResult,
  type NonceSource,
  type PreparedAction,
  PreparedActions,
  type Submission,
  type SubmitResult,
} from './prepared-actions.ts'
export {
  type ClientOrder,
  classTransferAction,
  clientOrderDigest,
  DIRECT_ORDER,
  type DirectOrder,
  UserActions,
  type UserSignedAction,
} from './user-actions.ts'
