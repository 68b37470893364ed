/** Access control of the practice venue: tokens, identities and the waitlist. */
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { Listeners } from '../contract/listeners.ts'
import { type Account, VenueError } from './market/index.ts'
import type { AccessLevel, IdentityRow, VenueStore } from './store/index.ts'

const ISSUER = 'isotherm-practice'
const ALGORITHM = 'HS256'
/** Longest lifetime of a token in a URL, seconds (docs/service/websocket.md#upgrade). */
const LONGEST_URL_TOKEN = 3600

const EXPIRED = 'The access token has expired.'
/** Number of verified tokens in the cache. */
const MAX_CHECKED = 1000

/** `ws` tokens can only open a WebSocket. */
type TokenScope = 'all' | 'ws'
/** Where the request carried the token. */
type TokenUse = 'http' | 'socket-header' | 'socket-url'

interface TokenClaims {
  subject: string
  email: string | null
  /** Expiry, venue time, ms; extended when the clock is advanced. */
  expires(): number
}

/** Clock for issuing tokens. */
interface TokenClock {
  /** Venue time, ms. */
  now(): number
  /** Total of all `/practice/clock` advances, ms. */
  pushed(): number
  /** Speed factor. */
  readonly speed: number
}

/** Signs and verifies the tokens of one venue: HS256 JWTs whose `sub` is a wallet address, or an e-mail address without a wallet. */
export class Tokens {
  readonly #secret: Uint8Array
  readonly #clock: TokenClock
  /** Tokens with a verified signature: the result never changes, and verifying costs more than the rest of a read. */
  readonly #checked = new Map<string, Checked>()

  /** @param clock a token lasts equally long in real time at any speed, and an advance does not age it. */
  constructor(secret: Uint8Array, clock: TokenClock) {
    this.#secret = secret
    this.#clock = clock
  }

  issue(claims: { subject: string; email: string | null; ttlSeconds: number; scope: TokenScope }): Promise<string> {
    const now = Math.floor(this.#clock.now() / 1000)
    const own = {
      scope: claims.scope,
      pushed: this.#clock.pushed(),
      ...(claims.email === null ? {} : { email: claims.email }),
    }
    return new SignJWT(own)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(claims.subject)
      .setIssuedAt(now)
      .setExpirationTime(now + Math.ceil(claims.ttlSeconds * this.#clock.speed))
      .sign(this.#secret)
  }

  /** @throws VenueError `bad_token` (401). */
  async verify(token: string, use: TokenUse): Promise<TokenClaims> {
    const checked = this.#checked.get(token) ?? (await this.#check(token))
    const { sub, iat, exp, email, scope } = checked
    const expires = () => this.#expiryOf(checked)
    if (expires() <= this.#clock.now()) throw badToken(EXPIRED)
    if (use === 'http' && scope === 'ws') throw badToken('This access token is for the WebSocket only.')
    if (use === 'socket-url' && exp - iat > Math.ceil(LONGEST_URL_TOKEN * this.#clock.speed))
      throw badToken('An access token in a URL must be short-lived; send this one in the Authorization header.')
    return { subject: sub, email, expires }
  }

  /** An advance extends the expiry by the same ms. After a restart earlier advances are unknown. */
  #expiryOf({ exp, pushed }: Checked): number {
    return exp * 1000 + Math.max(0, this.#clock.pushed() - pushed)
  }

  async #check(token: string): Promise<Checked> {
    const { payload } = await jwtVerify(token, this.#secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'iat', 'exp'],
      // The caller checks the expiry, which depends on advances.
      currentDate: new Date(0),
    }).catch(() => {
      throw badToken('The access token is not valid.')
    })
    const { sub = '', iat = 0, exp = 0, email, scope, pushed } = payload
    const checked = {
      ...{ sub, iat, exp, scope, email: typeof email === 'string' ? email : null },
      pushed: typeof pushed === 'number' ? pushed : 0,
    }
    if (this.#checked.size >= MAX_CHECKED) this.#checked.clear()
    this.#checked.set(token, checked)
    return checked
  }
}

/** Claims of a verified token. */
interface Checked {
  sub: string
  iat: number
  exp: number
  email: string | null
  scope: unknown
  /** Total of clock advances when it was issued, ms. */
  pushed: number
}

/** 401 for a missing or invalid token. */
const badToken = (detail: string): VenueError => new VenueError(401, 'bad_token', detail)

/** The token of an `Authorization: Bearer …` header; null without that header. @throws VenueError `bad_token`. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  const match = /^Bearer ([\w.~+/=-]+)$/i.exec(header)
  if (match?.[1] === undefined) throw badToken('The Authorization header must be "Bearer <ACCESS_TOKEN>".')
  return match[1]
}

/** Starting balance of a new practice account. */
export const PRACTICE_DEPOSIT = { usdc: '10000', usdh: '1000' } as const
const DEFAULT_TTL_SECONDS = 3600

/** The identity behind a verified token. */
export interface Caller extends IdentityRow {
  /** Token expiry, venue time, ms; extended when the clock is advanced. */
  expires: () => number
}

export interface SessionRequest {
  /** Lowercase wallet address; without it the identity has only an e-mail address. */
  address?: Account
  email?: string
  /** Sets the access level; a new identity defaults to `allowed`. */
  access?: AccessLevel
  /** Seconds; default 3600. */
  ttlSeconds?: number
  scope?: TokenScope
}

interface SessionsOptions {
  store: VenueStore
  tokens: Tokens
  waitlist: boolean
  /** Creates the practice account of a wallet if missing. */
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

  /** Issues a token; creates a new identity, with a practice account if it has a wallet. */
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

  /** @throws VenueError `bad_token` (401) when the token is missing or invalid. */
  async callerOf(token: string | null, use: TokenUse): Promise<Caller> {
    if (token === null) throw badToken('This needs an access token: Authorization: Bearer <ACCESS_TOKEN>.')
    const claims = await this.#options.tokens.verify(token, use)
    const identity = this.#options.store.identity(claims.subject)
    if (identity === null) throw badToken('The access token is for an identity that this venue does not know.')
    return { ...identity, expires: () => claims.expires() }
  }

  /**
   * Watches a connection that passed the waitlist: calls `ended` with the refusal when the token expires (checked by `timePassed`) or the identity
   * loses its access. Without a waitlist nothing is disconnected.
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

  /** Ends watched connections whose token has expired after venue time advanced. */
  timePassed(): void {
    this.#timePassed.notify()
  }

  /**
   * Enforces the waitlist, if any.
   * @throws VenueError `not_allowlisted` or `access_revoked` (403).
   */
  requireAllowed({ access }: Pick<Caller, 'access'>): void {
    if (!this.waitlist || access === 'allowed') return
    throw access === 'waitlisted'
      ? new VenueError(403, 'not_allowlisted', 'You are on the waitlist and have no access to this yet.')
      : new VenueError(403, 'access_revoked', 'Your access has been revoked.')
  }
}

/** The caller's wallet. @throws VenueError `wallet_required` (403) for an identity with only an e-mail address. */
export function walletOf({ wallet }: Caller): Account {
  if (wallet === null)
    throw new VenueError(403, 'wallet_required', 'This access token has no wallet; trading needs one with a wallet.')
  return wallet
}
