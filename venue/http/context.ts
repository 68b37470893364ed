/** What the routes work with. */
import type { Sessions } from '../access/index.ts'
import type { VenueCore } from '../core/interface.ts'
import type { AgentApprovals, PreparedActions } from '../signing/index.ts'
import type { VenueStore } from '../store/index.ts'

export interface VenueContext {
  core: VenueCore
  store: VenueStore
  sessions: Sessions
  prepared: PreparedActions
  approvals: AgentApprovals
  /** How far a direct order's timestamp may be from venue time, ms. */
  freshness: number
}
