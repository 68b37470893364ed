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

/** A key that a wallet was asked to approve in the place of the one in use. */
export type AskedAgent = Pick<AgentRecord, 'wallet' | 'agent'>

/** Approvals by profile name. */
export interface AgentRecords {
  read(profile: string): AgentRecord | null
  /** Null forgets it. @throws Error in words when it cannot be written. */
  save(profile: string, record: AgentRecord | null): void
  /** The key whose approval was asked for last, until the service's answer to it is known; null while there is none. */
  asked(profile: string): AskedAgent | null
  /** @throws Error with a message for the trader when it cannot be written. */
  saveAsked(profile: string, asked: AskedAgent | null): void
}

const address = z.string().refine((text): boolean => parseAddress(text) === text, 'not an address')
const approval = z.object({ wallet: address, agent: address, expiresAt: z.int().nonnegative().nullable() })
const schema = z.record(
  z.string(),
  z.object({ approved: approval.nullable(), asked: z.object({ wallet: address, agent: address }).nullable() }),
)
const NOTHING: z.output<typeof schema>[string] = { approved: null, asked: null }

export function openAgents(
  directory: string,
  clock: Pick<Clock, 'now'>,
): AgentRecords & { readonly setAside: SetAside | null } {
  const file = new JsonFile({ directory, name: 'agents', schema, initial: {}, clock })
  const of = (profile: string): typeof NOTHING =>
    (Object.hasOwn(file.value, profile) ? file.value[profile] : null) ?? NOTHING
  const addresses = (record: { wallet: string; agent: string } | null): AskedAgent | null => {
    const wallet = parseAddress(record?.wallet ?? '')
    const agent = parseAddress(record?.agent ?? '')
    return wallet === null || agent === null ? null : { wallet, agent }
  }
  return {
    setAside: file.setAside,
    read(profile) {
      const { approved } = of(profile)
      const known = addresses(approved)
      if (approved === null || known === null) return null
      return { ...known, expiresAt: approved.expiresAt === null ? null : millis(approved.expiresAt) }
    },
    save: (profile, record) => file.save({ ...file.value, [profile]: { ...of(profile), approved: record } }),
    asked: (profile) => addresses(of(profile).asked),
    saveAsked: (profile, asked) => file.save({ ...file.value, [profile]: { ...of(profile), asked } }),
  }
}
