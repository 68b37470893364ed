/** What is remembered of approvals of agent wallets over restarts, so that the session knows them before it asks. Nothing is secret. */
import type { Address } from '../../contract/address.ts'
import type { Millis } from '../../contract/time.ts'

/** One approval. */
export interface AgentRecord {
  readonly wallet: Address
  readonly agent: Address
  readonly expiresAt: Millis | null
}

/** Approvals by profile name. */
export interface AgentRecords {
  read(profile: string): AgentRecord | null
  /** Null forgets it. @throws Error in words when it cannot be written. */
  save(profile: string, record: AgentRecord | null): void
}

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, AgentRecord>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void (record === null ? records.delete(profile) : records.set(profile, record)),
  }
}
