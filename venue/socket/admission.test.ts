import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Sessions, Tokens } from '../access.ts'
import { openStore } from '../store/index.ts'
import { Client } from '../testing/socket-client.ts'
import { START, startTestVenue, type TestVenue } from '../testing/test-venue.ts'

let venue: TestVenue
const clients: Client[] = []
const connect = (headers?: Record<string, string>, query = ''): Client => {
  const client = new Client(venue.wsUrl + query, headers)
  clients.push(client)
  return client
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await venue.close()
})

describe('a socket admitted by the waitlist', () => {
  let time: number
  beforeEach(async () => {
    time = START
    const advance = (ms: number): void => {
      time += ms
    }
    venue = await startTestVenue({
      waitlist: true,
      control: true,
      clock: { now: () => time, advance, speed: 1, realDelayUntil: () => 0 },
    })
  })

  it.each(['revoked', 'waitlisted'] as const)(
    'is closed when its identity becomes %s, and no other is',
    async (access) => {
      const [loser, other] = [await venue.trader(), await venue.trader()]
      const lost = await connect(bearer(loser.token)).opened()
      const kept = await connect(bearer(other.token)).opened()
      const closing = lost.closing()
      await venue.post('/practice/session', { address: loser.address, access })
      expect(await closing).toEqual({ code: 1008, reason: expect.stringMatching(/revoked|waitlist/) })
      await kept.settled()
      expect(await connect(bearer(loser.token)).status()).toBe(403)
    },
  )

  it('is closed when its token expires, which an advance of the clock does not cause', async () => {
    const { address } = await venue.trader()
    const token = await venue.issueToken({ address, ttlSeconds: 1 })
    const client = await connect(undefined, `?token=${token}`).opened()
    await venue.post('/practice/clock', { advance_ms: 7_200_000 })
    await client.settled()
    time += 1000
    expect(await client.closing()).toEqual({ code: 1008, reason: 'The access token has expired.' })
    expect(await connect(bearer(token)).status()).toBe(401)
    expect(venue.logged.join('\n')).not.toContain(token)
  })
})

describe('without a waitlist', () => {
  it('nobody is disconnected', async () => {
    venue = await startTestVenue({ control: true })
    const { address, token } = await venue.trader()
    const client = await connect(bearer(token)).opened()
    await venue.control.session({ address, access: 'revoked' })
    await client.settled()
  })
})

describe('a watch', () => {
  it('ends a token at its last second of venue time, however far ahead, and not after it was stopped', async () => {
    venue = await startTestVenue()
    const { store } = openStore(':memory:', START)
    let now = START
    const tokens = new Tokens(Buffer.alloc(32, 7), { now: () => now, pushed: () => 0, speed: 1 })
    const sessions = new Sessions({ store, tokens, waitlist: true, openAccount: () => {}, now: () => now })
    const pass = (ms: number): void => {
      now += ms
      sessions.timePassed()
    }
    const days = 40
    const token = await sessions.issueToken({ email: 'ada@isotherm.example', ttlSeconds: days * 86_400 })
    const caller = await sessions.callerOf(token, 'http')
    const ends: string[] = []
    sessions.watch(caller, ({ code }) => ends.push(code))
    const stop = sessions.watch(caller, () => ends.push('stopped'))
    stop()
    for (let day = 1; day < days; day++) pass(86_400_000)
    pass(86_399_000)
    expect(ends).toEqual([])
    pass(1000)
    expect(ends).toEqual(['bad_token'])
    pass(1000)
    expect(ends).toEqual(['bad_token'])
    store.close()
  })
})
