/** The addresses of places: which are accepted, and how they are stored in the keychain, read, set and forgotten. */
import { z } from 'zod'
import {
  REMOTE_NOTIFICATION_KINDS,
  type RemoteNotificationInput,
  type RemoteNotificationKind,
} from '../../contract/remote-notifications.ts'
import type { Cancel } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import type { Log } from '../log/index.ts'
import { Secret, type SecretStore } from '../secrets/index.ts'

/** Destination of a kind's messages. All of it but `host` is secret. */
export interface RemoteAddress {
  /** With its port unless that is the default. */
  readonly host: string
  /** The requested URL: for ntfy the server's own address. */
  readonly url: string
  /** For ntfy only, as is `token`; null where there is none. */
  readonly topic: string | null
  readonly token: string | null
}

/** The format that ntfy accepts. */
const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
/** Characters allowed in a header. */
const TOKEN = /^[\x21-\x7e]{1,500}$/

/** @throws CallError naming the field; it contains nothing of what was typed. */
export function readAddress(input: RemoteNotificationInput): RemoteAddress {
  if (input.kind !== 'ntfy') {
    const url = urlIn(input.address, 'address')
    return { host: url.host, url: url.href, topic: null, token: null }
  }
  const url = urlIn(input.server, 'server')
  if (url.search !== '') throw bad('The address of the ntfy server must not have a query.', 'server')
  const topic = input.topic.trim()
  if (!TOPIC.test(topic)) throw bad('An ntfy topic has 1 to 64 letters, digits, underscores and dashes.', 'topic')
  const token = input.token.trim()
  if (token !== '' && !TOKEN.test(token)) throw bad('The access token contains invalid characters.', 'token')
  return { host: url.host, url: url.href, topic, token: token === '' ? null : token }
}

function urlIn(text: string, field: string): URL {
  const typed = text.trim()
  if (typed === '') throw bad('Enter an address first.', field)
  if (/\s/.test(typed) || !URL.canParse(typed))
    throw bad('Not a valid address. It starts with https:// and a host.', field)
  const url = new URL(typed)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname)))
    throw bad('The address must start with https:// so that nobody can read the messages on the way.', field)
  if (url.username !== '' || url.password !== '')
    throw bad('User name and password are not supported. Use an address with the secret in its path.', field)
  if (url.hash !== '') throw bad('Remove everything from the # on; it is not sent.', field)
  return url
}

/** Whether it is this machine itself, which no message leaves. */
const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

const bad = (message: string, field: string): CallError => new CallError('bad_input', message, field)

const kept = z.strictObject({ url: z.string(), topic: z.string().nullable(), token: z.string().nullable() })

/** The text stored in the keychain. */
export const addressJson = ({ url, topic, token }: RemoteAddress): string => JSON.stringify({ url, topic, token })

/** Parses the keychain's text; null where that is not an address of the kind, or one that must not be used. */
export function parseAddress(kind: RemoteNotificationKind, text: string): RemoteAddress | null {
  try {
    const { url, topic, token } = kept.parse(JSON.parse(text))
    return kind === 'ntfy'
      ? readAddress({ kind, server: url, topic: topic ?? '', token: token ?? '' })
      : readAddress({ kind, address: url })
  } catch {
    return null
  }
}

/**
 * The part of an address that a native dialog shows besides its host, so that another one at the same host is noticed: a topic, or the end of a path.
 */
export function shownPart({ url, topic }: RemoteAddress): string {
  if (topic !== null) return `Topic: ${topic}`
  const { pathname, search } = new URL(url)
  const path = `${pathname}${search}`
  return `The address ends in …${path.slice(-Math.min(6, Math.ceil(path.length / 2)))}`
}

/** Each part that would lead there by itself: a log must never contain it. */
export const secretParts = ({ url, topic, token }: RemoteAddress): readonly string[] => {
  const { pathname, search } = new URL(url)
  return [url, `${pathname}${search}`, pathname, search, topic ?? '', token ?? ''].filter((part) => part.length > 1)
}

/** Which kinds are set, by their hosts; none of it is secret. Without it the keychain would be read at each start. */
export interface RemoteHosts {
  read(kind: RemoteNotificationKind): string | null
  /** Null for none. @throws Error with the reason when it cannot be written. */
  save(kind: RemoteNotificationKind, host: string | null): void
}

/** State of the address of a kind. */
export type PlaceState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly host: string; readonly done: Promise<void> }
  | { readonly kind: 'unusable'; readonly host: string; readonly text: string }
  | { readonly kind: 'set'; readonly host: string; readonly address: RemoteAddress }

/** Asks the trader whether an address may be used. @param shown distinguishes it from others at the same host */
export type MayUse = (host: string, shown: string) => Promise<void>

interface PlacesOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'view' | 'onChange'>
  readonly hosts: RemoteHosts
  /** The address of a kind has changed, or was removed. */
  readonly changed: (kind: RemoteNotificationKind) => void
  readonly log: Pick<Log, 'warn'>
}

