/** What everything held needs besides its market: a token, an agent that signs, a connection that is there, and a disk that can be written. */
import type { ConnectionView, SessionView } from '../../contract/session.ts'
import type { Acting } from '../conditional/index.ts'
import type { Feed } from '../feed/index.ts'

/** Until when the access token and the agent's approval last, the service's time; null where nothing says so. */
export const lastOf = ({ token, agent }: Pick<SessionView, 'token' | 'agent'>): Pick<Acting, 'token' | 'agent'> => ({
  token: token?.expiresAt ?? null,
  agent: agent.state === 'approved' ? agent.expiresAt : null,
})

/** The same, with why nothing can go out at this moment. */
export function actingOf(
  session: SessionView,
  feed: Pick<Feed, 'sources'>,
  /** Why nothing can be written, or null: what is not on disk is not sent. */
  storageIssue: () => string | null,
): Acting {
  const { token, agent } = session
  const reason =
    agent.state === 'missing' || agent.state === 'failed'
      ? agent.reason
      : token === null
        ? 'There is no access token.'
        : (unreachable(feed) ?? storageIssue())
  return { ...lastOf(session), cannot: reason }
}

/** Why the service cannot be reached, as a sentence; null while it can. */
export function unreachable(feed: Pick<Feed, 'sources'>): string | null {
  const connection = feed.sources.find(({ kinds }) => kinds.includes('connection'))?.view({ kind: 'connection' }) as
    | ConnectionView
    | undefined
  return connection !== undefined && isLost(connection) ? `The service cannot be reached${words(connection)}` : null
}

/** Trying to connect again is no connection yet: only the first attempt after a start, which no reason goes before, is waited for in silence. */
const isLost = ({ socket, reason }: ConnectionView): boolean =>
  socket === 'offline' || (socket === 'connecting' && reason !== null)

const words = ({ reason }: ConnectionView): string => (reason === null ? '.' : `: ${reason.replace(/\.$/, '')}.`)
