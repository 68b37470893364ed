import { beforeEach, describe, expect, it } from 'vitest'
import { millis } from '../../contract/time.ts'
import { ServiceError } from '../service/index.ts'
import { binaryMarketOf } from './testing/fake-service.ts'
import { bookMessage, contextMessage, tradesMessage } from './testing/messages.ts'
import { type FeedSetup, openFeedSetup, START } from './testing/setup.ts'

const TOPIC = { kind: 'binary' } as const
const END = START + 600_000
const CUTOFF = END - 180_000
/** The service's message each second for an asset whose turn it is. */
const BEAT = contextMessage('GBETA', '0.56', { oraclePx: undefined, isDelisted: false })

let setup: FeedSetup

const at = (time: number) => millis(time)
function bucketOf(asset: string | null, start: number, end: number, cutoff: number): void {
  const phase = { phase: 'trading', phaseText: 'TRADING' } as const
  setup.service.binary = {
    markets: [binaryMarketOf('GBETA'), binaryMarketOf('GBETB', 'waiting')],
    status: { paused: false, activeAsset: asset, ...phase, entryCutoff: at(cutoff) },
    bucket: { asset, start: at(start), end: at(end), ...phase, midpoint: '570.005' as never },
  }
}
const reads = () => setup.service.calls.binaryStatus
/** Number of reads in this time. */
async function readsIn(ms: number, ...say: readonly unknown[]): Promise<number> {
  const before = reads()
  await setup.pass(ms, ...say)
  return reads() - before
}

beforeEach(async () => {
  setup = openFeedSetup({ binary: true })
  setup.service.failures.bucket = hidden('GET /v1/bucket')
  setup.service.failures.markets = hidden('GET /v1/markets')
  setup.service.failures.ticker = hidden('GET /v1/ticker')
  setup.service.failures.book = hidden('GET /v1/book')
  bucketOf('GBETA', START - 60_000, END, CUTOFF)
  setup.feed.start()
  await setup.pass(100)
})

function hidden(route: string): ServiceError {
  const facts = { kind: 'problem', code: 'http_404', message: 'not found' as never } as const
  return new ServiceError({ ...facts, route, status: 404 })
}

