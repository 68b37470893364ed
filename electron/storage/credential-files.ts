/** Facts about keys and remote places besides the keychain, in JSON files; none of it is secret. */
import { z } from 'zod'
import { type Address, parseAddress } from '../../contract/address.ts'
import { REMOTE_NOTIFICATION_KINDS, type RemoteNotificationKind } from '../../contract/remote-notifications.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import { JsonFile } from './json-file.ts'

/** One approval. */
interface AgentRecord {
  readonly wallet: Address
  readonly agent: Address
  readonly expiresAt: Millis | null
}

/** A key that a wallet was asked to approve in place of the one in use. */
type AskedAgent = Pick<AgentRecord, 'wallet' | 'agent'>

/** Approvals by deployment. */
export type AgentRecords = Omit<ReturnType<typeof openAgents>, 'setAside'>

const address = z.string().refine((text): boolean => parseAddress(text) === text, 'not an address')
const approval = z.object({ wallet: address, agent: address, expiresAt: z.int().nonnegative().nullable() })
const agentFile = z.record(
  z.string(),
  z.object({ approved: approval.nullable(), asked: z.object({ wallet: address, agent: address }).nullable() }),
)
const NOTHING: z.output<typeof agentFile>[string] = { approved: null, asked: null }

/** Approvals of agent wallets in `agents.json`, so that the session knows them at its start. None of it is secret. */
export function openAgents(directory: string, clock: Pick<Clock, 'now'>) {
  const file = new JsonFile({ directory, name: 'agents', schema: agentFile, initial: {}, clock })
  const of = (profile: string): typeof NOTHING =>
    (Object.hasOwn(file.value, profile) ? file.value[profile] : null) ?? NOTHING
  const addresses = (record: { wallet: string; agent: string } | null): AskedAgent | null => {
    const wallet = parseAddress(record?.wallet ?? '')
    const agent = parseAddress(record?.agent ?? '')
    return wallet === null || agent === null ? null : { wallet, agent }
  }
  return {
    setAside: file.setAside,
    read(profile: string): AgentRecord | null {
      const { approved } = of(profile)
      const known = addresses(approved)
      if (approved === null || known === null) return null
      return { ...known, expiresAt: approved.expiresAt === null ? null : millis(approved.expiresAt) }
    },
    /** Null forgets it. @throws Error with the reason when it cannot be written. */
    save: (profile: string, record: AgentRecord | null): void =>
      file.save({ ...file.value, [profile]: { ...of(profile), approved: record } }),
    /** The key whose approval was last requested, until the service's answer to it is known; null while there is none. */
    pendingApproval: (profile: string): AskedAgent | null => addresses(of(profile).asked),
    /** @throws Error with a message for the trader when it cannot be written. */
    saveAsked: (profile: string, request: AskedAgent | null): void =>
      file.save({ ...file.value, [profile]: { ...of(profile), asked: request } }),
  }
}

const originFile = z.record(z.string(), z.string())

/**
 * The origin that each secret in the keychain was imported for, in `secret-origins.json`; accounts are case-insensitive, as in some keychains. None of
 * it is secret.
 */
export function openSecretOrigins(directory: string, clock: Pick<Clock, 'now'>) {
  const file = new JsonFile({ directory, name: 'secret-origins', schema: originFile, initial: {}, clock })
  function read(account: string): string | null {
    const key = account.toLowerCase()
    return Object.hasOwn(file.value, key) ? (file.value[key] ?? null) : null
  }
  return {
    setAside: file.setAside,
    read,
    /** Null for none. @throws Error with the reason when it cannot be written. */
    save(account: string, origin: string | null): void {
      if (read(account) === origin) return
      const { [account.toLowerCase()]: _before, ...others } = file.value
      file.save(origin === null ? others : { ...others, [account.toLowerCase()]: origin })
    },
  }
}

const remoteNotificationsFile = z.partialRecord(z.enum(REMOTE_NOTIFICATION_KINDS), z.string().max(300))

/** Hosts of the configured remote notification services, in `remote-notifications.json`. Their addresses are in the keychain; nothing here is secret. */
export function openRemoteHostStore(directory: string, clock: Pick<Clock, 'now'>) {
  const file = new JsonFile({
    directory,
    name: 'remote-notifications',
    schema: remoteNotificationsFile,
    initial: {},
    clock,
  })
  return {
    setAside: file.setAside,
    /** Null where none is set. */
    read: (kind: RemoteNotificationKind): string | null => file.value[kind] ?? null,
    /** Null for none. @throws Error with the reason when it cannot be written. */
    save(kind: RemoteNotificationKind, host: string | null): void {
      if ((file.value[kind] ?? null) === host) return
      const { [kind]: _before, ...others } = file.value
      file.save(host === null ? others : { ...others, [kind]: host })
    },
  }
}
