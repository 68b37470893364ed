/** Parses a secret from the clipboard: whether it is valid, and its masked description. Pure. */
import { type Address, parseAddress, shortAddress } from '../../contract/address.ts'
import { type SafeText, safeText } from '../../contract/safe-text.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { CallError } from '../errors.ts'

/** Facts about an access token without asking the service; only the service checks the signature. */
interface TokenFacts {
  readonly wallet: Address | null
  readonly email: string | null
  readonly expiresAt: number | null
}

/**
 * Parses an access token (a JWT), with or without a leading `Bearer`.
 * @param now service time, ms; null while unknown: a token's expiry is then not checked.
 * @throws CallError with the fault, without any character of the text.
 */
export function readAccessToken(text: string, now: number | null): { token: string; facts: TokenFacts } {
  const token = text.trim().replace(/^bearer\s+/i, '')
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every((part) => /^[\w-]+$/.test(part))) {
    throw bad('The clipboard does not contain an access token (three parts separated by dots).')
  }
  const [header, claims] = parts.slice(0, 2).map(jsonOf)
  if (header == null || claims == null) {
    throw bad('The access token in the clipboard is incomplete. Copy all of it.')
  }
  const expiresAt = typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp * 1000 : null
  if (expiresAt !== null && now !== null && expiresAt <= now) {
    throw bad(`The access token in the clipboard expired on ${minuteOf(expiresAt)}. Get a new one.`)
  }
  return { token, facts: { wallet: walletIn(claims), email: emailIn(claims), expiresAt } }
}

/** A token's expiry by its own claim; null when it has none, or cannot be read. */
export function tokenExpiry(token: string): Millis | null {
  const exp = jsonOf(token.split('.')[1] ?? '')?.exp
  return typeof exp === 'number' && Number.isSafeInteger(Math.floor(exp * 1000)) ? millis(Math.floor(exp * 1000)) : null
}

/** `Access token of 0x3f…a91c, valid until 2026-11-21 16:00 UTC` */
export function describeToken({ wallet, email, expiresAt }: TokenFacts): SafeText {
  const owner = wallet !== null ? shortAddress(wallet) : email !== null ? maskEmail(email) : null
  return safeText(
    [
      owner === null ? 'Access token' : `Access token of ${owner}`,
      expiresAt === null ? 'without an expiry' : `valid until ${minuteOf(expiresAt)}`,
    ].join(', '),
  )
}

/**
 * Parses a wallet key, with or without `0x`; the signer checks whether it is on the curve.
 * @throws CallError with the fault, without any character of the text.
 */
export function readWalletKey(text: string): string {
  const key = text.trim()
  if (!/^(?:0x)?[0-9a-fA-F]{64}$/.test(key)) {
    throw bad('The clipboard does not contain a wallet key (64 hex digits, with or without 0x).')
  }
  return `0x${key.replace(/^0x/, '').toLowerCase()}`
}

const bad = (message: string): CallError => new CallError('bad_secret', message)

function jsonOf(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Issuers name the claim differently; only a valid address counts. */
function walletIn(claims: Record<string, unknown>): Address | null {
  const named = [claims.wallet, claims.wallet_address, claims.walletAddress, claims.address, claims.sub]
  for (const value of named) {
    const address = typeof value === 'string' ? parseAddress(value) : null
    if (address !== null) return address
  }
  return null
}

const emailIn = ({ email, sub }: Record<string, unknown>): string | null =>
  [email, sub].find((value): value is string => typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value)) ?? null

/** `j…@example.com` */
const maskEmail = (email: string): string => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`

function minuteOf(time: number): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'a distant date' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
