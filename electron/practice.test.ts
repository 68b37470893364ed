import { EventEmitter } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../contract/time.ts'
import { createPracticeHost, type PracticeVenue, startPracticeVenue } from './practice.ts'
import { Secret } from './secrets/index.ts'
import { createTradingService, deploymentProfile } from './service/index.ts'

function host({ fail = false, at = null as Millis | null } = {}) {
  const clock = createFakeClock()
  const starts: (Millis | null)[] = []
  const log: string[] = []
  let count = 0
  const made = createPracticeHost({
    name: 'practice',
    directory: '/nowhere',
    at,
    clock,
    notices: { add: (_level, title, detail) => void log.push(`${title}: ${detail}`) },
    async start(_directory, from) {
      starts.push(from)
      if (fail) throw new Error('no thread')
      count += 1
      const mine = count
      log.push(`start ${mine}`)
      const directOrder = { domain: {}, types: { Order: [] }, primaryType: 'Order' }
      return {
        url: `http://127.0.0.1:${4000 + mine}`,
        wsPath: '/ws',
        directOrder,
        notices: ['The book was damaged.'],
        trader: { address: '0x', accessToken: new Secret('t'), walletKey: new Secret('k') },
        renewToken: () => void log.push(`renew ${mine}`),
        async stop() {
          await Promise.resolve()
          log.push(`stop ${mine}`)
        },
      } as unknown as PracticeVenue
    },
  })
  return { made, log, clock, starts }
}

describe('the practice venue', () => {
  it('is started once for any number of simultaneous requests, and only its own deployment gets its keys', async () => {
    const { made, log } = host()
    const [first, second] = await Promise.all([made.profile(), made.profile()])
    expect(first).toBe(second)
    expect(log).toEqual(['start 1', 'Practice venue: The book was damaged.'])
    expect(made.traderOf(first)?.accessToken.reveal()).toBe('t')
    expect(made.traderOf({ ...first })).toBeNull()
  })

  it('starts again only once the previous one has saved its accounts', async () => {
    const { made, log } = host()
    const first = await made.profile()
    void made.stop()
    expect(made.traderOf(first)).toBeNull()
    const second = await made.profile()
    expect(log.filter((line) => /^st/.test(line))).toEqual(['start 1', 'stop 1', 'start 2'])
    expect(second.baseUrl).not.toBe(first.baseUrl)
    await made.stop()
    await made.stop()
    expect(log.at(-1)).toBe('stop 2')
  })

  it('that is started again continues in its initial time', async () => {
    const at = millis(Date.UTC(2026, 2, 4, 13, 10))
    const { made, clock, starts } = host({ at })
    await made.profile()
    clock.advance(90_000)
    void made.stop()
    await made.profile()
    expect(starts).toEqual([at, at + 90_000])
    const other = host()
    await other.made.profile()
    expect(other.starts).toEqual([null])
  })

  it('that did not start can be tried again, and needs no stop', async () => {
    const { made } = host({ fail: true })
    await expect(made.profile()).rejects.toThrow('no thread')
    await expect(made.profile()).rejects.toThrow('no thread')
    await made.stop()
  })
})

const RENEW_AFTER = 12 * 3_600_000
const READY = {
  kind: 'ready',
  url: 'http://127.0.0.1:4001',
  wsUrl: 'ws://127.0.0.1:4001/ws',
  directOrder: { domain: {}, types: { Order: [] }, primaryType: 'Order' },
  practice: { address: `0x${'a'.repeat(40)}`, accessToken: 'token-1', walletKey: `0x${'1'.repeat(64)}` },
}

/** A venue whose thread sends what the test decides. */
function setUp() {
  const clock = createFakeClock()
  const requests: string[] = []
  const deaths: string[] = []
  const thread = new EventEmitter()
  const worker = Object.assign(thread, {
    postMessage: ({ kind }: { kind: string }) => void requests.push(kind),
    terminate: async () => {
      requests.push('terminate')
      thread.emit('exit', 1)
      return 1
    },
  })
  const starting = startPracticeVenue(
    '/nowhere',
    null,
    (reason) => void deaths.push(reason),
    clock,
    () => worker,
  )
  const ready = () => {
    thread.emit('message', READY)
    return starting
  }
  return { clock, asked: requests, deaths, thread, starting, ready }
}

describe('the token of the practice venue', () => {
  it('is renewed after twelve hours, and the next request uses the new one', async () => {
    const { clock, asked, thread, ready } = setUp()
    const venue = await ready()
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
      sent.push(headers.authorization)
      return Response.json([])
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const service = createTradingService({
      profile: deploymentProfile.parse({ name: 'practice', baseUrl: venue.url, network: 'practice' }),
      http: fetch,
      clock,
      token: () => venue.trader.accessToken,
      random: () => 0,
    })
    await service.markets()
    clock.advance(RENEW_AFTER - 1)
    expect(asked).toEqual([])
    clock.advance(15 * 60_000)
    expect(asked).toEqual(['token'])
    await service.markets()
    thread.emit('message', { kind: 'token', accessToken: 'token-2' })
    await service.markets()
    expect(sent).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])

    clock.advance(RENEW_AFTER - 1)
    expect(asked).toEqual(['token'])
  })

  it('is renewed at once after a sleep that was long by the wall clock, and not after a short one', async () => {
    const { clock, asked, ready } = setUp()
    const venue = await ready()
    venue.renewToken()
    expect(asked).toEqual([])
    clock.setWall(clock.now() + RENEW_AFTER)
    venue.renewToken()
    expect(asked).toEqual(['token'])
  })
})

describe('the thread of the practice venue', () => {
  it('is asked to save and end, and killed when it does not', async () => {
    const { clock, asked, deaths, ready } = setUp()
    const venue = await ready()
    const stopping = venue.stop()
    expect(asked).toEqual(['stop'])
    clock.advance(3000)
    await stopping
    expect(asked).toEqual(['stop', 'terminate'])
    expect(deaths).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('that died is reported once, and a later stop does not wait for it', async () => {
    const { clock, deaths, thread, ready } = setUp()
    const venue = await ready()
    thread.emit('error', new Error('out of memory'))
    thread.emit('exit', 1)
    expect(deaths).toEqual(['out of memory'])
    await venue.stop()
    expect(clock.waiting).toBe(0)
  })

  it('that cannot start is not left behind', async () => {
    const { asked, deaths, thread, starting } = setUp()
    thread.emit('message', { kind: 'failed', message: 'no port' })
    await expect(starting).rejects.toThrow('The practice venue did not start: no port')
    expect(asked).toEqual(['terminate'])
    expect(deaths).toEqual([])
  })
})
