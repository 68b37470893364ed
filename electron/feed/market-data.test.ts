import { beforeEach, describe, expect, it } from 'vitest'
import type { Bucket, PublicTrade } from '../../contract/market.ts'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import type { TopicChange } from '../topics/index.ts'
import { createFeed, type Feed } from './create-feed.ts'
import { bucketOf, createFakeService, type FakeService } from './testing/fake-service.ts'
import { createFakeSockets, type FakeSockets } from './testing/fake-socket.ts'
import { bookMessage, contextMessage, tradesMessage } from './testing/messages.ts'
import { noLimit } from './testing/no-limit.ts'
import { createRecordingLog, type RecordingLog } from './testing/recording-log.ts'

const START = 1_700_006_400_000
const END = START + 7_200_000
const MINUTE = 60_000

let clock: FakeClock
let sockets: FakeSockets
let service: FakeService
let log: RecordingLog
let feed: Feed
const families = { scalar: true, binary: false, outcomes: false }
let trades: PublicTrade[]
let buckets: (string | null)[]
let reconnects: number
let changes: string[]

const [connectionOf, marketsOf] = [() => feed.sources[0]!, () => feed.sources[1]!]
const connection = () => connectionOf().view({ kind: 'connection' })
const book = (asset = 'NYCTMP1', levels = 15) => marketsOf().view({ kind: 'book', asset, step: null, levels })
const tradesOf = (asset = 'NYCTMP1') => marketsOf().view({ kind: 'trades', asset })
const ticker = (asset = 'NYCTMP1') => feed.ticker(asset)
const wanted = (socket = sockets.last) =>
  socket.sent
    .filter((message) => (message as { type: string }).type !== 'ping')
    .map((message) => {
      const { type, coins } = message as { type: string; coins: string[] }
      return `${type} ${coins.join()}`
    })

/** Advances time while the live asset's context comes each second. */
async function live(ms: number, asset = 'NYCTMP1', mark = '570.00') {
  for (let t = 0; t < ms; t += 1000) {
    await clock.advanceAsync(Math.min(1000, ms - t))
    sockets.last.say({ channel: 'pong' })
    sockets.last.say(contextMessage(asset, mark))
  }
}

async function startAt(offsetInBucket: number, options: { bucket?: Bucket | null; next?: Bucket | null } = {}) {
  clock = createFakeClock(START + offsetInBucket)
  sockets = createFakeSockets()
  sockets.server = 'accept'
  service = createFakeService(() => clock.now())
  service.current = options.bucket === undefined ? bucketOf('NYCTMP1', START) : options.bucket
  service.next = options.next === undefined ? bucketOf('NYCTMP2', END) : options.next
  log = createRecordingLog()
  trades = []
  buckets = []
  reconnects = 0
  changes = []
  feed = createFeed({
    profile: { baseUrl: 'https://example', wsPath: '/v1/ws', ping: '{"type":"ping"}' },
    service,
    limit: noLimit(clock),
    clock,
    random: () => 0.999,
    log,
    families: () => families,
    token: () => null,
    openSocket: sockets.open,
    onTrade: (trade) => trades.push(trade),
    onBucketChange: (current) => buckets.push(current?.asset ?? null),
    onReconnect: () => {
      reconnects += 1
    },
  })
  for (const source of feed.sources) {
    source.onChange(({ kind, asset }: TopicChange) => changes.push(asset === null ? kind : `${kind}/${asset}`))
  }
  feed.start()
  await clock.advanceAsync(5)
}

beforeEach(() => startAt(30 * MINUTE))

