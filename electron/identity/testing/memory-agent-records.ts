/** Approvals of agent wallets in memory, for tests. */
import type { AgentRecords } from '../../storage/index.ts'

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, NonNullable<ReturnType<AgentRecords['read']>>>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void (record === null ? records.delete(profile) : records.set(profile, record)),
  }
}
