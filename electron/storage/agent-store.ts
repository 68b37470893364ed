/** Approvals of agent wallets in `agents.json`, so that the session knows them at its start, before it asks. Nothing of them is secret. */
import { z } from 'zod'
import { type Address, parseAddress } from '../../contract/address.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { SetAside } from './interface.ts'
import { JsonFile } from './json-file.ts'

/** One approval. */
interface AgentRecord {
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

const address = z.string().refine((text): boolean => parseAddress(text) === text, 'not an address')
const schema = z.record(
  z.string(),
  z.object({ wallet: address, agent: address, expiresAt: z.int().nonnegative().nullable() }),
)

export function openAgents(
  directory: string,
  clock: Pick<Clock, 'now'>,
): AgentRecords & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'agents', schema, initial: {}, clock })
  return {
    setAside: file.setAside,
    read(profile) {
      const record = Object.hasOwn(file.value, profile) ? file.value[profile] : undefined
      const wallet = parseAddress(record?.wallet ?? '')
      const agent = parseAddress(record?.agent ?? '')
      if (record === undefined || wallet === null || agent === null) return null
      return { wallet, agent, expiresAt: record.expiresAt === null ? null : millis(record.expiresAt) }
    },
    save(profile, record) {
      const { [profile]: _before, ...others } = file.value
      file.save(record === null ? others : { ...others, [profile]: { ...record } })
    },
  }
}