describe('the first moments', () => {
  it('show a snapshot over REST before the first feed data, at the market’s precision', () => {
    expect(sockets.last.url).toBe('wss://example/v1/ws')
    expect(book()?.bids).toMatchObject([{ px: '569.90', sz: '1.0000', total: '1.0000' }])
    expect(ticker()).toMatchObject({
      mark: '570.00',
      temperature: '70.00',
      bid: '569.90',
      last: '569.90',
      openInterest: '5.0000',
    })
    expect(wanted()).toEqual(['subscribe NYCTMP1'])
    expect(buckets).toEqual(['NYCTMP1'])
    expect(feed.market('NYCTMP2')).toMatchObject({ assetId: 1 })
  })

  it('are replaced by the feed', () => {
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    sockets.last.say(contextMessage('NYCTMP1', '571.5'))
    expect(book()).toMatchObject({ mid: '570.00', time: 1000, stale: false, receivedAt: clock.now() })
    expect(ticker()).toMatchObject({
      mark: '571.50',
      temperature: '71.50',
      bid: '569.98',
      ask: '570.02',
      volume24h: '1000',
    })
  })

  it('show nothing of an unknown asset', () => {
    expect(book('X')).toBeUndefined()
    expect(ticker('X')).toBeNull()
    expect(tradesOf('X')).toBeUndefined()
  })

  it('continue when the service fails at first', async () => {
    await startAt(0, { bucket: null, next: null })
    service.failure = new Error('down')
    feed.stop()
    feed.start()
    await clock.advanceAsync(3000)
    service.failure = null
    service.current = bucketOf('NYCTMP1', START)
    await clock.advanceAsync(2500)
    expect(feed.bucket()?.current?.asset).toBe('NYCTMP1')
    expect(feed.market('NYCTMP1')).not.toBeNull()
  })
})

describe('a context without a time, as the upstream sends it', () => {
  it('has the time of its receipt, by the service’s clock, though the read before it had a time', async () => {
    const { tickerOf } = service
    service.tickerOf = (asset) => ({ ...tickerOf(asset), time: START as never })
    service.offset = 90_000
    feed.stop()
    feed.start()
    await clock.advanceAsync(20_000)
    sockets.last.say(contextMessage('NYCTMP1', '571.00'))
    expect(ticker()?.time).toBe(clock.now() + 90_000)
    await clock.advanceAsync(1000)
    sockets.last.say(contextMessage('NYCTMP1', '571.10'))
    expect(ticker()).toMatchObject({ mark: '571.10', time: clock.now() + 90_000 })
    sockets.last.say(contextMessage('NYCTMP1', '571.20', { time: START + 5 }))
    expect(ticker()?.time).toBe(START + 5)
  })
})

describe('books', () => {
  it('that are bad are rejected, counted once in the log, and make the book stale with the reason', async () => {
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    for (const time of [1001, 1002]) sockets.last.say(bookMessage('NYCTMP1', time, [['571', '1']], [['570', '1']]))
    expect(book()).toMatchObject({ time: 1000, stale: true })
    expect([ticker()?.stale, feed.isOutOfDate('NYCTMP1'), feed.isOutOfDate('NOT READ')]).toEqual([false, false, true])
    // A watched book counts.
    marketsOf().watched?.({ kind: 'book', asset: 'NYCTMP1', step: null, levels: 15 })
    expect([ticker()?.stale, feed.isOutOfDate('NYCTMP1')]).toEqual([false, true])
    expect(connection()?.reason).toBe('The NYCTMP1 book is rejected: best bid not below best ask.')
    expect(log.lines.filter(({ message }) => message === 'feed message rejected')).toHaveLength(1)
    expect(changes).toContain('book/NYCTMP1')
    sockets.last.say(bookMessage('NYCTMP1', 1003))
    expect(book()).toMatchObject({ time: 1003, stale: false })
    expect(feed.isOutOfDate('NYCTMP1')).toBe(false)
    expect(connection()?.reason).toBeNull()
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"channel":5}',
    '{"channel":"book"}',
    '{"channel":"book","data":{"coin":"NYCTMP1"}}',
    '{"channel":"book","data":{"coin":"NYCTMP1","time":1,"levels":[[{"px":"1"',
    '{"channel":"trades","data":{}}',
    '{"channel":"trades","data":[null]}',
    '{"channel":"activeAssetCtx","data":{"coin":"NYCTMP1","ctx":{"markPx":[]}}}',
    '{"channel":"subscriptionResponse"}',
    '{"channel":"error"}',
    '{"channel":"weather","data":{}}',
    `{"channel":"book","data":{"coin":"NYCTMP1","time":1,"levels":[[${'['.repeat(5000)}`,
    `"${'x'.repeat(2_000_000)}"`,
  ])('survive anything on the wire without an error in the handler: %.60s', (text) => {
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    for (let i = 0; i < 3; i += 1) sockets.last.sayText(text)
    expect(book()?.time).toBe(1000)
    expect(log.lines.filter(({ message }) => message === 'feed message rejected').length).toBeLessThanOrEqual(1)
  })

  it('mark own orders, and remove the marks when the orders are gone', () => {
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    feed.setOwnOrders([
      { asset: 'NYCTMP1', side: 'buy', price: '569.98' as never, size: '1' as never, filled: '0' as never },
    ])
    expect(book()?.bids[0]?.own).toBe(true)
    feed.setOwnOrders([])
    expect(book()?.bids[0]?.own).toBe(false)
  })

  it('are formatted once for all readers before the next message', () => {
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    const first = book()
    expect(book()).toBe(first)
    expect(book('NYCTMP1', 3)).not.toBe(first)
    sockets.last.say(bookMessage('NYCTMP1', 1001))
    expect(book()).not.toBe(first)
  })
})