const accountOf = (kind: RemoteNotificationKind): string => `remote-notifications/${kind}`

export function createPlaces({ secrets, hosts, changed, log }: PlacesOptions) {
  const states = new Map<RemoteNotificationKind, PlaceState>()
  /** Kept alive so that the log knows them: living secrets are redacted from every line. */
  const watched = new Map<RemoteNotificationKind, readonly Secret[]>()
  /** The typed address, while the trader is asked about it: the log redacts it already. */
  const requests = new Set<readonly Secret[]>()
  /** Counts up with each change by the trader: a read that started before is outdated. */
  const versions = new Map<RemoteNotificationKind, number>()
  let cancel: Cancel = () => undefined

  const versionOf = (kind: RemoteNotificationKind): number => versions.get(kind) ?? 0
  const of = (kind: RemoteNotificationKind): PlaceState => states.get(kind) ?? { kind: 'none' }

  function put(kind: RemoteNotificationKind, state: PlaceState): void {
    states.set(kind, state)
    if (state.kind === 'set')
      watched.set(
        kind,
        secretParts(state.address).map((part) => new Secret(part)),
      )
    else watched.delete(kind)
    changed(kind)
  }

  async function read(kind: RemoteNotificationKind, host: string): Promise<void> {
    const version = versionOf(kind)
    const { promise: done, resolve } = Promise.withResolvers<void>()
    put(kind, { kind: 'reading', host, done })
    await take(kind, host, version).finally(resolve)
  }

  async function take(kind: RemoteNotificationKind, host: string, version: number): Promise<void> {
    const secret = await secrets.get(accountOf(kind))
    if (version !== versionOf(kind)) return
    const address = secret === null ? null : parseAddress(kind, secret.reveal())
    if (address !== null) {
      put(kind, { kind: 'set', host: address.host, address })
      return
    }
    log.warn({ kind, isThere: secret !== null }, 'the address of a place outside cannot be used')
    put(kind, { kind: 'unusable', host, text: (secret === null ? MISSING : INVALID)[kind] })
  }

  /** Reads the stored addresses. */
  function begin(): void {
    for (const kind of REMOTE_NOTIFICATION_KINDS) {
      const host = hosts.read(kind)
      if (host !== null) void read(kind, host)
    }
    let { mode } = secrets.view()
    cancel = secrets.onChange(() => {
      const before = mode
      mode = secrets.view().mode
      if (mode !== 'keychain' || before === 'keychain') return
      for (const kind of REMOTE_NOTIFICATION_KINDS) {
        const state = of(kind)
        if (state.kind === 'unusable') void read(kind, state.host)
      }
    })
  }

  return {
    of,
    /** Resolves once the address of a kind is not being read. */
    async ready(kind: RemoteNotificationKind): Promise<void> {
      const state = of(kind)
      if (state.kind === 'reading') await state.done
    },
    begin,
    /**
     * @param mayUse is called with the host and `shownPart`, and throws where the address may not be used.
     * @throws CallError when the typed text is not an address, Error with the reason when it cannot be stored.
     */
    async set(input: RemoteNotificationInput, mayUse: MayUse): Promise<string> {
      const { kind } = input
      const address = readAddress(input)
      const typed = [addressJson(address), ...secretParts(address)].map((part) => new Secret(part))
      const [text = new Secret('')] = typed
      requests.add(typed)
      try {
        await mayUse(address.host, shownPart(address))
      } finally {
        requests.delete(typed)
      }
      const version = versionOf(kind) + 1
      versions.set(kind, version)
      put(kind, { kind: 'set', host: address.host, address })
      await secrets.set(accountOf(kind), text)
      // Another one, or none, was chosen during the keychain read.
      if (versionOf(kind) === version) hosts.save(kind, address.host)
      return address.host
    },
    /** @throws CallError when the address may still be in the keychain; it is no longer used all the same. */
    async forget(kind: RemoteNotificationKind): Promise<void> {
      versions.set(kind, versionOf(kind) + 1)
      put(kind, { kind: 'none' })
      try {
        hosts.save(kind, null)
      } finally {
        await secrets.delete(accountOf(kind))
      }
    },
    stop: (): void => cancel(),
  }
}

const INVALID: Readonly<Record<RemoteNotificationKind, string>> = {
  webhook: 'The stored address of the webhook is not valid. Set it again.',
  ntfy: 'The stored address of ntfy is not valid. Set it again.',
  heartbeat: 'The stored address of the heartbeat is not valid. Set it again.',
}
const MISSING: Readonly<Record<RemoteNotificationKind, string>> = {
  webhook: 'The address of the webhook is not in the keychain. Set it again, or retry the keychain in Account.',
  ntfy: 'The address of ntfy is not in the keychain. Set it again, or retry the keychain in Account.',
  heartbeat: 'The address of the heartbeat is not in the keychain. Set it again, or retry the keychain in Account.',
}
