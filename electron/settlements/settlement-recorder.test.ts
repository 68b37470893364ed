import { afterEach, describe, expect, it } from 'vitest'
import { Listeners } from '../../contract/listeners.ts'
import type { Bucket, BucketView, Candle, Settlement } from '../../contract/market.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { createRecordingLog } from '../feed/testing/recording-log.ts'
import type { TopicChange } from '../topics/index.ts'
import { createSettlementRecorder, type SettlementRecorder } from './index.ts'
import { openStore } from './testing/open-store.ts'

const FIRST_AFTER = 15_000
const READ_EVERY = 2_000
const HOUR = 3_600_000
const BUCKET = 2 * HOUR
const START = Date.UTC(2026, 2, 4, 12)
/** The mark at a moment: it rises by 0.01 a minute. */
const markAt = (at: number): string => (568 + Math.floor((at - START) / 60_000) / 100).toFixed(2)

const made: SettlementRecorder[] = []
afterEach(() => {
  for (const recorder of made.splice(0)) recorder.stop()
})

/** A service whose candles begin some hours ago, and a disk that outlives the keeper. */
function open({ hours = 40 }: { hours?: number } = {}) {
  const clock = createFakeClock(START + 20 * 60_000)
  const store = openStore()
  const changes = new Listeners<[change: TopicChange]>()
  const world = {
    clock,
    store,
    asked: [] as { asset: string; resolution: number; from: number; to: number }[],
    fail: false,
    isHeldBack: false,
    /** Nothing is known of this asset. */
    silent: null as string | null,
    settlements: [] as Settlement[],
    current: { asset: 'NYCTMP1', start: millis(START), end: millis(START + BUCKET), phaseText: null } as Bucket | null,
    begin: START - hours * HOUR,
    notify: (kind: TopicChange['kind']): void => changes.notify({ kind, asset: null }),
    start(source = 'service'): SettlementRecorder {
      const recorder = createSettlementRecorder({
        store,
        source,
        service: {
          for: () => ({
            async candles(asset, resolution, from, to) {
              world.asked.push({ asset, resolution, from, to })
              if (world.fail) throw new Error('down')
              if (asset === world.silent) return []
              const candles: Candle[] = []
              for (let time = Math.max(from, world.begin); time < to; time += resolution * 1000) {
                const [first, last] = [markAt(time), markAt(time + resolution * 1000 - 1000)]
                candles.push({ time: millis(time), open: first, high: last, low: first, close: last } as Candle)
              }
              return candles
            },
          }),
          budget: { view: () => (world.isHeldBack ? {} : null) },
        },
        feed: {
          bucket: () => ({ current: world.current, next: null }) as BucketView,
          market: () => ({ tickSize: '0.01' }) as never,
          scalarList: () => ({ markets: [{ asset: 'NYCTMP1' }, { asset: 'NYCTMP2' }] as never }),
          clockOffset: () => 0,
          markets: { kinds: [], view: () => world.settlements as never, onChange: changes.on },
        },
        clock,
        log: createRecordingLog(),
      })
      made.push(recorder)
      recorder.start()
      return recorder
    },
  }
  return world
}

