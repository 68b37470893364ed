/** What the venue knows of signatures: canonical actions, typed data, recovery of signers, and the life of a prepared action. */
export { AGENT_DOMAIN, type AgentMessage, agentDigest, agentMessage, signerOf } from './agent.ts'
export { AgentApprovals, type AgentApprovalsOptions, type AgentBook, type ApprovedAgent } from './agent-approvals.ts'
export { approveAgentAction } from './approve-agent.ts'
export {
  type CanonicalAction,
  type Conversion,
  cancelAction,
  conversionAction,
  type Hex,
  leverageAction,
  orderAction,
} from './canonical-action.ts'
export { classTransferAction } from './class-transfer.ts'
export { type ClientOrder, clientOrderDigest, DIRECT_ORDER, type DirectOrder } from './client-order.ts'
export { type ConnectionIdInput, connectionId } from './connection-id.ts'
export {
  type ActionKind,
  type ActionPlan,
  type ActionResult,
  type NonceSource,
  type PreparedAction,
  PreparedActions,
  type PreparedActionsOptions,
  type Submission,
  type SubmissionLog,
  type SubmitResult,
} from './prepared-actions.ts'
export { USER_CHAIN_ID, USER_DOMAIN, type UserActionKind, UserActions, type UserSignedAction } from './user-actions.ts'
