import { describe, expect, it } from 'vitest'
import { text } from '../../../contract/safe-text.ts'
import { createFakeClock } from '../../../contract/testing/fake-clock.ts'
import { Secret } from '../../secrets/index.ts'
import { createFakeSockets } from '../testing/fake-socket.ts'
import { noLimit } from '../testing/no-limit.ts'
import { createRecordingLog } from '../testing/recording-log.ts'
import { Connection } from './connection.ts'
import { retryDelay, type SocketEnd } from './socket-health.ts'

const cut: SocketEnd = { code: 1006, status: null, reason: text`cut`, retryAfterMs: null }

describe('back-off', () => {
  it('is between 0 and a bound that doubles from 250 ms to 2 s', () => {
    const bounds = [250, 500, 1000, 2000, 2000, 2000]
    bounds.forEach((bound, failures) => {
      expect(retryDelay(cut, failures, 0, () => 0)).toBe(0)
      expect(retryDelay(cut, failures, 0, () => 0.5)).toBe(bound / 2)
    })
    expect(retryDelay(cut, 5000, 0, () => 0.999)).toBeLessThan(2000)
  })

  it.each([
    [{ ...cut, code: 1008 }, 10_000],
    [{ ...cut, code: null, status: 429 }, 10_000],
    [{ ...cut, code: null, status: 429, retryAfterMs: 25_000 }, 25_000],
    [{ ...cut, code: null, status: 429, retryAfterMs: 9_000_000 }, 60_000],
    [{ ...cut, code: null, status: 401 }, 30_000],
    [{ ...cut, code: null, status: 403 }, 30_000],
  ])('is longer where the service asked for it: %o', (end, least) => {
    expect(retryDelay(end, 0, 1, () => 0)).toBe(least)
  })
})

function setUp(random = () => 0.999, ping: string | null = '{"type":"ping"}', workMs = 0) {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  const states: string[] = []
  let token: Secret | null = null
  const limit = noLimit(clock)
  const connection = new Connection({
    url: 'wss://example/v1/ws',
    limit,
    token: () => token,
    ping,
    openSocket: sockets.open,
    clock,
    random,
    log: createRecordingLog(),
    onMessage: () => {
      connection.pong()
      clock.advance(workMs)
      return 0
    },
    onState: (state) => states.push(state),
  })
  const setToken = (text: string | null) => {
    token = text === null ? null : new Secret(text)
    connection.followToken()
  }
  /** Messages once a second for a while. */
  const talk = async (ms: number) => {
    for (let t = 0; t < ms; t += 1000) {
      await clock.advanceAsync(1000)
      sockets.last.say({ channel: 'pong' })
    }
  }
  return { clock, sockets, connection, states, setToken, talk, limit }
}

