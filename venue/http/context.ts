/** What the routes work with. */
import type { Sessions } from '../access/index.ts'
import type { VenueCore } from '../core/interface.ts'
import type { OutcomeCore } from '../outcomes/interface.ts'
import type { AgentApprovals, NonceSource, PreparedActions, UserActions } from '../signing/index.ts'
import type { VenueStore } from '../store/index.ts'

/** Which market families the deployment shows (live-deployment.md, "Background"). */
export type MarketMode = 'scalar' | 'binary' | 'all'

export interface VenueContext {
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
  /** How far a direct order's timestamp may be from venue time, ms. */
  freshness: number
}
