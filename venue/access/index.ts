/** Who may do what at the practice venue: access tokens, identities and the waitlist. */
export {
  type Caller,
  PRACTICE_DEPOSIT,
  type SessionRequest,
  Sessions,
  walletOf,
} from './sessions.ts'
export { bearerToken, Tokens } from './tokens.ts'
