/** Where secrets are kept: the system's keychain, or memory for this session when there is none. Never a file. */
import type { KeychainView } from '../../contract/session.ts'
import type { Clock } from '../../contract/time.ts'
import { CallError } from '../errors/index.ts'
import { type Log, redact } from '../log/index.ts'
import { Secret } from './secret.ts'

/** The part of keytar that is used. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** The secrets a profile has, by the last part of their account. */
export type SecretKind = 'access-token' | 'agent-key' | 'wallet-key'

/** The keychain account of a secret: `<profile name>/<kind>`. */
export const secretAccount = (profile: string, kind: SecretKind): string => `${profile}/${kind}`

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
}

interface SecretStoreOptions {
  /** Keychain service; all of the terminal's entries are under it. */
  readonly service?: string
  /** Gives the keychain, or fails where there is none. */
  readonly keychain?: () => Promise<KeytarLike>
  readonly clock: Pick<Clock, 'after'>
  readonly log?: Pick<Log, 'warn'>
}

/** A keychain that has not answered after this is taken as none, ms. */
export const KEYCHAIN_TIMEOUT_MS = 5000

/** Loads keytar only when it is first needed: without its system library, loading it is what fails. */
async function loadKeytar(): Promise<KeytarLike> {
  const loaded: { default?: KeytarLike } & KeytarLike = await import('@github/keytar')
  return loaded.default ?? loaded
}

/** Opens nothing yet; the first call finds out whether there is a keychain. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const { service = 'isotherm', keychain = loadKeytar, clock, log } = options
  const memory = new Map<string, Secret>()
  let view: KeychainView = { mode: 'keychain' }
  let loading: Promise<KeytarLike> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Whether a keychain has answered at least once, so that something of ours can be in it. */
  let reached = false

  /** One call at a time: each that hangs holds a thread of the process until it is answered. */
  function call<T>(run: (keytar: KeytarLike) => Promise<T>): Promise<T> {
    const attempt = queue.then(() => {
      loading ??= keychain()
      return within(clock, loading.then(run))
    })
    queue = attempt.catch(() => {})
    return attempt
  }

  function fallBack(error: unknown): void {
    if (view.mode === 'session') return
    view = { mode: 'session', reason: `No keychain: ${wordsOf(error)}. Secrets are kept for this session only.` }
    log?.warn({ reason: view.reason }, 'the keychain cannot be used')
  }

  /** Reaches the keychain where there is one, and otherwise goes on without. */
  async function tryKeychain(run: (keytar: KeytarLike) => Promise<void>): Promise<void> {
    if (view.mode === 'session') return
    try {
      await call(async (keytar) => {
        if (view.mode === 'session') return
        await run(keytar)
        reached = true
      })
    } catch (error) {
      fallBack(error)
    }
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
      await tryKeychain((keytar) => keytar.setPassword(service, account, secret.reveal()))
      memory.set(account, secret)
    },

    async delete(account) {
      memory.delete(account)
      if (view.mode === 'session' && !reached) return
      try {
        await call((keytar) => keytar.deletePassword(service, account))
        memory.delete(account)
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
  }
}

/** @throws Error when `work` takes longer than a keychain may. */
function within<T>(clock: Pick<Clock, 'after'>, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(KEYCHAIN_TIMEOUT_MS, () => {
      reject(new Error(`it did not answer within ${KEYCHAIN_TIMEOUT_MS / 1000} s`))
    })
    work.then(resolve, reject).finally(cancel)
  })
}

function wordsOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return redact(line).replace(/\.+$/, '') || 'it cannot be used'
}
