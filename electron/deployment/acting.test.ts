import { describe, expect, it } from 'vitest'
import type { ConnectionView, SessionView } from '../../contract/session.ts'
import { actingOf } from './account-parts.ts'

const signedIn = {
  token: { expiresAt: null },
  agent: { state: 'approved', expiresAt: null },
} as unknown as SessionView

function cannot(
  connection: Pick<ConnectionView, 'socket' | 'reason'>,
  session = signedIn,
  storageIssue: string | null = null,
): string | null {
  const source = { kinds: ['connection'], view: () => connection, onChange: () => () => undefined }
  const feed = { sources: [source] } as unknown as Parameters<typeof actingOf>[1]
  return actingOf(session, feed, () => storageIssue).cannot
}

describe('automated orders need', () => {
  it.each([
    ['live', null, null],
    // The first attempt after a start.
    ['connecting', null, null],
    ['offline', null, 'The venue cannot be reached.'],
    ['offline', 'This computer is asleep.', 'The venue cannot be reached: This computer is asleep.'],
    // It woke up, or retries: there is no connection yet.
    ['connecting', 'This computer is asleep.', 'The venue cannot be reached: This computer is asleep.'],
    ['connecting', 'the network is gone', 'The venue cannot be reached: the network is gone.'],
  ] as const)('a connection: %s, %s', (socket, reason, text) => expect(cannot({ socket, reason })).toBe(text))

  it('a token, and an agent that signs', () => {
    const live = { socket: 'live', reason: null } as const
    expect(cannot(live, { ...signedIn, token: null })).toBe('No access token.')
    const agent = { state: 'missing', reason: 'No agent is approved.', address: null } as const
    expect(cannot(live, { ...signedIn, agent })).toBe('No agent is approved.')
  })

  it('a writable disk', () => {
    const full = 'The data folder is not writable: disk full.'
    expect(cannot({ socket: 'live', reason: null }, signedIn, full)).toBe(full)
  })
})
