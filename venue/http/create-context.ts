/** Puts together what the routes work with. */
import { Referrals } from '../referrals/index.ts'
import { AgentApprovals, type NonceSource, PreparedActions, UserActions } from '../signing/index.ts'
import type { VenueContext } from './context.ts'

/** Life of a prepared action, and how far a direct order's timestamp may be off: ms on a person's clock. */
const PREPARED_LIFETIME = 30_000
const FRESHNESS = 30_000
/** A person signs in their own wallet: ms on a person's clock. */
const USER_ACTION_LIFETIME = 10 * 60_000

type Given = Pick<VenueContext, 'core' | 'store' | 'sessions' | 'mode' | 'outcomes' | 'oracle'>

/** @param speed how fast venue time runs: what a person has time for lasts as long on their clock at any speed. */
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
