import { beforeEach, describe, expect, it } from 'vitest'
import type { Book, Ticker } from '../../contract/market.ts'
import { bucketOf } from './testing/fake-service.ts'
import { bookMessage, contextMessage } from './testing/messages.ts'
import { type FeedSetup, openFeedSetup, START } from './testing/setup.ts'

const ASSET = 'NYCTMP1'
const TICKER = { kind: 'ticker', asset: ASSET } as const
const BOOK = { kind: 'book', asset: ASSET, step: null, levels: 5 } as const
const TRADES = { kind: 'trades', asset: ASSET } as const
const MARK = '570.00'

let setup: FeedSetup

/** A service that sends protocol pings each second, knows no ping of ours, and reports only changes. */
async function quietly(ms: number, step = 1000): Promise<void> {
  for (let t = 0; t < ms; t += step) {
    if (t % 1000 === 0) setup.sockets.last.beat('ping')
    await setup.clock.advanceAsync(Math.min(step, ms - t))
  }
}
const say = (...messages: readonly unknown[]) => {
  for (const message of messages) setup.sockets.last.say(message)
}
const stale = () => [TICKER, BOOK, TRADES].map((topic) => setup.view(topic)?.stale)
const connection = () => setup.view({ kind: 'connection' })
/** The result of a REST read from now on. */
function restReports({
  mark = MARK,
  bid = '569.98',
  time = START,
}: {
  mark?: string
  bid?: string
  time?: number | null
}) {
  const { tickerOf } = setup.service
  setup.service.tickerOf = (asset) => ({ ...tickerOf(asset), mark, time }) as Omit<Ticker, 'receivedAt' | 'stale'>
  setup.service.bookOf = (asset) =>
    ({
      asset,
      time,
      bids: [{ px: bid, sz: '2', n: 1 }],
      asks: [{ px: '570.02', sz: '3.0', n: 1 }],
    }) as unknown as Book
}

beforeEach(async () => {
  setup = openFeedSetup({ scalar: true }, null)
  setup.service.current = bucketOf(ASSET, START - 600_000)
  restReports({})
  setup.feed.start()
  await quietly(500, 100)
  say(contextMessage(ASSET, MARK, { time: START }), bookMessage(ASSET, START))
})

describe('a quiet feed of a service that only pings', () => {
  it('stays live for 10 minutes, on one connection, read again every 5 s', async () => {
    const before = { ...setup.service.calls }
    let oldest = 0
    for (let second = 0; second < 600; second += 1) {
      await quietly(1000, 250)
      expect(stale(), `after ${second} s`).toEqual([false, false, false])
      expect(connection()).toMatchObject({ socket: 'live', stale: false, reason: null })
      oldest = Math.max(oldest, setup.clock.now() - (setup.view(TICKER)?.receivedAt ?? 0))
    }
    expect(setup.sockets.all).toHaveLength(1)
    expect(oldest).toBeLessThanOrEqual(5250)
    for (const read of ['ticker', 'book'] as const) {
      expect(setup.service.calls[read] - before[read]).toBeGreaterThanOrEqual(110)
      expect(setup.service.calls[read] - before[read]).toBeLessThanOrEqual(120)
    }
  })

  it('does not receive unknown messages: the protocol answers its ping', async () => {
    await quietly(5000)
    expect(setup.sockets.last.sent).not.toContainEqual({ type: 'ping' })
    expect(setup.sockets.last.pings).toBeGreaterThanOrEqual(5)
    await setup.clock.advanceAsync(12 - (setup.clock.monotonic() % 1000) + 1000)
    setup.sockets.last.beat('pong')
    expect(connection()?.latencyMs).toBeGreaterThan(0)
  })

  it('accepts a change when there is one', async () => {
    await quietly(30_000)
    say(contextMessage(ASSET, '571.00', { time: START + 30_000 }))
    restReports({ mark: '571', time: START + 30_000 })
    await quietly(60_000)
    expect(setup.view(TICKER)).toMatchObject({ mark: '571.00', stale: false })
    expect(setup.sockets.all).toHaveLength(1)
  })

  it('is dead when even the pings stop', async () => {
    await quietly(3000)
    await setup.clock.advanceAsync(2100)
    expect(connection()).toMatchObject({ stale: true, reason: 'The venue does not answer.' })
    await setup.clock.advanceAsync(4000)
    expect(setup.sockets.all.length).toBeGreaterThan(1)
  })
})

