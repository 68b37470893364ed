/** Who may do what at the practice venue: access tokens, identities and the waitlist. */
export {
  type Caller,
  PRACTICE_DEPOSIT,
  type SessionRequest,
  Sessions,
  type SessionsOptions,
  walletOf,
} from './sessions.ts'
export { badToken, bearerToken, type TokenClaims, type TokenScope, Tokens, type TokenUse } from './tokens.ts'