describe('the state of the binary markets', () => {
  it('is read twice at the start, every minute without watchers, and every 5 s with watchers', async () => {
    expect(reads()).toBe(1)
    expect(await readsIn(4000, BEAT)).toBe(1)
    expect(await readsIn(60_500, BEAT)).toBe(1)
    await setup.clock.advanceAsync(10_000)
    setup.watch(TOPIC)
    await setup.clock.advanceAsync(0)
    expect(reads()).toBe(4)
    expect(await readsIn(20_000, BEAT)).toBe(4)
    setup.unwatch(TOPIC)
    expect(await readsIn(30_000, BEAT)).toBe(0)
    expect(setup.service.calls).toMatchObject({ binaryMarkets: reads(), binaryBucket: reads() })
  })

  it('is shown to windows and known to main', () => {
    expect(setup.view(TOPIC)).toMatchObject({
      markets: [{ asset: 'GBETA' }, { asset: 'GBETB', status: 'waiting' }],
      status: { activeAsset: 'GBETA' },
      bucket: { asset: 'GBETA', end: END },
      error: null,
      clockOffset: 0,
      stale: false,
    })
    expect(setup.feed.binary()).toMatchObject({ status: { paused: false }, bucket: { midpoint: '570.005' } })
  })

  it('measures the server’s clock', async () => {
    setup.service.offset = 90_000
    setup.watch(TOPIC)
    await setup.pass(6000, BEAT)
    expect(setup.feed.clockOffset()).toBe(90_000)
    expect(setup.view(TOPIC)?.clockOffset).toBe(90_000)
  })

  it.each([
    ['the entry cut-off', CUTOFF],
    ['the end', END],
  ])('is read at once when %s passes, by the service’s clock, even without watchers', async (_, moment) => {
    const offset = 7000
    setup.service.offset = offset
    await setup.pass(moment - offset - setup.clock.now() - 20_000, BEAT)
    setup.watch(TOPIC)
    await setup.pass(17_000, BEAT)
    setup.unwatch(TOPIC)
    const before = reads()
    await setup.clock.advanceAsync(moment - offset - setup.clock.now() - 1)
    expect(reads()).toBe(before)
    await setup.clock.advanceAsync(251)
    expect(reads()).toBe(before + 1)
  })

  it('is read each second after its end, until the service names another bucket', async () => {
    await setup.pass(END - setup.clock.now(), BEAT)
    const before = reads()
    await setup.pass(10_000, BEAT)
    expect(reads() - before).toBeGreaterThanOrEqual(8)
    expect(reads() - before).toBeLessThanOrEqual(11)
    bucketOf('GBETB', END, END + 3_600_000, END + 3_420_000)
    await setup.pass(1500, BEAT)
    // A second read confirms the first one.
    expect(await readsIn(30_000, contextMessage('GBETB', '0.5', { isDelisted: false }))).toBe(1)
    expect(setup.feed.binary()?.status?.activeAsset).toBe('GBETB')
  })

  it('is read once for a passed cut-off, however often the service reports it', async () => {
    await setup.pass(CUTOFF + 300 - setup.clock.now(), BEAT)
    expect(await readsIn(30_000, BEAT)).toBe(0)
  })

  it('is read again after 3 s for confirmation when an answer names another bucket or another end', async () => {
    await setup.pass(5000, BEAT)
    bucketOf('GBETA', START - 60_000, END + 3_600_000, CUTOFF)
    setup.feed.refreshMarkets()
    await setup.pass(1000, BEAT)
    expect(await readsIn(3000, BEAT)).toBe(1)
    expect(await readsIn(30_000, BEAT)).toBe(0)
  })

  describe('in one answer alone, before its end,', () => {
    type Said = typeof setup.service.binary
    const facts = () => {
      const { markets = [], status, bucket } = setup.feed.binary() ?? {}
      const [market] = markets
      return [status?.activeAsset, status?.entryCutoff, bucket?.asset, bucket?.end, bucket?.midpoint, market?.midpoint]
    }
    const ofStatus = (change: object) => (message: Said) => ({ ...message, status: { ...message.status, ...change } })
    const ofBucket = (change: object) => (message: Said) => ({ ...message, bucket: { ...message.bucket, ...change } })
    const ofStrike = (message: Said) => ({
      ...message,
      markets: message.markets.map((one) => ({ ...one, midpoint: '580.005' as never })),
    })

    it.each<[string, (message: Said) => object]>([
      ['another bucket', ofBucket({ asset: 'GBETB', start: at(END), end: at(END + 3_600_000) })],
      ['an earlier end', ofBucket({ end: at(END - 300_000) })],
      ['another strike of the bucket', ofBucket({ midpoint: '580.005' })],
      ['another strike of the market', ofStrike],
      ['another active asset', ofStatus({ activeAsset: 'GBETB' })],
      ['an earlier cut-off', ofStatus({ entryCutoff: at(CUTOFF - 300_000) })],
      ['no cut-off', ofStatus({ entryCutoff: null })],
    ])('%s is not accepted; a second answer 3 s later is', async (_, wrong) => {
      await setup.pass(5000, BEAT)
      const right = setup.service.binary
      const before = facts()
      setup.service.binary = wrong(right) as Said
      setup.feed.refreshMarkets()
      await setup.pass(1000, BEAT)
      expect(facts()).toEqual(before)
      setup.service.binary = right
      setup.feed.refreshMarkets()
      await setup.pass(10_000, BEAT)
      expect(facts()).toEqual(before)
      setup.service.binary = wrong(right) as Said
      setup.feed.refreshMarkets()
      await setup.pass(4000, BEAT)
      expect(facts()).not.toEqual(before)
    })

    it('a postponed end or cut-off is accepted, and a pause, so that nothing ends or opens at the earlier ones', async () => {
      await setup.pass(5000, BEAT)
      const { markets, status, bucket } = setup.service.binary
      const later = { entryCutoff: at(CUTOFF + 60_000), paused: true }
      setup.service.binary = {
        ...{ markets, status: { ...status, ...later }, bucket: { ...bucket, end: at(END + 60_000) } },
      } as Said
      setup.feed.refreshMarkets()
      await setup.pass(500, BEAT)
      expect(setup.feed.binary()).toMatchObject({ status: later, bucket: { end: END + 60_000 } })
    })
  })

  it('is read at once when the service refused something, and when the feed shows that an asset changed', async () => {
    await setup.pass(5000, BEAT)
    const before = reads()
    setup.feed.refreshMarkets()
    await setup.clock.advanceAsync(0)
    expect(reads()).toBe(before + 1)
    await setup.pass(5000, BEAT)
    setup.sockets.last.say(contextMessage('GBETA', '0.5', { isDelisted: true }))
    await setup.clock.advanceAsync(300)
    expect(reads()).toBe(before + 2)
  })

  it('that cannot be read shows the service’s message, is read less and less often, and becomes stale', async () => {
    setup.watch(TOPIC)
    await setup.pass(100, BEAT)
    const error = new ServiceError({
      kind: 'problem',
      route: 'GET /v1/binary/status',
      code: 'stale_market_data',
      status: 503,
      message: 'The oracle is silent.' as never,
    })
    setup.service.failures.binaryStatus = error
    await setup.pass(7000, BEAT)
    expect(setup.view(TOPIC)).toMatchObject({ error: 'The oracle is silent.', stale: false, status: { paused: false } })
    setup.changes.length = 0
    await setup.pass(8000, BEAT)
    expect(setup.view(TOPIC)?.stale).toBe(true)
    expect(setup.changes).toContain('binary')
    await setup.pass(30_000, BEAT)
    expect(await readsIn(60_000, BEAT)).toBeLessThanOrEqual(4)
    expect(setup.logged().filter((line) => line.includes('binary'))).toEqual([
      'could not be read: the state of the binary markets',
    ])
    delete setup.service.failures.binaryStatus
    await setup.pass(16_000, BEAT)
    expect(setup.view(TOPIC)).toMatchObject({ error: null, stale: false })
    expect(setup.logged().at(-1)).toBe('can be read again: the state of the binary markets')
  })

  it('uses the successful reads when one of the three fails', async () => {
    setup.watch(TOPIC)
    setup.service.failures.binaryBucket = new Error('no bucket')
    setup.service.binary = { ...setup.service.binary, status: { ...setup.service.binary.status, paused: true } }
    await setup.pass(6000, BEAT)
    expect(setup.view(TOPIC)).toMatchObject({
      status: { paused: true },
      error: 'no bucket',
      bucket: { asset: 'GBETA' },
    })
  })

  it('is read again no sooner than the service asks', async () => {
    setup.watch(TOPIC)
    setup.service.failures.binaryStatus = new ServiceError({
      kind: 'problem',
      route: 'GET /v1/binary/status',
      code: 'rate_limited',
      status: 429,
      message: 'Slow down.' as never,
      retryAfterMs: 40_000,
    })
    await setup.pass(4000, BEAT)
    expect(await readsIn(38_000, BEAT)).toBe(0)
    expect(await readsIn(3000, BEAT)).toBe(1)
  })

  it('is not awaited forever', async () => {
    setup.watch(TOPIC)
    const { binaryStatus } = setup.service
    setup.service.binaryStatus = () => new Promise(() => {})
    await setup.pass(18_600, BEAT)
    expect(setup.view(TOPIC)?.error).toMatch(/The venue did not answer in time\./)
    setup.service.binaryStatus = binaryStatus
    await setup.pass(3000, BEAT)
    expect(setup.view(TOPIC)?.error).toBeNull()
  })

  it('is read at once when the connection is back', async () => {
    setup.service.failures.binaryStatus = new Error('down')
    setup.feed.refreshMarkets()
    await setup.pass(30_000, BEAT)
    delete setup.service.failures.binaryStatus
    setup.sockets.last.end()
    await setup.pass(1000, BEAT)
    expect(setup.view(TOPIC)?.error).toBeNull()
  })

  it('is stale while the machine sleeps, and read when it is back', async () => {
    setup.feed.suspend()
    expect(setup.view(TOPIC)?.stale).toBe(true)
    expect(await readsIn(120_000)).toBe(0)
    setup.feed.resume()
    await setup.clock.advanceAsync(10)
    expect(setup.view(TOPIC)?.stale).toBe(false)
  })

  it('is not read where the deployment has no binary markets', async () => {
    setup = openFeedSetup({ scalar: true })
    setup.feed.start()
    setup.watch(TOPIC)
    await setup.pass(10_000)
    expect(reads()).toBe(0)
    expect(setup.view(TOPIC)).toMatchObject({ markets: [], status: null, bucket: null, receivedAt: null, stale: true })
    expect(setup.feed.binary()).toBeNull()
  })
})

