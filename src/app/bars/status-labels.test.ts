import { describe, expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import type { ConnectionView } from '../../../contract/session.ts'
import { agentWords, ageWords, clockWords, connectionWords, keychainWords, tokenEndWords } from './status-labels.ts'

const connection = (over: Partial<ConnectionView>): ConnectionView => ({
  socket: 'live',
  retryInMs: null,
  attempts: 0,
  latencyMs: null,
  messageAgeMs: 0,
  messagesPerSecond: 0,
  clockOffsetMs: null,
  stale: false,
  reason: null,
  at: 0 as ConnectionView['at'],
  ...over,
})

describe('the connection in words', () => {
  it('is live only with an open socket and fresh data', () => {
    expect(connectionWords(connection({}), false, false).words).toBe('Live')
    expect(connectionWords(connection({}), true, false)).toMatchObject({ words: 'Stale', tone: 'bad' })
    expect(connectionWords(connection({}), true, true).words).toBe('No word from the main process')
    expect(connectionWords(undefined, false, false).words).toBe('Starting')
  })

  it('says when it tries again, and why it is down', () => {
    const words = connectionWords(connection({ socket: 'offline', retryInMs: 3200, reason: 'refused' }), true, false)
    expect(words).toEqual({ tone: 'bad', words: 'Offline', retry: 'next try in 4 s', reason: 'refused' })
    expect(connectionWords(connection({ socket: 'connecting', attempts: 2 }), true, false).words).toBe('Reconnecting')
  })
})

describe('other facts', () => {
  it('tell ages and offsets', () => {
    expect(ageWords(null)).toBe('no data yet')
    expect(ageWords(149)).toBe('data 0.1 s old')
    expect(ageWords(65_000)).toBe('data 1 min 5 s old')
    expect(clockWords(-3.4)).toBe('clock −3 ms')
    expect(clockWords(739_000)).toBe('clock +12\u00a0min 19\u00a0s')
    expect(clockWords(null)).toBe('clock not measured')
  })

  it('tell the agent with the days it still has, and why there is none', () => {
    const address = '0x3f00000000000000000000000000000000a91c0a' as Address
    const at = 1_000_000 as ConnectionView['at']
    const left = agentWords({ state: 'approved', address, expiresAt: (at + 29.5 * 86_400_000) as typeof at }, at)
    expect(left.words.replaceAll('\u00a0', ' ')).toBe('Agent 0x3f…1c0a, 29 d left')
    expect(agentWords({ state: 'missing', reason: 'not approved yet', address: null }, at).reason).toBe(
      'not approved yet',
    )
    expect(keychainWords({ mode: 'session', reason: 'no bus' })).toEqual({
      words: 'Keys for this session only',
      reason: 'no bus',
    })
  })

  it('tell the end of the access token in its last five minutes', () => {
    const expiresAt = 1_000_000_000 as ConnectionView['at']
    expect(tokenEndWords({ expiresAt }, expiresAt - 300_001)).toBeNull()
    expect(tokenEndWords({ expiresAt }, expiresAt - 245_000)).toBe('token ends in 4:05')
    expect(tokenEndWords({ expiresAt }, expiresAt + 1)).toBe('token ends in 0:00')
    expect(tokenEndWords({ expiresAt: null }, expiresAt)).toBeNull()
  })
})
