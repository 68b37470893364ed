import { describe, expect, it } from 'vitest'
import type { BinaryView } from '../../contract/binary.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { Candle } from '../../contract/market.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import { createRecordingLog } from '../feed/testing/recording-log.ts'
import { ServiceError } from '../service/index.ts'
import type { TopicChange } from '../topics/index.ts'
import { createMarketEnds } from './market-ends.ts'
import { openStore } from './testing/open-store.ts'

const END = Date.UTC(2026, 2, 4, 14)

function open() {
  const clock = createFakeClock(END - 3_600_000)
  const store = openStore()
  const changes = new Listeners<[change: TopicChange]>()
  const world = {
    clock,
    store,
    binary: null as Pick<BinaryView, 'markets' | 'bucket'> | null,
    /** The price of UP in each second, by its beginning. */
    prices: new Map<number, string>(),
    asked: [] as number[],
    fails: null as Error | null,
    isHeldBack: false,
    known: 0,
    notify: (kind: TopicChange['kind']): void => changes.notify({ kind, asset: null }),
    begin() {
      const ends = createMarketEnds({
        ...{ store, source: 'service', clock, log: createRecordingLog() },
        service: {
          for: () => ({
            async binaryCandles(_asset, _resolution, from, to) {
              world.asked.push(from)
              if (world.fails !== null) throw world.fails
              const close = world.prices.get(from)
              return close === undefined || to !== from + 1_000 ? [] : [{ time: from, close } as Candle]
            },
          }),
          budget: { view: () => (world.isHeldBack ? {} : null) },
        },
        feed: { binary: () => world.binary, markets: { onChange: changes.on } },
      })
      ends.onKnown(() => {
        world.known += 1
      })
      ends.start()
      return ends
    },
    settled(mark: string | null) {
      store.keep('service', { asset: 'NYCTMP1', end: millis(END), mark: mark as never, before60: null, before30: null })
    },
  }
  return world
}
const bucket = (midpoint: string | null) =>
  ({ bucket: { asset: 'GBETA', end: millis(END), midpoint }, markets: [] }) as unknown as BinaryView

describe('the settlement of a binary bucket', () => {
  it.each([
    ['553.06', '1'],
    ['553.04', '0'],
  ])(
    'follows from the settlement at %s and the midpoint that the feed reported while it ran: %s for UP',
    (mark, up) => {
      const world = open()
      const ends = world.begin()
      world.binary = bucket('553.055')
      world.notify('binary')
      world.binary = null
      expect(ends.settledAt('binary', 'GBETA', END)).toBeNull()
      world.settled(mark)
      expect(ends.settledAt('binary', 'GBETA', END)).toBe(up)
      ends.stop()
      // It is on disk: another start requests nothing for it.
      const again = world.begin()
      expect(again.settledAt('binary', 'GBETA', END)).toBe(up)
      expect(world.asked).toEqual([])
      again.stop()
    },
  )

  it('does not follow from a settlement exactly on the midpoint, whose winner is undefined', () => {
    const world = open()
    const ends = world.begin()
    world.binary = bucket('553.05')
    world.notify('binary')
    world.settled('553.05')
    expect(ends.settledAt('binary', 'GBETA', END)).toBeNull()
    ends.stop()
  })

  it('is the price of UP in its last second where no midpoint was seen, once, and stored', async () => {
    const world = open()
    world.prices.set(END - 1_000, '1')
    const ends = world.begin()
    expect(ends.settledAt('binary', 'GBETA', END)).toBeNull()
    expect(ends.settledAt('binary', 'GBETA', END)).toBeNull()
    await world.clock.advanceAsync(2_000)
    expect([world.asked, world.known]).toEqual([[END - 1_000], 1])
    expect(ends.settledAt('binary', 'GBETA', END)).toBe('1')
    await world.clock.advanceAsync(600_000)
    expect(world.asked).toHaveLength(1)
    ends.stop()
    expect(world.clock.waiting).toBe(0)
  })

  it('is never concluded from an uncertain price, and requested three times at most', async () => {
    const world = open()
    world.prices.set(END - 1_000, '0.999')
    const ends = world.begin()
    ends.settledAt('binary', 'GBETA', END)
    await world.clock.advanceAsync(600_000)
    expect(ends.settledAt('binary', 'GBETA', END)).toBeNull()
    await world.clock.advanceAsync(600_000)
    expect(world.asked).toHaveLength(3)
    ends.stop()
  })

  it('waits while requests are delayed, and is not requested from a service without that history', async () => {
    const world = open()
    world.isHeldBack = true
    const ends = world.begin()
    ends.settledAt('binary', 'GBETA', END)
    await world.clock.advanceAsync(60_000)
    expect(world.asked).toEqual([])
    world.isHeldBack = false
    world.fails = new ServiceError({
      kind: 'switched_off',
      route: 'history',
      code: 'switched_off',
      message: 'No.' as never,
    })
    await world.clock.advanceAsync(600_000)
    expect(world.asked).toHaveLength(1)
    ends.stop()
  })
})

it('the settlement of a scalar bucket is the stored one', () => {
  const world = open()
  world.settled('553.06')
  const ends = world.begin()
  expect(ends.settledAt('scalar', 'NYCTMP1', END)).toBe('553.06')
  expect(ends.settledAt('scalar', 'NYCTMP2', END)).toBeNull()
  ends.stop()
})
