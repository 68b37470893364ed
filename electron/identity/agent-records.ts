/** Remembers approvals of agent wallets for as long as the terminal runs, or through whatever the composition root keeps them in. */
import type { AgentRecord, AgentRecords } from './identity.ts'

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, AgentRecord>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void records.set(profile, record),
  }
}
