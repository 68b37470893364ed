/** Signing in: loads the token and the keys, reads the identity, retries while the service is unavailable, and signs out. */
import type { AccessSelf } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type Secret, type SecretStore, tokenExpiry } from '../secrets/index.ts'
import { ReadLog, type RuntimeConfig, ServiceError, type TradingService } from '../service/index.ts'
import type { BrowserSigner } from '../wallet/index.ts'
import type { Agent } from './agent.ts'
import { type ExpiryNoticesOptions, watchToken } from './expiry.ts'

/** The store of secrets; accounts are `<deployment name>/access-token`, `/wallet-key`, `/agent-key` and `/agent-key-next`. */
export type SecretAccounts = Pick<SecretStore, 'get' | 'set' | 'delete'>

interface SignInOptions extends ExpiryNoticesOptions {
  readonly service: Pick<TradingService, 'profile' | 'accessSelf' | 'runtimeConfig'>
  readonly secrets: Pick<SecretAccounts, 'get'>
  readonly practice: { readonly accessToken: Secret; readonly walletKey: Secret } | null
  readonly browser: Pick<BrowserSigner, 'cancel'> | null
  readonly agent: Pick<Agent, 'firstKey' | 'use' | 'signedIn' | 'signedOut' | 'approve'>
  /** Evaluates the families' own reads; called at each try. */
  readonly probeFamilies: () => void
  readonly onChange: () => void
  readonly clock: Clock
  readonly log: Log
}

/** Why nobody is signed in while there is no token. */
export const NO_TOKEN = 'No access token. Import one from the clipboard.'
/** Interval of tries to read the identity while the service cannot be reached, ms. */
const RETRY = 3_000
/** Interval of reads of an access level that does not allow trading yet, ms. */
const WAITLIST_EVERY = 60_000

export function createSignIn(options: SignInOptions) {
  const { service, practice, browser, agent, notices, clock, log, onChange } = options
  const { profile } = service
  const readConfig = configReader(service, log)
  let token: Secret | null = practice?.accessToken ?? null
  let walletKey: Secret | null = practice?.walletKey ?? null
  let self: AccessSelf | null = null
  /** The token that `self` was read with: the two change together, so that no request is sent under a wallet that is not the displayed one. */
  let tokenOfSelf: Secret | null = null
  let selfError: string | null = 'The access token has not been read yet.'
  let config: RuntimeConfig | null = null
  /** Whether the token has expired by its own claim. */
  let expired = false
  let retry: Cancel | null = null
  let generation = 0
  let stopped = false
  let rechecking = false
  const tokenWatch = watchToken(options, (reason) => {
    expired = true
    signOut(reason)
  })

  /** Never throws. */
  async function reload(): Promise<void> {
    if (stopped) return
    generation += 1
    const mine = generation
    retry?.()
    retry = null
    try {
      await loadSecrets(mine)
    } catch (error) {
      log.error({ err: error }, 'the secrets could not be read')
      if (mine === generation) signOut(`The keychain could not be read: ${wordsOf(error)}`)
      return
    }
    if (mine !== generation) return
    if (token === null) signOut(NO_TOKEN)
    options.probeFamilies()
    const read = await readConfig()
    if (mine !== generation) return
    config = read ?? config
    await readSelf(mine)
  }

  async function loadSecrets(mine: number): Promise<void> {
    const [storedToken, storedWallet, storedAgent, nextAgent] = await storedSecrets(options)
    const made = storedToken !== null && storedAgent === null ? await agent.firstKey() : null
    if (mine !== generation) return
    token = storedToken
    expired = false
    walletKey = storedWallet
    agent.use(storedAgent ?? made, nextAgent)
  }

  async function readSelf(mine: number): Promise<void> {
    const request = practice?.accessToken ?? token
    if (request === null) return signOut(NO_TOKEN)
    let read: AccessSelf
    try {
      read = await service.accessSelf(request)
    } catch (error) {
      if (mine === generation) selfFailed(error)
      return
    }
    if (mine !== generation) return
    if (self?.wallet !== read.wallet) browser?.cancel()
    self = read
    tokenOfSelf = request
    expired = false
    notices.clear('signed-out')
    // The practice venue's token is renewed automatically.
    if (practice === null) tokenWatch.set(tokenExpiry(request.reveal()))
    if (expired) return
    selfError = read.wallet === null ? 'This access token has no wallet. Import one with a wallet to trade.' : null
    const approval = agent.signedIn()
    onChange()
    if (config === null) tryAgain()
    else if (read.access !== 'allowed' && config.waitlistEnabled) tryAgain(WAITLIST_EVERY)
    if (approval === 'missing' && profile.network === 'practice' && read.wallet !== null) void agent.approve()
  }

  /** A refused token signs out; an unreachable service leaves everything unchanged, and is asked again. */
  function selfFailed(error: unknown): void {
    if (error instanceof ServiceError && (error.status === 401 || error.kind === 'signed_out')) {
      signOut(error.message)
      return
    }
    selfError = wordsOf(error)
    onChange()
    tryAgain()
  }

  function tryAgain(after = RETRY): void {
    retry?.()
    retry = clock.after(after, () => void reload())
  }

  /** Keys and token stay stored: only their identity is no longer known. */
  function signOut(reason: string): void {
    if (self !== null) {
      browser?.cancel()
      const back = 'Open windows and drafts are kept. Import an access token in Account to continue.'
      notices.put('signed-out', 'error', 'Signed out', `${reason} ${back}`)
    }
    self = null
    tokenOfSelf = null
    selfError = reason
    agent.signedOut()
    onChange()
  }

  return {
    reload,
    /** The service answered 401: the identity is read again. */
    recheck(): void {
      if (rechecking || self === null) return
      rechecking = true
      void readSelf(generation).finally(() => {
        rechecking = false
      })
    },
    stop(): void {
      stopped = true
      generation += 1
      retry?.()
      retry = null
      tokenWatch.stop()
    },
    /** Null while the identity is unknown. */
    get self(): AccessSelf | null {
      return self
    },
    /** Why the trader is not signed in, or cannot trade. */
    get error(): string | null {
      return selfError
    },
    get config(): RuntimeConfig | null {
      return config
    },
    /** The token in the keychain, which may not be read yet. */
    get token(): Secret | null {
      return token
    },
    /**
     * The token of requests: while a wallet is shown, the token that it was read with, even when another one was imported and is not read yet. Null
     * once it has expired.
     */
    get accessToken(): Secret | null {
      if (expired) return null
      return practice?.accessToken ?? (self === null ? token : tokenOfSelf)
    },
    get walletKey(): Secret | null {
      return walletKey
    },
    get address(): Address | null {
      return self?.wallet ?? null
    },
  }
}

/** Reads the runtime configuration; null when that fails, which is logged once. */
function configReader(service: SignInOptions['service'], log: Log): () => Promise<RuntimeConfig | null> {
  const failures = new ReadLog(log, 'the runtime configuration')
  return async () => {
    try {
      const read = await service.runtimeConfig()
      failures.worked()
      return read
    } catch (error) {
      failures.failed(error)
      return null
    }
  }
}

function storedSecrets({
  service,
  practice,
  secrets,
}: SignInOptions): Promise<
  readonly [token: Secret | null, wallet: Secret | null, agent: Secret | null, nextAgent: Secret | null]
> {
  const account = (kind: string): string => `${service.profile.name}/${kind}`
  return Promise.all([
    practice?.accessToken ?? secrets.get(account('access-token')),
    practice?.walletKey ?? secrets.get(account('wallet-key')),
    secrets.get(account('agent-key')),
    secrets.get(account('agent-key-next')),
  ])
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