describe('the connection', () => {
  it('is live when the socket opens, pings each second and measures the round trip', async () => {
    const { clock, sockets, connection, states } = setUp()
    connection.start()
    sockets.last.open()
    expect(states).toEqual(['connecting', 'live'])
    expect(sockets.last.sent).toEqual([{ type: 'ping' }])
    clock.advance(12)
    sockets.last.say({ channel: 'pong' })
    expect(connection.latencyMs).toBe(12)
    clock.advance(988)
    expect(sockets.last.sent).toHaveLength(2)
  })

  it('detects a half-open socket: no message for 5 s cuts it and reconnects', async () => {
    const { clock, sockets, connection, talk } = setUp()
    connection.start()
    sockets.last.open()
    await talk(3000)
    clock.advance(4900)
    expect(connection.state).toBe('live')
    clock.advance(200)
    expect(sockets.all[0]?.terminated).toBe(true)
    expect(connection).toMatchObject({ state: 'offline', reason: 'The venue stopped sending data.' })
    clock.advance(250)
    expect(sockets.all).toHaveLength(2)
  })

  it('treats a new connection as silent only after 5 s of its own', () => {
    const { clock, sockets, connection } = setUp()
    connection.start()
    sockets.last.open()
    sockets.last.say({ channel: 'pong' })
    sockets.last.end()
    clock.advance(60_000)
    sockets.last.open()
    clock.advance(4500)
    expect(connection.state).toBe('live')
  })

  it.each([15_000, 90_000])('is live within 3 s of the server’s return after %i ms without it', async (outage) => {
    const { clock, sockets, connection, talk } = setUp()
    sockets.server = 'accept'
    connection.start()
    await talk(10_000)
    sockets.server = 'refuse'
    sockets.last.end()
    await clock.advanceAsync(outage)
    expect(connection.state).not.toBe('live')
    expect(connection.attempts).toBeGreaterThan(outage / 2500)
    sockets.server = 'accept'
    await clock.advanceAsync(2100)
    expect(connection).toMatchObject({ state: 'live', attempts: 0, reason: null })
  })

  it('is live within 3 s of the server’s return when attempts hang instead of being refused', async () => {
    const { clock, sockets, connection, talk } = setUp()
    sockets.server = 'accept'
    connection.start()
    await talk(10_000)
    sockets.server = 'hang'
    sockets.last.end()
    await clock.advanceAsync(90_000)
    sockets.server = 'accept'
    await clock.advanceAsync(2900)
    expect(connection.state).toBe('live')
  })

  it('never gives up', async () => {
    const { clock, sockets, connection } = setUp()
    sockets.server = 'refuse'
    connection.start()
    await clock.advanceAsync(3_600_000)
    expect(sockets.all.length).toBeGreaterThan(1500)
    expect(connection.retryInMs).not.toBeNull()
  })

  it('waits 10 s and more after a policy close', () => {
    const { clock, sockets, connection } = setUp(() => 0)
    connection.start()
    sockets.last.open()
    sockets.last.end({ code: 1008, reason: 'too many messages' })
    expect(connection).toMatchObject({ reason: 'too many messages', retryInMs: 10_000 })
    clock.advance(9999)
    expect(sockets.all).toHaveLength(1)
    clock.advance(1)
    expect(sockets.all).toHaveLength(2)
  })

  it.each([
    ['closes at once with 1013', { code: 1013, reason: 'try again later' }],
    ['closes at once with 1012', { code: 1012, reason: 'service restart' }],
    ['cuts right after opening', { code: 1006 }],
    ['refuses the upgrade with 503', { code: null, status: 503 }],
    ['refuses to connect', { code: null }],
  ])('opens at most 30 sockets a minute at a server that %s', (_, end) => {
    const { clock, sockets, connection } = setUp(() => 0)
    connection.start()
    const at: number[] = []
    for (let seen = 0; clock.monotonic() < 600_000; ) {
      while (sockets.all.length > seen) {
        seen += 1
        at.push(clock.monotonic())
        if (end.code !== null) sockets.last.open()
        sockets.last.end(end)
      }
      clock.advance(50)
    }
    const busiest = Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 60_000).length))
    expect(busiest).toBeLessThanOrEqual(30)
    // It never gives up either: a server that is back is found within a minute.
    expect(at.length).toBeGreaterThanOrEqual(9)
  })

  it('waits longer and longer for a server that closes right after opening, and starts over after a minute of health', async () => {
    const { clock, sockets, connection, talk } = setUp(() => 0)
    connection.start()
    const waits: (number | null)[] = []
    for (let turn = 0; turn < 7; turn += 1) {
      sockets.last.open()
      clock.advance(1000)
      sockets.last.end({ code: 1000 })
      waits.push(connection.retryInMs)
      clock.advance(connection.retryInMs ?? 0)
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
    sockets.last.open()
    await talk(61_000)
    sockets.last.end({ code: 1013 })
    expect(connection.retryInMs).toBe(10_000)
    clock.advance(10_000)
    sockets.last.open()
    await talk(61_000)
    sockets.last.end({ code: 1006 })
    expect(connection.retryInMs).toBe(0)
  })

  it('tries a refused token again when it changes, or after 30 s', () => {
    const { clock, sockets, connection, setToken } = setUp()
    connection.start()
    sockets.last.end({ code: null, status: 401, reason: 'bad token' })
    clock.advance(29_000)
    expect(sockets.all).toHaveLength(1)
    setToken('new-token')
    expect(sockets.all).toHaveLength(2)
    expect(sockets.last.token?.reveal()).toBe('new-token')
    sockets.last.end({ code: null, status: 403 })
    clock.advance(30_000)
    expect(sockets.all).toHaveLength(3)
  })

  it('switches to a new token at once, and keeps the same one', () => {
    const { sockets, connection, setToken } = setUp()
    connection.start()
    sockets.last.open()
    setToken('one-token')
    expect(sockets.all).toHaveLength(2)
    expect(sockets.all[0]?.terminated).toBe(true)
    sockets.last.open()
    setToken('one-token')
    expect(sockets.all).toHaveLength(2)
  })

  it.each([
    ['a policy close', { code: 1008 }],
    ['a rate limit', { code: null, status: 429, retryAfterMs: 60_000 }],
    ['a cut', { code: 1006 }],
  ])('ends its wait after %s when the token changes', (_, end) => {
    const { sockets, connection, setToken } = setUp()
    connection.start()
    sockets.last.open()
    sockets.last.end(end)
    setToken('another-token')
    expect(sockets.all).toHaveLength(2)
    expect(connection.state).toBe('connecting')
  })

  it('opens no socket while the service asks for a pause, reports that, and opens one when it is over', () => {
    const { clock, sockets, connection, limit } = setUp()
    limit.socketRefused(5_000)
    connection.start()
    expect(sockets.all).toHaveLength(0)
    expect(connection.state).toBe('offline')
    expect(connection.reason).toMatch(/^The venue asks for a pause until/)
    expect(connection.retryInMs).toBeGreaterThanOrEqual(5_000)
    clock.advance(5_200)
    expect(sockets.all).toHaveLength(1)
    expect(connection.state).toBe('connecting')
  })

  it.each([
    ['pauses all requests for the time that it names', 20_000, false],
    ['pauses no other request when it names none', null, true],
  ])('a refused upgrade %s', (_, retryAfterMs, isOpen) => {
    const { sockets, connection, limit } = setUp()
    connection.start()
    sockets.last.end({ code: null, status: 429, retryAfterMs })
    expect(limit.view() === null).toBe(isOpen)
  })

  it('does not retry a refused token because of frequent requests', () => {
    const { clock, sockets, connection, setToken } = setUp()
    connection.start()
    setToken('one-token')
    sockets.last.end({ code: null, status: 401 })
    for (let turn = 0; turn < 100; turn += 1) {
      clock.advance(250)
      setToken('one-token')
    }
    expect(sockets.all).toHaveLength(2)
  })

  it('waits for another token when its own cannot even be sent', () => {
    const { sockets, connection, setToken } = setUp()
    sockets.failsToOpen = true
    connection.start()
    expect(connection).toMatchObject({ state: 'offline', reason: 'The access token contains invalid characters.' })
    sockets.failsToOpen = false
    setToken('good-token')
    expect(sockets.all).toHaveLength(1)
  })

  it('receives nothing more from a dropped socket', () => {
    const { clock, sockets, connection } = setUp()
    connection.start()
    const first = sockets.last
    first.open()
    first.end()
    clock.advance(250)
    sockets.last.open()
    const { lastFrameAt } = connection
    first.end()
    first.say({ channel: 'pong' })
    expect(connection).toMatchObject({ state: 'live', lastFrameAt })
  })

  it('stops, and starts again', () => {
    const { clock, sockets, connection } = setUp()
    connection.start()
    sockets.last.open()
    connection.stop('asleep')
    expect(clock.waiting).toBe(0)
    expect(connection).toMatchObject({ state: 'offline', reason: 'asleep', retryInMs: null })
    connection.start()
    sockets.last.open()
    expect(connection.state).toBe('live')
  })
})