describe('trades', () => {
  it('are reported as they happen, each once; the first ones of a subscription are not reported', () => {
    sockets.last.say(tradesMessage('NYCTMP1', [1, 10, '570.0']))
    expect(trades).toEqual([])
    sockets.last.say(tradesMessage('NYCTMP1', [1, 10, '570.0'], [2, 20, '570.1']))
    expect(trades.map(({ tid }) => tid)).toEqual(['2'])
    expect(tradesOf()?.trades).toMatchObject([{ tid: '2', px: '570.10', sz: '1.5000' }, { tid: '1' }])
    expect(ticker()?.last).toBe('570.10')
  })
})

describe('staleness', () => {
  it('comes within 2 s of the last data of the live asset, though pongs continue', async () => {
    await live(3000)
    sockets.last.say(bookMessage('NYCTMP1', 1000))
    changes = []
    for (let i = 0; i < 4; i += 1) {
      await clock.advanceAsync(450)
      sockets.last.say({ channel: 'pong' })
      expect(book()?.stale).toBe(false)
    }
    await clock.advanceAsync(200)
    expect(book()?.stale).toBe(true)
    expect(ticker()?.stale).toBe(true)
    expect(tradesOf()?.stale).toBe(true)
    expect(changes).toEqual(expect.arrayContaining(['book/NYCTMP1', 'ticker/NYCTMP1', 'trades/NYCTMP1']))
    expect(connection()?.stale).toBe(false)
    changes = []
    sockets.last.say(bookMessage('NYCTMP1', 1001))
    await clock.advanceAsync(250)
    expect(book()?.stale).toBe(false)
    expect(changes).toContain('ticker/NYCTMP1')
  })

  it('comes within 2 s of the last message of any kind for everything, published without any message', async () => {
    await live(2000)
    changes = []
    await clock.advanceAsync(2000)
    expect(connection()).toMatchObject({ socket: 'live', stale: true, reason: 'The venue does not answer.' })
    expect(feed.bucket()?.stale).toBe(true)
    expect(changes).toContain('connection')
  })

  it('comes at once when the connection is cut, and goes when data of the next one comes', async () => {
    sockets.last.say(bookMessage('NYCTMP1', 9_000_000))
    await live(1000)
    sockets.server = 'hang'
    sockets.last.end({ reason: 'The connection dropped.' })
    expect(connection()).toMatchObject({ socket: 'offline', stale: true, reason: 'The connection dropped.' })
    expect(book()?.stale).toBe(true)
    await clock.advanceAsync(300)
    sockets.last.open()
    sockets.last.say({ channel: 'pong' })
    expect(book()?.stale).toBe(true)
    expect(wanted()).toEqual(['subscribe NYCTMP1'])
    expect(reconnects).toBe(1)
    sockets.last.say(bookMessage('NYCTMP1', 5))
    expect(book()).toMatchObject({ stale: false, time: 5 })
  })

  it.each([15_000, 90_000])(
    'heals within 3 s of the server’s return after %i ms, by a snapshot if necessary',
    async (outage) => {
      await live(1000)
      sockets.server = 'refuse'
      service.failure = new Error('down')
      sockets.last.end()
      await clock.advanceAsync(outage)
      expect(ticker()?.stale).toBe(true)
      const requests = service.calls.book
      sockets.server = 'accept'
      service.failure = null
      for (let t = 0; t < 2900; t += 100) {
        await clock.advanceAsync(100)
        if (connection()?.socket !== 'live') continue
        sockets.last.say({ channel: 'pong' })
        // Only the context comes: the snapshot fills the book.
        sockets.last.say(contextMessage('NYCTMP1'))
      }
      expect(service.calls.book).toBeGreaterThan(requests)
      expect([ticker()?.stale, book()?.stale, feed.bucket()?.stale, connection()?.stale]).toEqual([
        false,
        false,
        false,
        false,
      ])
    },
  )

  it('covers everything while the machine sleeps, and ends after it', async () => {
    await live(1000)
    feed.suspend()
    expect(connection()).toMatchObject({ socket: 'offline', stale: true, reason: 'This computer is asleep.' })
    expect(clock.waiting).toBe(0)
    clock.advance(3_600_000)
    feed.resume()
    await clock.advanceAsync(10)
    await live(1000)
    expect(connection()?.stale).toBe(false)
    expect(ticker()?.stale).toBe(false)
  })
})

