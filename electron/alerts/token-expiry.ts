/** When an access token runs out, by its own word. Pure. */
import { type Millis, millis } from '../../contract/time.ts'
import type { Secret } from '../secrets/index.ts'

/** The `exp` of a token of three parts, ms; null when there is no token or it says nothing of it. */
export function tokenExpiryOf(token: Secret | null): Millis | null {
  const claims = token?.reveal().split('.')[1]
  if (claims === undefined) return null
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown }
    return typeof exp === 'number' && Number.isFinite(exp) ? millis(Math.round(exp * 1000)) : null
  } catch {
    return null
  }
}
