/** Shared context of the routes, created once per venue. */
import type { Sessions } from '../access.ts'
import type { VenueCore } from '../core/index.ts'
import { VenueError } from '../market/index.ts'
import type { OutcomeCore } from '../outcomes/index.ts'
import { Referrals } from '../referrals.ts'
import { AgentApprovals, type NonceSource, PreparedActions, UserActions } from '../signing/index.ts'
import type { VenueStore } from '../store/index.ts'

/** Which market families the deployment shows (docs/service/deployment.md#market-modes). */
export type MarketMode = 'scalar' | 'binary' | 'all'

/** Oracle state set by control. */
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
  /** Maximum difference of a direct order's timestamp from venue time, ms. */
  freshness: number
}

/** Guards requests that need a fresh mark. @throws VenueError `stale_market_data` (503). */
export function requireFreshOracle({ oracle }: VenueContext): void {
  if (oracle.stale)
    throw new VenueError(503, 'stale_market_data', 'The oracle has given no fresh reading; no entries until it does.')
}

/** Lifetime of a prepared action, and tolerance of a direct order's timestamp: real ms. */
const PREPARED_LIFETIME = 30_000
const FRESHNESS = 30_000
/** Longer, because a person signs in their own wallet: real ms. */
const USER_ACTION_LIFETIME = 10 * 60_000

type Given = Pick<VenueContext, 'core' | 'store' | 'sessions' | 'mode' | 'outcomes' | 'oracle'>

/** @param speed of venue time: lifetimes are scaled so that they last equally long in real time. */
export function createContext({ speed, ...given }: Given & { speed: number }): VenueContext {
  const { core, store } = given
  const now = () => core.now()
  const nonces = createNonces(now)
  const userActions = new UserActions({ now, lifetime: USER_ACTION_LIFETIME * speed })
  return {
    ...given,
    freshness: FRESHNESS * speed,
    nonces,
    userActions,
    referrals: new Referrals(core, store),
    approvals: new AgentApprovals({ now, nonces, agents: store, actions: userActions }),
    prepared: new PreparedActions({
      now,
      nonces,
      submissions: {
        find: (orderId) => store.submission(orderId),
        record: (orderId, submission) => store.saveSubmission(orderId, submission),
      },
      lifetime: PREPARED_LIFETIME * speed,
    }),
  }
}

/** Nonces of prepared actions: venue time, or one more than the last. */
function createNonces(now: () => number): NonceSource {
  let last = 0
  return {
    next() {
      last = Math.max(now(), last + 1)
      return last
    },
  }
}
