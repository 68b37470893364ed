/** Secrets in memory and in the keychain, and those of each deployment. */

import { Listeners } from '../../contract/listeners.ts'
import type { KeychainView } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import { type Log, redact, watchSecret } from '../log/index.ts'

const MASK = '[secret]'

/** Holds a key or a token. Printing, logging, cloning or serializing it never shows its content. */
export class Secret {
  readonly #text: string

  /** From here on `redact` removes the text from anything that is logged, for as long as the secret is alive. */
  constructor(text: string) {
    this.#text = text
    watchSecret(this)
  }

  /** The text itself. Call it as late as possible, and keep no copy. */
  reveal(): string {
    return this.#text
  }

  /** Whether both hold the same text. */
  equals(other: Secret | null): boolean {
    return other !== null && other.#text === this.#text
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return MASK
  }
}

// Storage of secrets: the system's keychain, or memory for this session when there is none. Never a file.

/** The part of keytar that is used. */
interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** The secrets of a deployment, by the last part of their account. */
export type SecretKind = 'access-token' | 'agent-key' | 'wallet-key'

/** The keychain account of a secret: `<deployment name>/<kind>`. */
export const secretAccount = (profile: string, kind: SecretKind | 'agent-key-next'): string => `${profile}/${kind}`

/** Accounts are in the format of `secretAccount`. */
export interface SecretStore {
  /** Never rejects: without a keychain it answers from memory. */
  get(account: string): Promise<Secret | null>
  /** Never rejects: without a keychain the secret is kept for this session, and `view` shows that. */
  set(account: string, secret: Secret): Promise<void>
  /** @throws CallError when the secret may still be in the keychain. */
  delete(account: string): Promise<void>
  /** Where secrets are kept, as known by now. */
  view(): KeychainView
  /** Called when `view` changes. */
  onChange(listener: () => void): Cancel
  /** Asks the keychain again after it counted as missing, and stores what was kept for this session only. Never rejects: `view` shows the result. */
  tryAgain(): Promise<void>
}

interface SecretStoreOptions {
  /** Keychain service; all of the terminal's entries are under it. */
  readonly service?: string
  /** Returns the keychain, or fails where there is none. */
  readonly keychain?: () => Promise<KeytarLike>
  readonly clock: Pick<Clock, 'after'>
  readonly log?: Pick<Log, 'warn'>
}

/** A keychain that has not answered after this is asking the user, ms: the trader is notified. */
const KEYCHAIN_PATIENCE_MS = 5000
/** One that has not answered after this counts as missing, ms. */
const KEYCHAIN_TIMEOUT_MS = 120_000

const WAITING =
  'The keychain is locked. Unlock it or allow Isotherm in the system dialog. After two minutes, keys are kept for this session only.'

/** Loads keytar only on first use: without its system library, loading it fails. */
async function loadKeytar(): Promise<KeytarLike> {
  const loaded: { default?: KeytarLike } & KeytarLike = await import('@github/keytar')
  return loaded.default ?? loaded
}

