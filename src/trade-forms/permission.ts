/** Whether this trader and this window can send anything at all, for any market. */

import type { EntryState } from '../../contract/entry.ts'
import { killedText } from '../../contract/flatten.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import type { KeysView } from '../../contract/safety-locks.ts'
import type { SessionView } from '../../contract/session.ts'
import { useTopicValue } from '../market-data/index.ts'

export type Permission =
  | { readonly orders: 'any' }
  /** Entries are off; reducing orders are still taken. */
  | { readonly orders: 'reducing'; readonly reason: string }
  | { readonly orders: 'none'; readonly reason: string }

/** The session data that decides whether orders can be sent; null before it is known. */
export type SessionState = Pick<SessionView, 'agent' | 'identity' | 'identityError'> | null

/** Why a window that is not armed sends neither entries nor transfers nor conversions. */
const NOT_ARMED = 'This window is not armed: it sends only cancels and reducing orders.'

/** The permitted orders by a market's state. @param entriesOff why this window sends no entries; null where it does */
export function permissionIn(entry: EntryState, entriesOff: string | null): Permission {
  if (entry.takes === 'everything') {
    return entriesOff === null ? { orders: 'any' } : { orders: 'reducing', reason: entriesOff }
  }
  return { orders: entry.takes === 'nothing' ? 'none' : 'reducing', reason: entry.reason }
}

/** Why this trader can send nothing at all, as text; null when the session blocks nothing. */
export function sessionReason(session: SessionState): string | null {
  if (session === null) return COMMON.sessionAwaited
  if (session.identity === null) return session.identityError ?? 'Import an access token to trade.'
  if (session.identity.access === 'revoked') return 'Access revoked: the venue rejects orders from this wallet.'
  if (session.identity.access === 'waitlisted') return 'This wallet is on the waitlist.'
  if (session.identity.wallet === null) return 'The access token has no wallet. Import one with a wallet.'
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

/** Why this window sends neither entries nor transfers nor conversions, as main would refuse them; null where it does. */
export function useEntriesOff(): string | null {
  const stopped = useTopicValue({ kind: 'kill' }, (kill) => (kill.isKilled ? killedText(kill) : null)) ?? null
  const isArmed = useTopicValue({ kind: 'arming' }, ({ required, armedUntil }) => !required || armedUntil !== null)
  return stopped ?? (isArmed === false ? NOT_ARMED : null)
}

/** The trading keys of this window; undefined until main publishes them. */
export const useTradingKeys = (): KeysView | undefined => useTopicValue({ kind: 'arming' }, ({ keys }) => keys)
