/** Remembers approvals of agent wallets over restarts, so that the session knows them before it asks. Nothing in here is secret. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { parseAddress } from '../../contract/address.ts'
import { millis } from '../../contract/time.ts'
import type { AgentRecord, AgentRecords } from './identity.ts'

const address = z.string().transform((text, context) => {
  const parsed = parseAddress(text)
  if (parsed !== null) return parsed
  context.addIssue({ code: 'custom', message: 'not an address' })
  return z.NEVER
})
const saved = z.record(
  z.string(),
  z.object({ wallet: address, agent: address, expiresAt: z.int().transform(millis).nullable() }),
)

/** Approvals in memory. */
export function memoryAgentRecords(): AgentRecords {
  const records = new Map<string, AgentRecord>()
  return {
    read: (profile) => records.get(profile) ?? null,
    save: (profile, record) => void records.set(profile, record),
  }
}

/**
 * Approvals in a small JSON file. A file that cannot be read as that is set aside as `<file>.damaged` and nothing is remembered: the
 * service is then asked once more. A file that cannot be written is left as it is.
 */
export function fileAgentRecords(file: string): AgentRecords {
  let records: Record<string, AgentRecord> = {}
  try {
    records = saved.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') setAside(file)
  }
  return {
    read: (profile) => (Object.hasOwn(records, profile) ? (records[profile] ?? null) : null),
    save(profile, record) {
      records = { ...records, [profile]: record }
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.new`, JSON.stringify(records, null, 2), { mode: 0o600, flush: true })
        renameSync(`${file}.new`, file)
      } catch {
        /** Only the memory of it is lost: at the next start the service is asked again. */
      }
    },
  }
}

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.damaged`)
  } catch {
    /** It cannot be moved either; it will be replaced by the next approval. */
  }
}