/** Opens nothing yet; the first call finds out whether there is a keychain. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { service = 'isotherm', keychain = loadKeytar, clock, log } = options
  const memory = new Map<string, Secret>()
  /** Pending changes for the keychain: a given secret, null for a forgotten one. */
  const owed = new Map<string, Secret | null>()
  const listeners = new Listeners()
  let view: KeychainView = { mode: 'keychain' }
  let loading: Promise<KeytarLike> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Whether a keychain has answered at least once, so that it may contain something of ours. */
  let reached = false
  /** Whether a call was given up that the keychain has not answered. */
  let hangs = false

  /**
   * One call at a time, and none while one that was given up is unanswered: each occupies a thread of the process until it is answered, and files and
   * name look-ups need the others.
   */
  function call<T>(run: (keytar: KeytarLike) => Promise<T>): Promise<T> {
    const attempt = queue.then(() => {
      if (hangs) throw new Error(NO_ANSWER)
      loading ??= keychain()
      const work = loading.then(run)
      const onGivenUp = (): void => {
        hangs = true
        const settled = (): void => {
          hangs = false
        }
        work.then(settled, settled)
      }
      return within(clock, work, () => turn({ mode: 'waiting', reason: WAITING }), onGivenUp)
    })
    queue = attempt.catch(() => {})
    return attempt
  }

  function turn(next: KeychainView): void {
    if (next.mode === view.mode) return
    view = next
    if (next.mode !== 'keychain') log?.warn({ reason: next.reason }, 'the keychain does not answer')
    listeners.notify()
  }

  const fallBack = (error: unknown): void => {
    if (view.mode !== 'session') log?.warn({ err: error }, 'there is no keychain')
    turn({ mode: 'session', reason: `No keychain: ${wordsOf(error)}. Secrets are kept for this session only.` })
  }

  /** Calls the keychain where there is one, and otherwise continues without. */
  async function tryKeychain(run: (keytar: KeytarLike) => Promise<unknown>): Promise<void> {
    if (view.mode === 'session') return
    try {
      const answered = await call(async (keytar) => {
        if (view.mode === 'session') return false
        await run(keytar)
        reached = true
        return true
      })
      if (answered) turn({ mode: 'keychain' })
    } catch (error) {
      fallBack(error)
    }
  }

  /** Stores or removes a secret in the keychain; a failed change stays pending. */
  async function writeThrough(account: string, secret: Secret | null): Promise<void> {
    owed.set(account, secret)
    await tryKeychain(async (keytar) => {
      if (secret === null) await keytar.deletePassword(service, account)
      else await keytar.setPassword(service, account, secret.reveal())
      if (owed.get(account) === secret) owed.delete(account)
    })
  }

  return {
    async get(account) {
      await tryKeychain(async (keytar) => {
        const text = await keytar.getPassword(service, account)
        if (text === null || text === '') memory.delete(account)
        else if (memory.get(account)?.reveal() !== text) memory.set(account, new Secret(text))
      })
      return memory.get(account) ?? null
    },

    async set(account, secret) {
      memory.set(account, secret)
      await writeThrough(account, secret)
      memory.set(account, secret)
    },

    async delete(account) {
      memory.delete(account)
      owed.set(account, null)
      if (view.mode === 'session' && !reached) return
      try {
        await call((keytar) => keytar.deletePassword(service, account))
        memory.delete(account)
        owed.delete(account)
        if (view.mode === 'waiting') turn({ mode: 'keychain' })
      } catch (error) {
        fallBack(error)
        if (!reached) return
        throw new CallError(
          'keychain_unavailable',
          `Forgotten for this session, but it may still be in the keychain: ${wordsOf(error)}.`,
        )
      }
    },

    view: () => view,
    onChange: listeners.on,

    async tryAgain() {
      if (view.mode !== 'session' || hangs) return
      loading = null
      turn({ mode: 'keychain' })
      // Any query shows whether there is a keychain now.
      await tryKeychain((keytar) => keytar.getPassword(service, NOTHING))
      for (const [account, secret] of [...owed]) await writeThrough(account, secret)
    },
  }
}

const NO_ANSWER = `it did not answer within ${KEYCHAIN_TIMEOUT_MS / 60_000} minutes`

/** An account without a secret. */
const NOTHING = 'none/none'

/**
 * Calls `onLate` when `work` takes longer than a keychain that asks nobody, and `onGivenUp` when it takes longer than one that asks the user may.
 * @throws Error then
 */
function within<T>(
  clock: Pick<Clock, 'after'>,
  work: Promise<T>,
  onLate: () => void,
  onGivenUp: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancelLate = clock.after(KEYCHAIN_PATIENCE_MS, onLate)
    const cancel = clock.after(KEYCHAIN_TIMEOUT_MS, () => {
      onGivenUp()
      reject(new Error(NO_ANSWER))
    })
    work.then(resolve, reject).finally(() => {
      cancelLate()
      cancel()
    })
  })
}

/** Error messages of a missing keychain, with a message for the trader. */
const MISSING: readonly (readonly [RegExp, string])[] = [
  [/d-?bus|could not connect|connection refused/i, 'this computer has no session bus (D-Bus)'],
  [/libsecret/i, 'libsecret is not available on this computer'],
]

function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const [, known] = MISSING.find(([raw]) => raw.test(line)) ?? []
  if (known !== undefined) return known
  return redact(line).replace(/\.+$/, '') || 'it cannot be used'
}

// A deployment's own secrets, each bound to the address that it was imported for. Keychain accounts contain only the deployment's name. Under the
// same name another deployment may lead elsewhere, and a token sent there would be disclosed.

/** The origin that each account's secret is for; none of it is secret. */
interface SecretOrigins {
  /** Null where unknown: the keychain may have a secret of another data folder. */
  read(account: string): string | null
  /** @throws Error with the reason when it cannot be written. */
  save(account: string, origin: string): void
}

interface Binding {
  readonly origins: SecretOrigins
  /** The deployment's origin, as `URL.origin` formats it. */
  readonly origin: string
  /** Called when the stored secret is for another origin, or for an unknown one (null), and is not used here. */
  readonly onOther: (origin: string | null) => void
}

/**
 * The store of one deployment: it returns nothing that was imported for another or an unknown origin, since anybody may be the first to use a name.
 */
export function boundSecrets(store: SecretStore, { origins, origin, onOther }: Binding): SecretStore {
  return {
    ...store,
    async get(account) {
      const secret = await store.get(account)
      if (secret === null) return null
      const other = origins.read(account)
      if (other === origin) return secret
      onOther(other)
      return null
    },
    async set(account, secret) {
      await store.set(account, secret)
      // In this order: after a crash between the two, the new secret is unused rather than the old one sent elsewhere.
      origins.save(account, origin)
    },
    async delete(account) {
      // An unreachable keychain may still have it when the name leads elsewhere.
      if (origins.read(account) === null) origins.save(account, origin)
      await store.delete(account)
    },
  }
}
