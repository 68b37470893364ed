/** Access tokens of the practice venue: HS256 JWTs whose `sub` is a wallet address, or an e-mail address without a wallet. */
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { VenueError } from '../market/index.ts'

const ISSUER = 'isotherm-practice'
const ALGORITHM = 'HS256'
/** A token in a URL may live this long at most, seconds (docs/service/websocket.md#upgrade). */
const LONGEST_URL_TOKEN = 3600

const EXPIRED = 'The access token has expired.'
/** Good tokens remembered. */
const MOST_CHECKED = 1000

/** `ws` tokens open a WebSocket and nothing else. */
export type TokenScope = 'all' | 'ws'
/** Where a token was carried. */
export type TokenUse = 'http' | 'socket-header' | 'socket-url'

export interface TokenClaims {
  subject: string
  email: string | null
  /** When it expires, venue time, ms; later once the clock has been pushed. */
  expires(): number
}

/** What tokens are dated by. */
export interface TokenClock {
  /** Venue time, ms. */
  now(): number
  /** How much of that `/practice/clock` has pushed so far, ms. */
  pushed(): number
  /** How fast it runs. */
  readonly speed: number
}

/** Signs and checks the tokens of one venue. */
export class Tokens {
  readonly #secret: Uint8Array
  readonly #clock: TokenClock
  /** Tokens whose signature was found good: it stays so, and checking costs more than all the rest of a read. */
  readonly #checked = new Map<string, Checked>()

  /** @param clock a token lasts as long on a person's clock at any speed, and a push does not age it. */
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

  /** A push moves the end along, ms. After a restart nothing is known of earlier pushes. */
  #expiryOf({ exp, pushed }: Checked): number {
    return exp * 1000 + Math.max(0, this.#clock.pushed() - pushed)
  }

  async #check(token: string): Promise<Checked> {
    const { payload } = await jwtVerify(token, this.#secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'iat', 'exp'],
      // Its end is looked at by the caller, who knows of pushes.
      currentDate: new Date(0),
    }).catch(() => {
      throw badToken('The access token is not valid.')
    })
    const { sub = '', iat = 0, exp = 0, email, scope, pushed } = payload
    const checked = {
      ...{ sub, iat, exp, scope, email: typeof email === 'string' ? email : null },
      pushed: typeof pushed === 'number' ? pushed : 0,
    }
    if (this.#checked.size >= MOST_CHECKED) this.#checked.clear()
    this.#checked.set(token, checked)
    return checked
  }
}

/** What a good token says. */
interface Checked {
  sub: string
  iat: number
  exp: number
  email: string | null
  scope: unknown
  /** How much the clock had been pushed when it was issued, ms. */
  pushed: number
}

/** 401, for a token that is missing or not good. */
export const badToken = (detail: string): VenueError => new VenueError(401, 'bad_token', detail)

/** The token of an `Authorization: Bearer …` header; null when there is no such header. @throws VenueError `bad_token`. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null
  const match = /^Bearer ([\w.~+/=-]+)$/i.exec(header)
  if (match?.[1] === undefined) throw badToken('The Authorization header must be "Bearer <ACCESS_TOKEN>".')
  return match[1]
}
