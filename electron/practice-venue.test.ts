import { EventEmitter } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFakeClock } from '../contract/testing/fake-clock.ts'
import { startPracticeVenue } from './practice.ts'
import { createTradingService, deploymentProfile } from './service/index.ts'

const RENEW_AFTER = 12 * 3_600_000
const READY = {
  kind: 'ready',
  url: 'http://127.0.0.1:4001',
  wsUrl: 'ws://127.0.0.1:4001/ws',
  directOrder: { domain: {}, types: { Order: [] }, primaryType: 'Order' },
  practice: { address: `0x${'a'.repeat(40)}`, accessToken: 'token-1', walletKey: `0x${'1'.repeat(64)}` },
}

/** A venue whose thread says what the test says. */
function setUp() {
  const clock = createFakeClock()
  const asked: string[] = []
  const deaths: string[] = []
  const thread = new EventEmitter()
  const worker = Object.assign(thread, {
    postMessage: ({ kind }: { kind: string }) => void asked.push(kind),
    terminate: async () => {
      asked.push('terminate')
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
  return { clock, asked, deaths, thread, starting, ready }
}

describe('the token of the practice venue', () => {
  it('is renewed after twelve hours, and the next request carries the new one', async () => {
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
  it('is asked to save and end, and ended when it does not', async () => {
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

  it('that died is told of once, and a stop after that does not wait for it', async () => {
    const { clock, deaths, thread, ready } = setUp()
    const venue = await ready()
    thread.emit('error', new Error('out of memory'))
    thread.emit('exit', 1)
    expect(deaths).toEqual(['out of memory'])
    await venue.stop()
    expect(clock.waiting).toBe(0)
  })

  it('that cannot begin is not left behind', async () => {
    const { asked, deaths, thread, starting } = setUp()
    thread.emit('message', { kind: 'failed', message: 'no port' })
    await expect(starting).rejects.toThrow('The practice venue did not start: no port')
    expect(asked).toEqual(['terminate'])
    expect(deaths).toEqual([])
  })
})
