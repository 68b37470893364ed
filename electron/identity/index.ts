/** Who the trader is: access token, wallet key and agent key of a profile, the agent's approval, and the session as windows see it. */
export { AGENT_NAME } from './agent-approval.ts'
export { type AgentRecord, type AgentRecords, memoryAgentRecords } from './agent-records.ts'
export {
  createIdentity,
  type Identity,
  type IdentityNotices,
  type IdentityOptions,
  type SecretAccounts,
} from './identity.ts'
