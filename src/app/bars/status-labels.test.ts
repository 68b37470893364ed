import { describe, expect, it } from 'vitest'
import type { Address } from '../../../contract/address.ts'
import type { ConnectionView } from '../../../contract/session.ts'
import {
  agentText,
  ageText,
  clockText,
  connectionText,
  keychainText,
  limitText,
  tokenEndText,
} from './status-labels.ts'

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
  limit: null,
  at: 0 as ConnectionView['at'],
  ...over,
})

const fresh = { stale: false, silent: false, late: false }
const stale = { stale: true, silent: false, late: false }

describe('the label of the connection', () => {
  it('is live only with an open socket and fresh data', () => {
    expect(connectionText(connection({}), fresh).text).toBe('Live')
    expect(connectionText(connection({}), stale)).toMatchObject({ text: 'Stale', tone: 'bad' })
    expect(connectionText(connection({}), { ...stale, silent: true }).text).toBe('Isotherm is not responding')
    expect(connectionText(undefined, fresh).text).toBe('Starting')
  })

  it('is not live while any visible data is stale, regardless of incoming messages', () => {
    const worst = { what: 'book', ageMs: 29_400, stale: true }
    expect(connectionText(connection({}), { ...fresh, late: true })).toMatchObject({ text: 'Stale', tone: 'late' })
    expect(ageText(worst)).toBe('book 29 s old')
  })

  it('shows the next attempt, and why the connection is down', () => {
    const text = connectionText(connection({ socket: 'offline', retryInMs: 3200, reason: 'refused' }), stale)
    expect(text).toEqual({ tone: 'bad', text: 'Offline', retry: 'next try in 4 s', reason: 'refused' })
    expect(connectionText(connection({ socket: 'connecting', attempts: 2 }), stale).text).toBe('Reconnecting')
  })
})

describe('other facts', () => {
  it('show ages and offsets', () => {
    expect(ageText(null)).toBe('no data yet')
    expect(ageText({ what: 'mark', ageMs: 149, stale: false })).toBe('data 0.1 s old')
    expect(ageText({ what: 'mark', ageMs: 65_000, stale: false })).toBe('data 1 min 5 s old')
    expect(clockText(-3.4)).toEqual({ text: 'clock −3 ms', reason: null })
    expect(clockText(null)).toEqual({ text: 'clock not measured', reason: null })
  })

  it('a clock that is far off has an explanation', () => {
    expect(clockText(1999).reason).toBeNull()
    const { text: message, reason } = clockText(739_000)
    expect(message).toBe('clock +12\u00a0min 19\u00a0s')
    expect(reason?.replaceAll('\u00a0', ' ')).toContain('12 min 19 s behind the venue')
    expect(clockText(-2500).reason).toContain('ahead of the venue')
    expect(clockText(-22_700_700_000).text.replaceAll('\u00a0', ' ')).toBe('clock −262 d 17 h')
    expect(clockText(-22_700_700_000).reason?.replaceAll('\u00a0', ' ')).toContain('262 d 17 h ahead of the venue')
  })

  it('show the agent with its remaining days, or why there is none', () => {
    const address = '0x3f00000000000000000000000000000000a91c0a' as Address
    const at = 1_000_000 as ConnectionView['at']
    const left = agentText({ state: 'approved', address, expiresAt: (at + 29.5 * 86_400_000) as typeof at }, at)
    expect(left.text.replaceAll('\u00a0', ' ')).toBe('Agent 0x3f…1c0a, 29 d left')
    expect(agentText({ state: 'missing', reason: 'not approved yet', address: null }, at).reason).toBe(
      'not approved yet',
    )
    expect(keychainText({ mode: 'waiting', reason: 'unlock it' })).toEqual({
      text: 'Keychain locked',
      reason: 'unlock it',
    })
    expect(keychainText({ mode: 'session', reason: 'no bus' })).toEqual({
      text: 'Keys not saved',
      reason: 'no bus',
    })
  })

  it('show the end of the access token in its last five minutes', () => {
    const expiresAt = 1_000_000_000 as ConnectionView['at']
    expect(tokenEndText({ expiresAt }, expiresAt - 300_001)).toBeNull()
    expect(tokenEndText({ expiresAt }, expiresAt - 245_000)).toBe('token expires in 4:05')
    expect(tokenEndText({ expiresAt }, expiresAt + 1)).toBe('token expires in 0:00')
    expect(tokenEndText({ expiresAt: null }, expiresAt)).toBeNull()
  })
})

describe('the label of the service’s rate limit', () => {
  const none = { closes: 0, cancels: 0, orders: 0, held: 0, reads: 0 }
  const until = Date.UTC(2026, 2, 4, 12, 3, 4) as ConnectionView['at']

  it('is absent while nothing waits', () => {
    expect(limitText(null)).toBeNull()
  })

  it('shows until when the service asks for a pause, and what waits', () => {
    expect(limitText({ pausedUntil: until, waiting: { ...none, orders: 1, reads: 12 } })).toEqual({
      text: 'Paused by the venue until 12:03:04 UTC',
      counts: '1 order, 12 reads waiting',
    })
    expect(limitText({ pausedUntil: until, waiting: none })?.counts).toBe('none waiting')
  })

  it('shows the same for a limit without a pause, the most urgent first', () => {
    expect(limitText({ pausedUntil: null, waiting: { closes: 1, cancels: 2, orders: 0, held: 3, reads: 0 } })).toEqual({
      text: 'Venue request limit reached',
      counts: '1 close, 2 cancels, 3 look-ups waiting',
    })
  })
})
