/** Access tokens of the practice venue: HS256 JWTs whose `sub` is a wallet address, or an e-mail address without a wallet. */
import { errors, jwtVerify, SignJWT } from 'jose'
import { VenueError } from '../core/interface.ts'

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
  /** When it expires, real time, seconds. */
  expires: number
}

/** Signs and checks the tokens of one venue. */
export class Tokens {
  readonly #secret: Uint8Array
  readonly #realNow: () => number
  /** Tokens whose signature was found good: it stays so, and checking costs more than all the rest of a read. */
  readonly #checked = new Map<string, Checked>()

  /** @param realNow real time in ms: tokens age with the world, however fast venue time runs. */
  constructor(secret: Uint8Array, realNow: () => number) {
    this.#secret = secret
    this.#realNow = realNow
  }

  issue(claims: { subject: string; email: string | null; ttlSeconds: number; scope: TokenScope }): Promise<string> {
    const now = Math.floor(this.#realNow() / 1000)
    const own = { scope: claims.scope, ...(claims.email === null ? {} : { email: claims.email }) }
    return new SignJWT(own)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setSubject(claims.subject)
      .setIssuedAt(now)
      .setExpirationTime(now + claims.ttlSeconds)
      .sign(this.#secret)
  }

  /** @throws VenueError `bad_token` (401). */
  async verify(token: string, use: TokenUse): Promise<TokenClaims> {
    const known = this.#checked.get(token)
    if (known !== undefined && known.exp * 1000 <= this.#realNow()) throw badToken(EXPIRED)
    const { sub, iat, exp, email, scope } = known ?? (await this.#check(token))
    if (use === 'http' && scope === 'ws') throw badToken('This access token is for the WebSocket only.')
    if (use === 'socket-url' && exp - iat > LONGEST_URL_TOKEN)
      throw badToken('An access token in a URL must be short-lived; send this one in the Authorization header.')
    return { subject: sub, email, expires: exp }
  }

  async #check(token: string): Promise<Checked> {
    const { payload } = await jwtVerify(token, this.#secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'iat', 'exp'],
      currentDate: new Date(this.#realNow()),
    }).catch((error: unknown) => {
      throw badToken(error instanceof errors.JWTExpired ? EXPIRED : 'The access token is not valid.')
    })
    const { sub = '', iat = 0, exp = 0, email, scope } = payload
    const checked = { sub, iat, exp, email: typeof email === 'string' ? email : null, scope }
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