describe('a binary asset', () => {
  const TICKER = { kind: 'ticker', asset: 'GBETA' } as const
  const BOOK = { kind: 'book', asset: 'GBETA', step: null, levels: 5 } as const
  beforeEach(async () => {
    setup.watch(TICKER)
    await setup.pass(10)
  })

  it('has the channels of scalar ones, and a mark that is a probability, without a temperature', () => {
    expect(setup.wanted()).toEqual(['subscribe activeAssetCtx,book,trades GBETA'])
    setup.sockets.last.say(BEAT)
    setup.sockets.last.say(bookMessage('GBETA', 1000, [['0.55', '10']], [['0.56', '20']]))
    setup.sockets.last.say(tradesMessage('GBETA', [1, START, '0.55']))
    expect(setup.view(TICKER)).toMatchObject({
      mark: '0.560',
      temperature: null,
      bid: '0.550',
      ask: '0.560',
      mid: '0.555',
      last: '0.550',
      status: 'active',
      stale: false,
    })
    expect(setup.view(BOOK)).toMatchObject({ bids: [{ px: '0.550', sz: '10.00' }], stale: false })
    expect(setup.view({ kind: 'trades', asset: 'GBETA' })?.trades).toMatchObject([{ px: '0.550' }])
  })

  it('is read over REST at most once: those reads may be for scalar assets only', async () => {
    expect(setup.service.calls).toMatchObject({ ticker: 1, book: 1 })
    setup.sockets.last.end()
    await setup.pass(5000, BEAT)
    expect(setup.service.calls).toMatchObject({ ticker: 1, book: 1 })
    expect(setup.logged()).not.toContain('could not be read: a snapshot')
  })

  it('is stale when its regular messages stop; its partner is quiet by nature', async () => {
    setup.watch({ kind: 'ticker', asset: 'GBETB' })
    await setup.pass(10)
    setup.sockets.last.say(contextMessage('GBETB', '0.5', { isDelisted: true }))
    await setup.pass(10_000, BEAT)
    expect(setup.feed.ticker('GBETB')).toMatchObject({ stale: false, status: 'waiting' })
    await setup.pass(2000)
    expect(setup.view(TICKER)?.stale).toBe(true)
  })

  it('without regular messages is not judged by its silence: nothing else can be read of it', async () => {
    setup.sockets.last.say(BEAT)
    await setup.pass(60_000)
    expect(setup.view(TICKER)).toMatchObject({ mark: '0.560', stale: false })
    expect(setup.sockets.all).toHaveLength(1)
  })

  it('has a quiet book while its marks come, even after regular book messages', async () => {
    setup.watch(BOOK)
    for (let time = 1; time <= 4; time += 1) {
      await setup.pass(1000, BEAT, bookMessage('GBETA', time, [['0.55', '10']], [['0.56', '20']]))
    }
    await setup.pass(2000, BEAT)
    expect(setup.view(BOOK)?.stale).toBe(true)
    await setup.pass(1000, BEAT)
    expect(setup.view(BOOK)?.stale).toBe(false)
    await setup.pass(30_000, BEAT)
    expect(setup.view(BOOK)?.stale).toBe(false)
  })

  it('shows whether a feed without scalar markets is alive', async () => {
    setup.unwatch(TICKER)
    await setup.pass(40_000, BEAT)
    expect(setup.wanted()).toEqual(['subscribe activeAssetCtx,book,trades GBETA'])
    bucketOf('GBETB', START, END, CUTOFF)
    await setup.pass(61_000, BEAT)
    expect(setup.wanted()).toContain('subscribe activeAssetCtx,book,trades GBETB')
    await setup.pass(31_000)
    expect(setup.wanted()).toContain('unsubscribe activeAssetCtx,book,trades GBETA')
  })
})

