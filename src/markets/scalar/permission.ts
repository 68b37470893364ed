/** Whether the live market takes orders from this trader now, and if not, why, in words. */
import { type ScalarEntryFacts, scalarEntry } from '../../../contract/entry.ts'
import { type Permission, permissionIn, type SessionStanding, sessionReason } from '../../trade-forms/index.ts'

interface PermissionInput extends ScalarEntryFacts {
  readonly session: SessionStanding
  /** Whether this window may send what adds exposure; it may unless said otherwise. */
  readonly armed?: boolean
}

/** What orders may be sent in the asset. */
export function permissionOf({ session, armed = true, ...facts }: PermissionInput): Permission {
  const identity = sessionReason(session)
  return identity === null ? permissionIn(scalarEntry(facts), armed) : { orders: 'none', reason: identity }
}