describe('the budget of a connection', () => {
  /** Sends messages of `bytes` each, spread over seconds, until the connection is lost or the time is over. @returns ms until then */
  const flood = ({ clock, sockets, connection }: ReturnType<typeof setUp>, rate: number, bytes: number) => {
    const message = `"${'x'.repeat(bytes - 2)}"`
    const from = clock.monotonic()
    while (connection.state === 'live' && clock.monotonic() - from < 30_000) {
      clock.advance(100)
      for (let i = 0; i < rate / 10; i += 1) sockets.last.sayText(message)
    }
    return clock.monotonic() - from
  }

  it.each([
    ['20,000 messages a second', 20_000, 2, 'The venue sends more than 15,000 messages per second.', 15_000],
    ['3.1 MB a second', 31, 100_000, 'The venue sends more than 1.5 MB per second besides order books.', 4_800],
    ['50 MB a second', 500, 100_000, 'The venue sends more than 1.5 MB per second besides order books.', 300],
  ])('closes the socket of a service that sends %s, states why, and waits', (_, rate, bytes, reason, most) => {
    const all = setUp(() => 0)
    all.connection.start()
    all.sockets.last.open()
    expect(flood(all, rate, bytes)).toBeLessThanOrEqual(most)
    expect(all.sockets.all[0]?.terminated).toBe(true)
    expect(all.connection).toMatchObject({ state: 'offline', reason, retryInMs: 10_000 })
  })

  it('waits longer and longer for a service that keeps flooding', () => {
    const all = setUp(() => 0)
    all.connection.start()
    const waits: (number | null)[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      all.sockets.last.open()
      flood(all, 500, 100_000)
      waits.push(all.connection.retryInMs)
      all.clock.advance(all.connection.retryInMs ?? 0)
    }
    expect(waits).toEqual([10_000, 10_000, 10_000, 16_000, 32_000, 60_000])
  })

  it('counts the protocol’s own traffic: pings, and bytes that never become a message', () => {
    const all = setUp()
    all.connection.start()
    all.sockets.last.open()
    for (let i = 0; i < 80_000 && all.connection.state === 'live'; i += 1) all.sockets.last.beat('ping')
    expect(all.connection.reason).toBe('The venue sends more than 15,000 messages per second.')
    all.clock.advance(12_000)
    all.sockets.last.open()
    all.sockets.last.receive(11_000_000)
    expect(all.connection.reason).toBe('The venue sends more than 1.5 MB per second besides order books.')
  })
  it('is paused after messages that kept main busy for more than 20 ms at a stretch', () => {
    const { clock, sockets, connection } = setUp(() => 0, null, 15)
    connection.start()
    const { last } = sockets
    last.open()
    last.say({})
    expect(last.paused).toBe(false)
    last.say({})
    expect(last.paused).toBe(true)
    // 30 ms of work less the 40 % of the second message's time are 24 ms: 4 ms more than may be, which take 10 ms.
    clock.advance(9)
    expect(last.paused).toBe(true)
    clock.advance(1)
    expect(last.paused).toBe(false)
    for (let i = 0; i < 60; i += 1) {
      clock.advance(100)
      last.say({})
      expect(last.paused).toBe(false)
    }
    expect(connection.state).toBe('live')
  })

  it('closes a socket that has to be paused again and again', () => {
    const { clock, sockets, connection } = setUp(() => 0, null, 50)
    connection.start()
    const { last } = sockets
    last.open()
    let busy = 0
    const from = clock.monotonic()
    while (connection.state === 'live' && clock.monotonic() - from < 30_000) {
      if (last.paused) clock.advance(1)
      else {
        last.say({})
        busy += 50
      }
    }
    expect(connection.reason).toBe("The venue's messages take more than 40 % of the terminal's time.")
    expect(clock.monotonic() - from).toBeLessThanOrEqual(5_000)
    expect(busy / (clock.monotonic() - from)).toBeLessThan(0.45)
  })
})
