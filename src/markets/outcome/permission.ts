/** Whether an outcome market takes orders from this trader now, and if not, why, in words. Pure. */
import { outcomeEntry } from '../../../contract/entry.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { type Permission, permissionIn, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

interface OutcomePermissionInput {
  readonly session: SessionStanding
  readonly market: Pick<OutcomeMarket, 'expired' | 'settling' | 'expiry' | 'winner' | 'sides' | 'fault'>
  /** The service's time. */
  readonly now: number
  readonly armed: boolean
}

/** What may be sent in an outcome market; of one that is over, that comes before what the session lacks. */
export function outcomePermission({ session, market, now, armed }: OutcomePermissionInput): Permission {
  const entry = outcomeEntry(market, now)
  const identity = entry.takes === 'everything' ? sessionReason(session) : null
  return identity === null ? permissionIn(entry, armed) : { orders: 'none', reason: identity }
}
