/** What the venue knows of signatures: canonical actions, typed data, recovery of signers, and the life of a prepared action. */
export { agentDigest, agentMessage, signerOf } from './agent.ts'
export { AgentApprovals } from './agent-approvals.ts'
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
export { connectionId } from './connection-id.ts'
export {
  type ActionKind,
  type ActionResult,
  type NonceSource,
  type PreparedAction,
  PreparedActions,
  type SubmitResult,
} from './prepared-actions.ts'
export { UserActions, type UserSignedAction } from './user-actions.ts'
