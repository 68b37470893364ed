/** Approvals of agent wallets in memory, for tests. */
import type { AgentRecords } from '../../storage/index.ts'

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, ReturnType<AgentRecords['read']>>()
  const request = new Map<string, ReturnType<AgentRecords['pendingApproval']>>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void records.set(profile, record),
    pendingApproval: (profile) => request.get(profile) ?? null,
    saveAsked: (profile, key) => void request.set(profile, key),
  }
}
