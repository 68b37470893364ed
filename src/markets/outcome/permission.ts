/** Whether an outcome market takes orders from this trader now, and if not, why, in words. Pure. */
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { NOT_ARMED, type Permission, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

interface OutcomePermissionInput {
  readonly session: SessionStanding
  readonly market: Pick<OutcomeMarket, 'expired' | 'settling' | 'expiry' | 'winner' | 'sides'>
  /** The service's time. */
  readonly now: number
  readonly armed: boolean
}

/** What may be sent in an outcome market (docs/service/outcomes.md#life). */
export function outcomePermission({ session, market, now, armed }: OutcomePermissionInput): Permission {
  if (market.expired) {
    const won = market.sides.find(({ index }) => index === market.winner)
    return {
      orders: 'none',
      reason: `Expired${won === undefined ? '' : `: ${won.name} was paid out at 1`}. Nothing trades here any more.`,
    }
  }
  if (market.settling) {
    return { orders: 'none', reason: 'Settling: trading has ended, and shares are paid out once the result is in.' }
  }
  if (market.expiry !== null && now >= market.expiry) {
    return { orders: 'none', reason: 'The market has reached its expiry: the service settles it next.' }
  }
  const identity = sessionReason(session)
  if (identity !== null) return { orders: 'none', reason: identity }
  return armed ? { orders: 'any' } : { orders: 'reducing', reason: NOT_ARMED }
}
