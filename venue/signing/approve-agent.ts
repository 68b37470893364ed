/** The agent approval that the trader's own wallet signs (docs/service/signing.md#agent-approval). */
import type { Account } from '../market/index.ts'
import { type UserSignedAction, userSignedAction } from './user-actions.ts'

const FIELDS = [
  { name: 'agentAddress', type: 'address' },
  { name: 'agentName', type: 'string' },
] as const

/** The approval of one agent, ready to be signed. */
export const approveAgentAction = (agentAddress: Account, agentName: string, nonce: number): UserSignedAction =>
  userSignedAction('ApproveAgent', FIELDS, { agentAddress, agentName }, nonce)