describe('the connection topic', () => {
  it('is published twice a second, with the current facts', async () => {
    await live(2000)
    changes = []
    await live(3000)
    const reported = changes.filter((change) => change === 'connection').length
    expect(reported).toBeGreaterThanOrEqual(5)
    expect(reported).toBeLessThanOrEqual(7)
    sockets.last.say({ channel: 'pong' })
    await clock.advanceAsync(40)
    expect(connection()).toMatchObject({
      socket: 'live',
      retryInMs: null,
      attempts: 0,
      messageAgeMs: 40,
      clockOffsetMs: 0,
    })
    expect(connection()?.messagesPerSecond).toBeGreaterThan(0)
  })

  it('shows when the next attempt is, and how many there were', async () => {
    sockets.server = 'refuse'
    sockets.last.end()
    await clock.advanceAsync(3000)
    const view = connection()
    expect(view?.attempts).toBeGreaterThan(1)
    expect(view?.retryInMs).toBeGreaterThanOrEqual(0)
  })
})

describe('watching', () => {
  it('subscribes an asset while a window watches it, and for 30 s after', async () => {
    const topic = { kind: 'book', asset: 'NYCTMP2', step: null, levels: 5 } as const
    marketsOf().watched?.(topic)
    marketsOf().watched?.({ kind: 'ticker', asset: 'NYCTMP2' })
    await clock.advanceAsync(5)
    expect(wanted()).toEqual(['subscribe NYCTMP1', 'subscribe NYCTMP2'])
    expect(book('NYCTMP2')).toBeDefined()
    marketsOf().unwatched?.(topic)
    marketsOf().unwatched?.({ kind: 'ticker', asset: 'NYCTMP2' })
    await live(29_000)
    expect(wanted()).not.toContain('unsubscribe NYCTMP2')
    await live(2000)
    expect(wanted().at(-1)).toBe('unsubscribe NYCTMP2')
    expect(book('NYCTMP2')).toBeUndefined()
  })

  it('never drops the live asset', async () => {
    marketsOf().watched?.({ kind: 'trades', asset: 'NYCTMP1' })
    marketsOf().unwatched?.({ kind: 'trades', asset: 'NYCTMP1' })
    await live(60_000)
    expect(wanted()).not.toContain('unsubscribe NYCTMP1')
  })
})

