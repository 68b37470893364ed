/** What the routes work with. */
import type { Sessions } from '../access/index.ts'
import type { VenueCore } from '../core/index.ts'
import { VenueError } from '../market/index.ts'
import type { OutcomeCore } from '../outcomes/index.ts'
import type { Referrals } from '../referrals/index.ts'
import type { AgentApprovals, NonceSource, PreparedActions, UserActions } from '../signing/index.ts'
import type { VenueStore } from '../store/index.ts'

/** Which market families the deployment shows (docs/service/deployment.md#market-modes). */
export type MarketMode = 'scalar' | 'binary' | 'all'

/** What control may have said of the oracle. */
export interface OracleState {
  stale: boolean
}

export interface VenueContext {
  oracle: OracleState
  mode: MarketMode
  core: VenueCore
  store: VenueStore
  sessions: Sessions
  prepared: PreparedActions
  userActions: UserActions
  nonces: NonceSource
  /** The outcome markets, null when the deployment has none. */
  outcomes: OutcomeCore | null
  approvals: AgentApprovals
  referrals: Referrals
  /** How far a direct order's timestamp may be from venue time, ms. */
  freshness: number
}

/** Holds back what hangs on a fresh mark. @throws VenueError `stale_market_data` (503). */
export function requireFreshOracle({ oracle }: VenueContext): void {
  if (oracle.stale)
    throw new VenueError(503, 'stale_market_data', 'The oracle has given no fresh reading; no entries until it does.')
}
