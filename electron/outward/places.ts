/** The addresses of places: read from the keychain where one is known to be there, set, and forgotten. */
import { OUTWARD_KINDS, OUTWARD_NAMES, type OutwardInput, type OutwardKind } from '../../contract/outward.ts'
import type { Cancel } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { Secret, type SecretStore } from '../secrets/index.ts'
import { keptText, type OutwardAddress, readAddress, readKept, secretParts } from './address.ts'

/** Which kinds are set, by their hosts; nothing of it is secret. Without it the keychain would be asked at each start. */
export interface OutwardHosts {
  read(kind: OutwardKind): string | null
  /** Null for none. @throws Error in words when it cannot be written. */
  save(kind: OutwardKind, host: string | null): void
}

/** What is known of the address of a kind. */
export type PlaceState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly host: string }
  | { readonly kind: 'unusable'; readonly host: string; readonly words: string }
  | { readonly kind: 'set'; readonly host: string; readonly address: OutwardAddress }

interface PlacesOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set' | 'delete' | 'view' | 'onChange'>
  readonly hosts: OutwardHosts
  /** The address of a kind is another, or there is none. */
  readonly changed: (kind: OutwardKind) => void
  readonly log: Pick<Log, 'warn'>
}

export interface Places {
  of(kind: OutwardKind): PlaceState
  /** Reads what is kept. */
  begin(): void
  /**
   * @param mayUse is asked with the host, and throws where it may not be.
   * @throws CallError when what was typed is no address, Error in words when it cannot be kept.
   */
  set(input: OutwardInput, mayUse: (host: string) => Promise<void>): Promise<string>
  /** @throws CallError when the address may still be in the keychain; it is not used all the same. */
  forget(kind: OutwardKind): Promise<void>
  stop(): void
}

const accountOf = (kind: OutwardKind): string => `outward/${kind}`

export function createPlaces({ secrets, hosts, changed, log }: PlacesOptions): Places {
  const states = new Map<OutwardKind, PlaceState>()
  /** Held so that the log knows them: what is alive is taken out of every line. */
  const watched = new Map<OutwardKind, readonly Secret[]>()
  /** What was typed, while the trader is asked about it: the log knows it already. */
  const asked = new Set<readonly Secret[]>()
  /** Counts up with each change by the trader: what was being read meanwhile is of before. */
  const versions = new Map<OutwardKind, number>()
  let cancel: Cancel = () => undefined

  const versionOf = (kind: OutwardKind): number => versions.get(kind) ?? 0
  const of = (kind: OutwardKind): PlaceState => states.get(kind) ?? { kind: 'none' }

  function put(kind: OutwardKind, state: PlaceState): void {
    states.set(kind, state)
    if (state.kind === 'set')
      watched.set(
        kind,
        secretParts(state.address).map((part) => new Secret(part)),
      )
    else watched.delete(kind)
    changed(kind)
  }

  async function read(kind: OutwardKind, host: string): Promise<void> {
    const version = versionOf(kind)
    put(kind, { kind: 'reading', host })
    const secret = await secrets.get(accountOf(kind))
    if (version !== versionOf(kind)) return
    const address = secret === null ? null : readKept(kind, secret.reveal())
    if (address !== null) {
      put(kind, { kind: 'set', host: address.host, address })
      return
    }
    log.warn({ kind, isThere: secret !== null }, 'the address of a place outside cannot be used')
    put(kind, { kind: 'unusable', host, words: unusableWords(kind, secret !== null) })
  }

  /** What was read before. */
  function begin(): void {
    for (const kind of OUTWARD_KINDS) {
      const host = hosts.read(kind)
      if (host !== null) void read(kind, host)
    }
    let { mode } = secrets.view()
    cancel = secrets.onChange(() => {
      const before = mode
      mode = secrets.view().mode
      if (mode !== 'keychain' || before === 'keychain') return
      for (const kind of OUTWARD_KINDS) {
        const state = of(kind)
        if (state.kind === 'unusable') void read(kind, state.host)
      }
    })
  }

  return {
    of,
    begin,
    async set(input, mayUse) {
      const { kind } = input
      const address = readAddress(input)
      const typed = [keptText(address), ...secretParts(address)].map((part) => new Secret(part))
      const [text = new Secret('')] = typed
      asked.add(typed)
      try {
        await mayUse(address.host)
      } finally {
        asked.delete(typed)
      }
      const version = versionOf(kind) + 1
      versions.set(kind, version)
      put(kind, { kind: 'set', host: address.host, address })
      await secrets.set(accountOf(kind), text)
      // Another one, or none, was chosen while the keychain was waited for.
      if (versionOf(kind) === version) hosts.save(kind, address.host)
      return address.host
    },
    async forget(kind) {
      versions.set(kind, versionOf(kind) + 1)
      put(kind, { kind: 'none' })
      try {
        hosts.save(kind, null)
      } finally {
        await secrets.delete(accountOf(kind))
      }
    },
    stop: () => cancel(),
  }
}

const unusableWords = (kind: OutwardKind, isThere: boolean): string =>
  isThere
    ? `What the keychain holds as the address of ${OUTWARD_NAMES[kind]} is none: set it again.`
    : `The address of ${OUTWARD_NAMES[kind]} is not in the keychain: set it again, or have the keychain asked again in Account.`
