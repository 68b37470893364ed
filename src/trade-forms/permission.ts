/** Whether this trader can send anything at all, whatever the market. Pure. */
import type { EntryState } from '../../contract/entry.ts'
import type { SessionView } from '../../contract/session.ts'

export type Permission =
  | { readonly orders: 'any' }
  /** Entries are off; what reduces a position is still taken. */
  | { readonly orders: 'reducing'; readonly reason: string }
  | { readonly orders: 'none'; readonly reason: string }

/** What of the session decides whether orders can be sent; null before it is known. */
export type SessionStanding = Pick<SessionView, 'agent' | 'identity' | 'identityError'> | null

/** Why a window that is not armed sends neither entries nor transfers nor conversions. */
export const NOT_ARMED = 'This window is not armed: it sends only cancels and reducing orders.'

/** What may be sent in a market by its state, and in a window that is armed or not. */
export function permissionIn(entry: EntryState, armed: boolean): Permission {
  if (entry.takes === 'everything') return armed ? { orders: 'any' } : { orders: 'reducing', reason: NOT_ARMED }
  return { orders: entry.takes === 'nothing' ? 'none' : 'reducing', reason: entry.reason }
}

/** Why this trader can send nothing at all, in words; null when nothing of the session is in the way. */
export function sessionReason(session: SessionStanding): string | null {
  if (session === null) return 'Waiting for the session.'
  if (session.identity === null) return session.identityError ?? 'No identity yet: an access token is needed to trade.'
  if (session.identity.access === 'revoked') return 'Access is revoked: the service takes no orders from this wallet.'
  if (session.identity.access === 'waitlisted') return 'This wallet is on the waitlist and cannot trade yet.'
  if (session.identity.wallet === null) return 'The access token names no wallet, so it cannot trade.'
  switch (session.agent.state) {
    // The key in use may still be the agent: the service's answer decides.
    case 'approved':
    case 'unknown':
      return null
    case 'approving':
      return 'The agent wallet is being approved.'
    case 'missing':
    case 'failed':
      return session.agent.reason
  }
}
