import { afterEach, describe, expect, it } from 'vitest'
import type { BookView, Ticker } from '../../contract/market.ts'
import type { OutcomeMarket } from '../../contract/outcome.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import { systemClock } from '../clock.ts'
import { serviceFor } from '../service/testing/setup.ts'
import { startVenueProcess, type VenueProcess } from '../service/testing/venue-process.ts'
import type { Families } from './assets/index.ts'
import { createFeed, type Feed } from './create-feed.ts'
import { createRecordingLog, type RecordingLog } from './testing/recording-log.ts'

let venue: VenueProcess | undefined
let feed: Feed | undefined
let log: RecordingLog

afterEach(async () => {
  feed?.stop()
  await venue?.stop()
})

async function open(families: Families, ...flags: readonly string[]): Promise<Feed> {
  venue = await startVenueProcess(...flags)
  log = createRecordingLog()
  const { service } = serviceFor(venue.url)
  // Three minutes into a bucket everything trades, at any time of day.
  const { end, serverTime } = await service.binaryBucket()
  await venue.control('clock', { advance_ms: Number(end ?? serverTime) - Number(serverTime) + 180_000 })
  feed = createFeed({
    profile: { baseUrl: venue.url, wsPath: '/v1/ws', ping: '{"type":"ping"}' },
    service,
    limit: service.budget,
    clock: systemClock,
    random: () => 0.1,
    log,
    token: () => null,
    families: () => families,
  })
  feed.start()
  return feed
}

/** Watches a topic until its payload meets the condition. */
function watched<T extends Topic>(
  from: Feed,
  topic: T,
  isWanted: (payload: PayloadOf<T>) => boolean,
): Promise<PayloadOf<T>> {
  const source = from.sources.find(({ kinds }) => kinds.includes(topic.kind))
  if (source === undefined) throw new Error(`no source of ${topic.kind}`)
  source.watched?.(topic)
  return new Promise((resolve) => {
    const look = () => {
      const payload = source.view(topic)
      if (payload === undefined || !isWanted(payload)) return
      stop()
      resolve(payload)
    }
    const stop = source.onChange(look)
    look()
  })
}

const isFresh = ({ stale }: { readonly stale: boolean }): boolean => !stale
const hasBothSides = (book: BookView): boolean => !book.stale && book.bids.length > 0 && book.asks.length > 0
const trades = ({ expired, settling }: OutcomeMarket): boolean => !expired && !settling

describe('on the practice venue', () => {
  it('every family flows at once', async () => {
    const from = await open({ scalar: true, binary: true, outcomes: true }, '--mode', 'all')
    const { markets } = await watched(from, { kind: 'outcomes' }, isFresh)
    const market = markets.filter(trades).at(-1)
    const coin = market?.sides[0]?.coin ?? ''
    expect(from.outcome(coin)).toMatchObject({ market: { outcomeId: market?.outcomeId }, side: { index: 0 } })
    const state = await watched(from, { kind: 'binary' }, isFresh)
    const asset = state.status?.activeAsset ?? state.markets[0]?.asset ?? ''
    expect(state).toMatchObject({ error: null, bucket: { asset } })
    const [side, up, bucket, book] = await Promise.all([
      watched(from, { kind: 'ticker', asset: coin }, (ticker) => isFresh(ticker) && ticker.mark !== null),
      watched(from, { kind: 'ticker', asset }, (ticker) => isFresh(ticker) && ticker.mark !== null),
      watched(from, { kind: 'bucket' }, isFresh),
      watched(from, { kind: 'book', asset: coin, step: null, levels: 5 }, hasBothSides),
    ])
    for (const { mark, temperature } of [side, up] satisfies Ticker[]) {
      expect(Number(mark)).toBeGreaterThanOrEqual(0)
      expect(Number(mark)).toBeLessThanOrEqual(1)
      expect(temperature).toBeNull()
    }
    expect(book.spread).toMatch(/^0\.\d{3}$/)
    expect(from.ticker(bucket.current?.asset ?? '')?.temperature).toMatch(/^-?\d+\.\d\d$/)
    expect(log.lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
  })

  it('binary markets alone leave the scalar part quiet', async () => {
    const from = await open({ scalar: false, binary: true, outcomes: false }, '--mode', 'binary', '--no-outcomes')
    const { status } = await watched(from, { kind: 'binary' }, isFresh)
    const asset = status?.activeAsset ?? ''
    await watched(from, { kind: 'book', asset, step: null, levels: 5 }, isFresh)
    const bucket = await watched(from, { kind: 'bucket' }, () => true)
    expect(bucket).toMatchObject({ current: null, next: null })
    // Measured from the binary reads alone: the venue's own time, which is far from the machine's.
    const { serverTime } = await serviceFor(venue?.url ?? '').service.binaryBucket()
    expect(Math.abs(from.clockOffset() - (Number(serverTime) - systemClock.now()))).toBeLessThan(5000)
    expect(log.lines.map(({ message }) => message).sort()).toEqual([
      'feed connected',
      'not offered: the bucket',
      'not offered: the scalar markets',
    ])
  })
})
