import { afterEach, expect, it } from 'vitest'
import type { Settlement } from '../../contract/market.ts'
import type { Clock } from '../../contract/time.ts'
import { systemClock } from '../clock.ts'
import { createFeed, type Feed } from '../feed/index.ts'
import { createRecordingLog } from '../feed/testing/recording-log.ts'
import { serviceFor } from '../service/testing/setup.ts'
import { startVenueProcess, type VenueProcess } from '../service/testing/venue-process.ts'
import { createSettlementRecorder, type SettlementRecorder } from './index.ts'
import { openStore } from './testing/open-store.ts'

let venue: VenueProcess | undefined
let feed: Feed | undefined
let recorder: SettlementRecorder | undefined
afterEach(async () => {
  recorder?.stop()
  feed?.stop()
  await venue?.stop()
})

/** Nobody waits between one bucket and the next. */
const hurried: Clock = { ...systemClock, after: (_ms, run) => systemClock.after(0, run) }

it('the practice venue’s settlements are read back, and equal the feed’s for the newest of them', async () => {
  venue = await startVenueProcess()
  const { service } = serviceFor(venue.url)
  const log = createRecordingLog()
  const own = createFeed({
    profile: { baseUrl: venue.url, wsPath: '/v1/ws', ping: '{"type":"ping"}' },
    service,
    limit: service.budget,
    clock: systemClock,
    random: () => 0.1,
    log,
    token: () => null,
    families: () => ({ scalar: true, binary: false, outcomes: false }),
  })
  feed = own
  own.start()
  const newest = await new Promise<readonly Settlement[]>((resolve) => {
    own.markets.onChange(() => {
      const reports = (own.markets.view({ kind: 'settlements' }) ?? []) as readonly Settlement[]
      if (reports.length === 8) resolve(reports)
    })
  })
  const kept = createSettlementRecorder({
    store: openStore(),
    source: 'venue',
    service,
    // It computes all of them itself.
    feed: { ...own, markets: { ...own.markets, kinds: [], view: () => undefined, onChange: () => () => undefined } },
    clock: hurried,
    log,
  })
  recorder = kept
  const day = new Promise<void>((resolve) => {
    kept.topics.onChange(() => {
      if (kept.history('week').buckets.length >= 12) resolve()
    })
  })
  kept.start()
  await day
  kept.stop()
  const { buckets } = kept.history('week')
  expect(buckets.slice(0, 8).map(({ asset, end, mark }) => ({ asset, end, mark }))).toEqual(newest)
  for (const { before60, before30 } of buckets) {
    expect(before60).toMatch(/^\d+\.\d\d$/)
    expect(before30).toMatch(/^\d+\.\d\d$/)
  }
  const [last] = buckets
  if (last === undefined) throw new Error('there are some')
  const candles = await service.candles(
    last.asset,
    1,
    (last.end - 3_600_000 - 1000) as never,
    (last.end - 3_600_000) as never,
  )
  expect(Number(last.before60)).toBe(Number(candles[0]?.close))
}, 30_000)
