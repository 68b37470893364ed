/** Secrets in memory and in the keychain, and those of each deployment. */

import { Listeners } from '../../contract/listeners.ts'
import type { KeychainView } from '../../contract/session.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import { CallError } from '../errors.ts'
import { type Log, redact, watchSecret } from '../log/index.ts'

const MASK = '[secret]'

/** Holds a key or a token. Nothing that prints, logs, clones or serializes it can show what it holds. */
export class Secret {
  readonly #text: string

  /** From here on `redact` takes the text out of anything that is logged, for as long as the secret is alive. */
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

// Where secrets are kept: the system's keychain, or memory for this session when there is none. Never a file.

/** The part of keytar that is used. */
interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** The secrets a profile has, by the last part of their account. */
export type SecretKind = 'access-token' | 'agent-key' | 'wallet-key'

/** The keychain account of a secret: `<profile name>/<kind>`. */
export const secretAccount = (profile: string, kind: SecretKind | 'agent-key-next'): string => `${profile}/${kind}`

/** Accounts are as `secretAccount` makes them. */
export interface SecretStore {
  /** Never rejects: without a keychain it answers from memory. */
  get(account: string): Promise<Secret | null>
  /** Never rejects: without a keychain the secret is kept for this session, and `view` says so. */
  set(account: string, secret: Secret): Promise<void>
  /** @throws CallError when the secret may still be in the keychain. */
  delete(account: string): Promise<void>
  /** Where secrets are kept, as far as that is known by now. */
  view(): KeychainView
  /** Called when `view` says something else. */
  onChange(listener: () => void): Cancel
  /**
   * Asks the keychain again after it was taken as none, and puts in what was kept for this session only. Never rejects: `view` says what came of it.
   */
  tryAgain(): Promise<void>
}

interface SecretStoreOptions {
  /** Keychain service; all of the terminal's entries are under it. */
  readonly service?: string
  /** Gives the keychain, or fails where there is none. */
  readonly keychain?: () => Promise<KeytarLike>
  readonly clock: Pick<Clock, 'after'>
  readonly log?: Pick<Log, 'warn'>
}

/** A keychain that has not answered after this is asking the person at the machine, ms: the trader is told. */
const KEYCHAIN_PATIENCE_MS = 5000
/** One that has not answered after this is taken as none, ms. */
const KEYCHAIN_TIMEOUT_MS = 120_000

const WAITING =
  'The keychain waits for you: unlock it, or allow Isotherm to use it, in the box that the system shows. After two minutes keys are for this session only.'

/** Loads keytar only when it is first needed: without its system library, loading it is what fails. */
async function loadKeytar(): Promise<KeytarLike> {
  const loaded: { default?: KeytarLike } & KeytarLike = await import('@github/keytar')
  return loaded.default ?? loaded
}

/** Opens nothing yet; the first call finds out whether there is a keychain. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { service = 'isotherm', keychain = loadKeytar, clock, log } = options
  const memory = new Map<string, Secret>()
  /** What the keychain does not know yet: a secret that was given, null for one that was forgotten. */
  const owed = new Map<string, Secret | null>()
  const listeners = new Listeners()
  let view: KeychainView = { mode: 'keychain' }
  let loading: Promise<KeytarLike> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Whether a keychain has answered at least once, so that something of ours can be in it. */
  let reached = false

  /** One call at a time: each that hangs holds a thread of the process until it is answered. */
  function call<T>(run: (keytar: KeytarLike) => Promise<T>): Promise<T> {
    const attempt = queue.then(() => {
      loading ??= keychain()
      return within(clock, loading.then(run), () => turn({ mode: 'waiting', reason: WAITING }))
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

  /** Reaches the keychain where there is one, and otherwise goes on without. */
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

  /** Has the keychain know a secret, or know it no more; what it could not be told is owed to it. */
  async function tell(account: string, secret: Secret | null): Promise<void> {
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
      await tell(account, secret)
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
      if (view.mode !== 'session') return
      loading = null
      turn({ mode: 'keychain' })
      // Whatever is asked for says whether there is a keychain now.
      await tryKeychain((keytar) => keytar.getPassword(service, NOTHING))
      for (const [account, secret] of [...owed]) await tell(account, secret)
    },
  }
}

/** An account that holds nothing. */
const NOTHING = 'none/none'

/** Tells when `work` takes longer than a keychain that asks nobody. @throws Error when it takes longer than one may that does. */
function within<T>(clock: Pick<Clock, 'after'>, work: Promise<T>, onLate: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancelLate = clock.after(KEYCHAIN_PATIENCE_MS, onLate)
    const cancel = clock.after(KEYCHAIN_TIMEOUT_MS, () => {
      reject(new Error(`it did not answer within ${KEYCHAIN_TIMEOUT_MS / 60_000} minutes`))
    })
    work.then(resolve, reject).finally(() => {
      cancelLate()
      cancel()
    })
  })
}

/** What a missing keychain says of itself, in words for a trader. */
const MISSING: readonly (readonly [RegExp, string])[] = [
  [/d-?bus|could not connect|connection refused/i, 'this machine has no session bus (D-Bus) to reach one by'],
  [/libsecret/i, 'its library, libsecret, cannot be opened on this machine'],
]

function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const [, known] = MISSING.find(([raw]) => raw.test(line)) ?? []
  if (known !== undefined) return known
  return redact(line).replace(/\.+$/, '') || 'it cannot be used'
}

// A deployment's own secrets, each bound to the address that it was imported for. Accounts in the keychain go by
// the deployment's name alone; under the same name another profile may lead elsewhere, and a token that is sent there
// is in strange hands.

/** Which origin each account's secret is for; nothing of it is secret. */
interface SecretOrigins {
  /** Null where that is not known: the keychain may have a secret of another data folder. */
  read(account: string): string | null
  /** @throws Error in words when it cannot be written. */
  save(account: string, origin: string): void
}

interface Binding {
  readonly origins: SecretOrigins
  /** Where the deployment is, as `URL.origin` writes it. */
  readonly origin: string
  /** Told that something is stored that is for another origin, or for one that is not known (null), and is not used here. */
  readonly onOther: (origin: string | null) => void
}

/**
 * The same store for one deployment: it answers nothing that was imported for another origin, or for nobody knows which: whoever asks first under
 * a name may be anybody.
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
      // In this order: where the end comes between the two, the new secret is not used rather than the old one sent elsewhere.
      origins.save(account, origin)
    },
    async delete(account) {
      // A keychain that cannot be reached may still have it when the name leads elsewhere.
      if (origins.read(account) === null) origins.save(account, origin)
      await store.delete(account)
    },
  }
}