describe('the history of settlements', () => {
  it('is read back to the oldest candle, each bucket once, the two assets in turn', async () => {
    const world = open({ hours: 40 })
    const recorder = world.start()
    expect(recorder.history('all')).toEqual({ buckets: [], isWhole: false })
    await world.clock.advanceAsync(FIRST_AFTER + 80 * READ_EVERY)
    const { buckets, isWhole } = recorder.history('all')
    expect(isWhole).toBe(true)
    expect(buckets.map(({ end }) => end)).toEqual(Array.from({ length: 20 }, (_, i) => START - i * BUCKET))
    expect(buckets.slice(0, 2).map(({ asset }) => asset)).toEqual(['NYCTMP2', 'NYCTMP1'])
    for (const { end, mark, before60, before30 } of buckets) {
      expect([before60, before30]).toEqual([markAt(end - HOUR - 1000), markAt(end - HOUR / 2 - 1000)])
      // The average of a minute at one mark and a minute at the next, rounded half up.
      expect(mark).toBe(markAt(end - 60_000))
    }
    const requests = world.asked.length
    expect(requests).toBe(2 * (20 + 24))
    await world.clock.advanceAsync(HOUR)
    expect(world.asked).toHaveLength(requests)
  })

  it('continues where a shutdown interrupted it, and reads nothing twice', async () => {
    const world = open()
    const first = world.start()
    await world.clock.advanceAsync(FIRST_AFTER + 5 * READ_EVERY)
    first.stop()
    const before = world.asked.map(({ to }) => to)
    const second = world.start()
    await world.clock.advanceAsync(FIRST_AFTER + 80 * READ_EVERY)
    expect(second.history('all').isWhole).toBe(true)
    expect(world.asked.slice(before.length).filter(({ to }) => before.includes(to))).toEqual([])
  })

  it('takes the feed’s settlements at once, and adds the marks before them', async () => {
    const world = open()
    const recorder = world.start()
    const versions: number[] = []
    recorder.topics.onChange(() => versions.push(1))
    world.settlements = [{ asset: 'NYCTMP2', end: millis(START), mark: '561.23' as never }]
    world.notify('settlements')
    expect(versions).toHaveLength(1)
    expect(recorder.history('week').buckets).toMatchObject([{ mark: '561.23', before60: null }])
    await world.clock.advanceAsync(FIRST_AFTER + READ_EVERY)
    expect(recorder.history('week').buckets[0]).toMatchObject({ mark: '561.23', before60: markAt(START - HOUR - 1000) })
  })

  it('has only known facts of a bucket: a gap in the candles is no settlement', async () => {
    const world = open()
    world.silent = 'NYCTMP1'
    const recorder = world.start()
    await world.clock.advanceAsync(FIRST_AFTER + 400 * READ_EVERY)
    const { buckets } = recorder.history('all')
    expect(new Set(buckets.map(({ asset }) => asset))).toEqual(new Set(['NYCTMP2']))
    expect(buckets).toHaveLength(10)
  })

  it('waits while requests wait for the rate limit, and after a failed read', async () => {
    const world = open()
    world.isHeldBack = true
    const recorder = world.start()
    await world.clock.advanceAsync(FIRST_AFTER + 10 * READ_EVERY)
    expect(world.asked).toEqual([])
    world.isHeldBack = false
    world.fail = true
    await world.clock.advanceAsync(READ_EVERY)
    expect(world.asked).toHaveLength(2)
    await world.clock.advanceAsync(10 * READ_EVERY)
    expect(world.asked).toHaveLength(2)
    world.fail = false
    await world.clock.advanceAsync(60_000 + 80 * READ_EVERY)
    expect(recorder.history('all')).toMatchObject({ isWhole: true, buckets: { length: 20 } })
  })

  it('continues with the bucket that ended, even while none is live', async () => {
    const world = open()
    const recorder = world.start()
    await world.clock.advanceAsync(FIRST_AFTER + 80 * READ_EVERY)
    await world.clock.advanceAsync(START + BUCKET + 60_000 - world.clock.now())
    world.current = null
    world.notify('bucket')
    expect(recorder.history('week').isWhole).toBe(true)
    world.current = {
      asset: 'NYCTMP2',
      start: millis(START + BUCKET),
      end: millis(START + 2 * BUCKET),
      phaseText: null,
    }
    world.notify('bucket')
    await world.clock.advanceAsync(2 * READ_EVERY)
    expect(recorder.history('week').buckets[0]).toMatchObject({ asset: 'NYCTMP1', end: START + BUCKET })
  })

  it('belongs to the service that reported it', async () => {
    const world = open()
    world.start('one')
    await world.clock.advanceAsync(FIRST_AFTER + 80 * READ_EVERY)
    const other = world.start('other')
    expect(other.history('all').buckets).toEqual([])
    expect(world.store.since('one', START)).toHaveLength(1)
  })
})