describe('the bucket', () => {
  it('is read every 15 s in trading, after a series that measures the clock', async () => {
    await live(5000)
    const before = service.calls.bucket
    await live(60_000)
    expect(service.calls.bucket - before).toBe(4)
  })

  it('is read each second near its end', async () => {
    await startAt(118 * MINUTE)
    await live(2000)
    const before = service.calls.bucket
    await live(10_000)
    expect(service.calls.bucket - before).toBeGreaterThanOrEqual(9)
    expect(service.calls.bucket - before).toBeLessThanOrEqual(12)
  })

  it('is read again after 3 s instead of 15 when an answer names another one or another time, until that is confirmed', async () => {
    await live(30_000)
    service.current = bucketOf('NYCTMP2', START)
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    let before = service.calls.bucket
    await live(4000)
    expect(service.calls.bucket - before).toBe(1)
    await live(30_000)
    service.offset = 3_600_000
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    expect([feed.clockOffset(), feed.isClockConfirmed()]).toEqual([0, false])
    before = service.calls.bucket
    await live(4000)
    expect(service.calls.bucket - before).toBe(1)
    expect([feed.clockOffset(), feed.isClockConfirmed()]).toEqual([3_600_000, true])
  })

  it('is neither replaced nor shortened before its end by one answer, but can be postponed; a second one 3 s later is accepted', async () => {
    await live(30_000)
    service.current = bucketOf('NYCTMP2', START - 120 * MINUTE)
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    expect(feed.bucket()?.current).toMatchObject({ asset: 'NYCTMP1', end: END })
    service.current = bucketOf('NYCTMP1', START)
    await live(10_000)
    service.current = { ...bucketOf('NYCTMP1', START), end: (END - 30 * MINUTE) as never }
    feed.refreshMarkets()
    await live(1000)
    expect(feed.bucket()?.current?.end).toBe(END)
    service.current = { ...bucketOf('NYCTMP1', START), end: (END + 30 * MINUTE) as never }
    feed.refreshMarkets()
    await live(1000)
    expect(feed.bucket()?.current?.end).toBe(END + 30 * MINUTE)
    service.current = bucketOf('NYCTMP2', END + 30 * MINUTE)
    feed.refreshMarkets()
    await live(2000)
    expect(feed.bucket()?.current?.asset).toBe('NYCTMP1')
    await live(2000)
    expect(feed.bucket()?.current?.asset).toBe('NYCTMP2')
  })

  it('has no settlement at an end from one answer while its turn continues', async () => {
    const requests: number[] = []
    service.candlesOf = (_asset, _from, to) => {
      requests.push(to)
      return []
    }
    await live(30_000)
    const past = clock.now() - 5000
    service.current = { ...bucketOf('NYCTMP1', START), end: past as never }
    feed.refreshMarkets()
    await live(2000)
    service.current = bucketOf('NYCTMP1', START)
    await live(20_000)
    expect(requests).not.toContain(past)
  })

  it('is read at once when the service reports a changed market, and never twice at once', async () => {
    await live(5000)
    const before = service.calls.bucket
    feed.refreshMarkets()
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    expect(service.calls.bucket - before).toBe(2)
  })

  it('is read at once when the live asset is flagged as delisted', async () => {
    await live(5000)
    const before = service.calls.bucket
    sockets.last.say(contextMessage('NYCTMP1', '570', { isDelisted: true }))
    await clock.advanceAsync(5)
    expect(service.calls.bucket - before).toBe(1)
    expect(ticker()?.status).toBe('settling')
  })

  it('counts down by the server’s clock', async () => {
    service.offset = 90_000
    await clock.advanceAsync(20_000)
    expect(feed.bucket()?.clockOffset).toBe(90_000)
    expect(feed.clockOffset()).toBe(90_000)
  })

  it('has no offset for permanent ends until a second answer confirms the first, and while another is in doubt', async () => {
    await startAt(10 * MINUTE)
    expect([feed.measuredOffset(), feed.confirmedOffset()]).toEqual([0, null])
    await live(5000)
    expect(feed.confirmedOffset()).toBe(0)
    service.offset = 10_800_000
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    expect([feed.measuredOffset(), feed.confirmedOffset()]).toEqual([0, null])
    service.offset = 0
    await live(4000)
    expect(feed.confirmedOffset()).toBe(0)
  })

  it('enters its final window by the server’s time, with an estimate of the average so far', async () => {
    await startAt(120 * MINUTE - 125_000)
    await live(4000, 'NYCTMP1', '570.00')
    expect(feed.bucket()).toMatchObject({ phase: 'trading', twapEstimate: null, twapWindow: 120_000 })
    await live(3000, 'NYCTMP1', '570.00')
    expect(feed.bucket()?.phase).toBe('final_window')
    changes = []
    await live(10_000, 'NYCTMP1', '572.00')
    expect(changes.filter((change) => change === 'bucket').length).toBeGreaterThanOrEqual(10)
    const estimate = feed.bucket()?.twapEstimate
    expect(estimate?.coveredMs).toBeGreaterThan(11_000)
    expect(Number(estimate?.mark)).toBeGreaterThan(570.5)
    expect(Number(estimate?.mark)).toBeLessThan(572)
    expect(estimate?.temperature).toBe((Number(estimate?.mark) - 500).toFixed(2))
  })

  it('settles, is polled, and hands over to the asset that the service names', async () => {
    await startAt(120 * MINUTE - 3000)
    const candle = (time: number, close: string) => ({ time, open: close, high: close, low: close, close }) as never
    service.candlesOf = (asset, from, to) =>
      asset === 'NYCTMP1' && to === END
        ? Array.from({ length: 120 }, (_, i) => candle(from + i * 1000, i < 60 ? '570.00' : '570.01'))
        : []
    await live(4000)
    service.current = null
    await live(2000)
    expect(feed.bucket()).toMatchObject({ current: null, phase: 'settling' })
    expect(wanted()).toContain('subscribe NYCTMP2')
    const before = service.calls.bucket
    await live(3000)
    expect(service.calls.bucket - before).toBeGreaterThanOrEqual(3)
    service.current = bucketOf('NYCTMP2', END)
    service.next = bucketOf('NYCTMP1', END + 120 * MINUTE)
    await live(2000, 'NYCTMP2')
    expect(feed.bucket()).toMatchObject({ phase: 'trading', current: { asset: 'NYCTMP2' } })
    expect(buckets).toEqual(['NYCTMP1', null, 'NYCTMP2'])
    expect(ticker('NYCTMP2')?.stale).toBe(false)
    // 120 marks, half of them at 570.00 and half at 570.01: exactly half way rounds up.
    expect(marketsOf().view({ kind: 'settlements' })).toEqual([{ asset: 'NYCTMP1', end: END, mark: '570.01' }])
    await live(31_000, 'NYCTMP2')
    expect(wanted().at(-1)).toBe('unsubscribe NYCTMP1')
  })

  it('omits settlements with missing marks', async () => {
    service.candlesOf = (_, from) => [{ time: from, open: '1', high: '1', low: '1', close: '1' } as never]
    await live(90_000)
    expect(service.calls.candles).toBeGreaterThan(8)
    expect(marketsOf().view({ kind: 'settlements' })).toEqual([])
  })

  it('is stale when it cannot be read, though the feed is alive', async () => {
    await live(5000)
    service.failure = new Error('down')
    await live(20_000)
    expect(feed.bucket()?.stale).toBe(true)
    expect(ticker()?.stale).toBe(false)
    service.failure = null
    await live(3000)
    expect(feed.bucket()?.stale).toBe(false)
  })

  it('is read at once when the connection is back, though an earlier read hangs', async () => {
    await live(5000)
    const { bucket } = service
    service.bucket = () => new Promise(() => {})
    feed.refreshMarkets()
    await clock.advanceAsync(5)
    service.bucket = bucket
    const before = service.calls.bucket
    sockets.last.end()
    await clock.advanceAsync(300)
    expect(connection()?.socket).toBe('live')
    expect(service.calls.bucket).toBeGreaterThan(before)
  })

  it('limits its estimate to the final window of a short bucket, from when the service reported it open', async () => {
    const short = (phase: string) => ({ ...bucketOf('NYCTMP1', START, 2, phase), end: (START + 80_000) as never })
    await startAt(0, { bucket: short('trading') })
    await live(50_000, 'NYCTMP1', '570.00')
    service.current = short('final_window')
    await live(10_000, 'NYCTMP1', '574.00')
    const estimate = feed.bucket()?.twapEstimate
    expect(estimate?.coveredMs).toBeLessThanOrEqual(10_000)
    expect(Number(estimate?.mark)).toBeGreaterThan(573)
  })
})