describe('a deployment without scalar markets', () => {
  it('shows that nothing is offered, reads rarely, and logs one line a read', async () => {
    await setup.pass(50_000, BEAT)
    expect(setup.view({ kind: 'bucket' })).toMatchObject({ current: null, next: null, stale: false })
    expect(setup.service.calls).toMatchObject({ candles: 0, ticker: 1, book: 1 })
    expect(setup.service.calls.bucket).toBeLessThanOrEqual(2)
    expect(setup.service.calls.markets).toBeLessThanOrEqual(2)
    await setup.pass(300_000, BEAT)
    expect(setup.service.calls.bucket).toBeLessThanOrEqual(7)
    expect(
      setup
        .logged()
        .filter((line) => line.startsWith('not offered'))
        .sort(),
    ).toEqual(['not offered: the bucket', 'not offered: the scalar markets'])
    expect(setup.log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    expect(setup.buckets).toEqual([])
  })

  it('shows them when they are offered after all', async () => {
    delete setup.service.failures.bucket
    delete setup.service.failures.markets
    setup.service.current = { asset: 'NYCTMP1', start: at(START), end: at(END), phaseText: null }
    await setup.pass(61_000, BEAT)
    expect(setup.view({ kind: 'bucket' })?.current?.asset).toBe('NYCTMP1')
    expect(setup.feed.market('NYCTMP1')).not.toBeNull()
    expect(setup.logged()).toContain('can be read again: the bucket')
  })

  it('treats a 404 of an earlier existing bucket as a failure like any other', async () => {
    delete setup.service.failures.bucket
    setup.service.current = { asset: 'NYCTMP1', start: at(START), end: at(END), phaseText: null }
    setup.feed.refreshMarkets()
    await setup.pass(3000, BEAT)
    setup.service.failures.bucket = hidden('GET /v1/bucket')
    const before = setup.service.calls.bucket
    await setup.pass(30_000, BEAT)
    expect(setup.service.calls.bucket - before).toBeGreaterThan(5)
    expect(setup.view({ kind: 'bucket' })).toMatchObject({ current: { asset: 'NYCTMP1' }, stale: true })
  })
})