describe('a frozen feed', () => {
  it('is marked within 2.1 s of its last message when those were regular, though pings continue', async () => {
    for (let beat = 1; beat <= 4; beat += 1) {
      await quietly(1000)
      say(contextMessage(ASSET, MARK, { time: START + beat }), bookMessage(ASSET, START + beat))
    }
    for (let t = 0; t < 1800; t += 50) {
      if (t % 1000 === 0) setup.sockets.last.beat('ping')
      expect(stale()).toEqual([false, false, false])
      await setup.clock.advanceAsync(50)
    }
    setup.changes.length = 0
    await setup.clock.advanceAsync(300)
    expect(stale()).toEqual([true, true, true])
    expect(setup.changes).toEqual(expect.arrayContaining([`book/${ASSET}`, `ticker/${ASSET}`, `trades/${ASSET}`]))
  })

  it('without regular messages is found by a read with newer data: stale, with the reason, and reopened', async () => {
    await quietly(4000)
    restReports({ mark: '571.00', time: START + 4000 })
    await quietly(2000, 250)
    expect(setup.sockets.all).toHaveLength(2)
    expect(setup.log.lines).toContainEqual(
      expect.objectContaining({
        facts: expect.objectContaining({ reason: `The feed is behind the venue in ${ASSET}.` }),
      }),
    )
    say(contextMessage(ASSET, '571.00', { time: START + 4000 }), bookMessage(ASSET, START + 4000))
    expect(stale()).toEqual([false, false, false])
    await quietly(30_000)
    expect(setup.sockets.all).toHaveLength(2)
  })

  it('that stays frozen stays stale after any read, and is reopened less and less often', async () => {
    for (let second = 1; second <= 120; second += 1) {
      restReports({ mark: (570 + second / 100).toFixed(2), time: START + second * 1000 })
      await quietly(1000, 250)
      if (second > 6) expect(setup.view(TICKER)?.stale, `after ${second} s`).not.toBe(false)
    }
    expect(setup.sockets.all.length).toBeGreaterThan(2)
    expect(setup.sockets.all.length).toBeLessThanOrEqual(6)
  })

  it.each([
    ['a read of an older state', { mark: '569.00', bid: '569.00', time: START - 5000 }],
    ['one read of a different state without a time', { mark: '571.00', time: null }],
  ])('is not concluded from %s', async (_, reported) => {
    await quietly(4000)
    restReports(reported)
    if (reported.time === null) setup.service.failures.book = new Error('a book without a time')
    await quietly(2500, 250)
    restReports({})
    delete setup.service.failures.book
    await quietly(60_000)
    expect(setup.sockets.all).toHaveLength(1)
    expect(stale()).toEqual([false, false, false])
  })

  it('is not concluded while rejected books arrive: those are reported as bad', async () => {
    for (let second = 1; second <= 20; second += 1) {
      restReports({ bid: '569.90', time: START + second * 1000 })
      say(bookMessage(ASSET, START + second * 1000, [['572', '1']], [['570', '1']]))
      await quietly(1000, 250)
    }
    expect(setup.view(BOOK)?.stale).toBe(true)
    expect(connection()?.reason).toMatch(/The NYCTMP1 book is rejected: best bid not below best ask\./)
    expect(setup.sockets.all).toHaveLength(1)
  })

  it('is concluded from a different state without a time when it is read twice', async () => {
    restReports({ mark: '571.00' })
    const { tickerOf } = setup.service
    setup.service.tickerOf = (asset) => ({ ...tickerOf(asset), time: null })
    await quietly(11_000, 250)
    expect(setup.sockets.all).toHaveLength(2)
  })

  it('is not concluded while the message is merely later than the answer', async () => {
    await quietly(4000)
    restReports({ mark: '571.00', time: START + 4000 })
    await quietly(750, 50)
    while (setup.service.calls.ticker < 2) await quietly(50, 50)
    say(contextMessage(ASSET, '571.00', { time: START + 4000 }))
    await quietly(10_000)
    expect(setup.sockets.all).toHaveLength(1)
    expect(setup.view(TICKER)?.stale).toBe(false)
  })
})

describe('data without REST reads', () => {
  it('is stale after a while, and fresh again as of the next read with the same data', async () => {
    await quietly(4000)
    setup.service.failures.ticker = new Error('down')
    setup.service.failures.book = new Error('down')
    await quietly(6000, 250)
    expect(stale()).toEqual([true, true, true])
    delete setup.service.failures.ticker
    delete setup.service.failures.book
    await quietly(5000, 250)
    expect(stale()).toEqual([false, false, false])
    expect(setup.sockets.all).toHaveLength(1)
    expect(setup.logged().filter((line) => line.includes('silent topics'))).toHaveLength(2)
  })
})

describe('a market that changes irregularly', () => {
  /** Three changes a second apart, then nothing for a while. */
  async function burst(from: number): Promise<void> {
    for (let change = 0; change < 3; change += 1) {
      say(bookMessage(ASSET, from + change))
      restReports({ time: from + change })
      await quietly(1000, 250)
    }
  }

  it('is overdue once, found to be merely quiet, and not overdue for the same again', async () => {
    await burst(START + 1000)
    await quietly(1000, 250)
    expect(setup.view(BOOK)?.stale).toBe(true)
    await quietly(1000, 250)
    expect(setup.view(BOOK)?.stale).toBe(false)
    await burst(START + 20_000)
    for (let quarter = 0; quarter < 80; quarter += 1) {
      await quietly(250, 250)
      expect(setup.view(BOOK)?.stale).toBe(false)
    }
    expect(setup.sockets.all).toHaveLength(1)
  })
})
