/** Approvals of agent wallets in memory, for tests. */
import type { AgentRecord, AgentRecords } from '../../storage/index.ts'

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, AgentRecord>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void (record === null ? records.delete(profile) : records.set(profile, record)),
  }
}
