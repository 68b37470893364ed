/** Who calls, and what they may do: identities, the waitlist, and the sessions the practice venue hands out. */
import { Listeners } from '../../contract/listeners.ts'
import { type Account, VenueError } from '../market/index.ts'
import type { AccessLevel, VenueStore } from '../store/index.ts'
import { badToken, type TokenScope, type Tokens, type TokenUse } from './tokens.ts'

/** What a new practice account starts with. */
export const PRACTICE_DEPOSIT = { usdc: '10000', usdh: '1000' } as const
const DEFAULT_TTL_SECONDS = 3600

/** Who a checked token speaks for. */
export interface Caller {
  subject: string
  wallet: Account | null
  email: string | null
  access: AccessLevel
  /** When the token expires, venue time, ms; later once the clock has been pushed. */
  expires: () => number
}

export interface SessionRequest {
  /** Lowercase wallet address; without it the identity has an e-mail address only. */
  address?: Account
  email?: string
  /** Sets the identity's level; a new identity without it is `allowed`. */
  access?: AccessLevel
  /** Seconds; 3600 when absent. */
  ttlSeconds?: number
  scope?: TokenScope
}

export interface SessionsOptions {
  store: VenueStore
  tokens: Tokens
  waitlist: boolean
  /** Gives a wallet its practice account when it has none. */
  openAccount: (account: Account) => void
  /** Venue time, ms. */
  now: () => number
}

/** The identities of one venue. */
export class Sessions {
  readonly waitlist: boolean
  readonly #options: SessionsOptions
  readonly #accessChanged = new Listeners<[subject: string]>()
  readonly #timePassed = new Listeners()

  constructor(options: SessionsOptions) {
    this.#options = options
    this.waitlist = options.waitlist
  }

  /** A token for the identity, which is created when new, with a practice account when it has a wallet. */
  async issueToken({ address, email, access, ttlSeconds, scope }: SessionRequest): Promise<string> {
    const { store, tokens, openAccount } = this.#options
    const subject = address ?? email
    if (subject === undefined)
      throw new VenueError(400, 'bad_request', 'A session needs an address or an email.', 'address')
    const known = store.identity(subject)
    const identity = {
      subject,
      wallet: address ?? null,
      email: email ?? known?.email ?? null,
      access: access ?? known?.access ?? 'allowed',
    }
    store.saveIdentity(identity)
    this.#accessChanged.notify(subject)
    if (address !== undefined) openAccount(address)
    const ttl = ttlSeconds ?? DEFAULT_TTL_SECONDS
    return tokens.issue({ subject, email: identity.email, ttlSeconds: ttl, scope: scope ?? 'all' })
  }

  /** @throws VenueError `bad_token` (401) when the token is missing or not good. */
  async callerOf(token: string | null, use: TokenUse): Promise<Caller> {
    if (token === null) throw badToken('This needs an access token: Authorization: Bearer <ACCESS_TOKEN>.')
    const claims = await this.#options.tokens.verify(token, use)
    const identity = this.#options.store.identity(claims.subject)
    if (identity === null) throw badToken('The access token is for an identity that this venue does not know.')
    return { ...identity, expires: () => claims.expires() }
  }

  /**
   * Watches over a connection that the waitlist let in: calls `ended` with the refusal when the token expires (as `timePassed` sees it)
   * or the identity loses its access. Without a waitlist nobody is put out.
   * @returns ends the watch.
   */
  watch(caller: Caller, ended: (refusal: VenueError) => void): () => void {
    if (!this.waitlist) return () => {}
    const { store, now } = this.#options
    const onAccess = (subject: string): void => {
      if (subject !== caller.subject) return
      try {
        this.requireAllowed({ ...caller, access: store.identity(subject)?.access ?? 'revoked' })
      } catch (error) {
        end(error as VenueError)
      }
    }
    const onTime = (): void => {
      if (caller.expires() <= now()) end(badToken('The access token has expired.'))
    }
    const cancels = [this.#accessChanged.on(onAccess), this.#timePassed.on(onTime)]
    const stop = (): void => {
      for (const cancel of cancels) cancel()
    }
    const end = (refusal: VenueError): void => {
      stop()
      ended(refusal)
    }
    onTime()
    return stop
  }

  /** Ends the watched connections whose token has expired by now: venue time has run on, or was pushed. */
  timePassed(): void {
    this.#timePassed.notify()
  }

  /**
   * Holds the waitlist, when there is one.
   * @throws VenueError `not_allowlisted` or `access_revoked` (403).
   */
  requireAllowed({ access }: Pick<Caller, 'access'>): void {
    if (!this.waitlist || access === 'allowed') return
    throw access === 'waitlisted'
      ? new VenueError(403, 'not_allowlisted', 'You are on the waitlist and have no access to this yet.')
      : new VenueError(403, 'access_revoked', 'Your access has been revoked.')
  }
}

/** The caller's wallet. @throws VenueError `wallet_required` (403) for an identity with an e-mail address only. */
export function walletOf({ wallet }: Caller): Account {
  if (wallet === null)
    throw new VenueError(403, 'wallet_required', 'This access token has no wallet; trading needs one with a wallet.')
  return wallet
}
