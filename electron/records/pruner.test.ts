import { describe, expect, it } from 'vitest'
import type { Address } from '../../contract/address.ts'
import { DAY_MS, dayOf } from '../../contract/books/index.ts'
import { Listeners } from '../../contract/listeners.ts'
import type { KeepRecords } from '../../contract/record-keeping.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { PruneStore } from '../storage/index.ts'
import { createPruner } from './pruner.ts'

const ME = `0x${'ab'.repeat(20)}` as Address
const TODAY = dayOf(Date.UTC(2026, 10, 26))

/** A pruner over a store that notes what is asked of it. */
function setUp() {
  const clock = createFakeClock()
  const identities = new Listeners()
  const choices = new Listeners()
  const world = {
    clock,
    address: ME as Address | null,
    keep: 'everything' as KeepRecords,
    now: TODAY + 5_000,
    isIdle: true,
    latest: null as Millis | null,
    hasBefore: true,
    isCertain: true,
    cut: null as Millis | null,
    left: 0,
    steps: 0,
    told: 0,
    takenIn: 0,
    slices: 3,
    choose(keep: KeepRecords) {
      world.keep = keep
      choices.notify()
    },
    signIn(address: Address | null) {
      world.address = address
      identities.notify()
    },
  }
  const store: PruneStore = {
    bars: () => [],
    latest: () => world.latest,
    pruning: () => (world.cut === null ? null : { cut: world.cut, isDone: world.left === 0 }),
    hasBefore: () => world.hasBefore,
    begin(_of, cut) {
      if (!world.isCertain) return false
      world.cut = cut
      world.left = world.slices
      return true
    },
    step() {
      world.steps += 1
      world.left -= 1
      return world.left > 0
    },
    async takeLogIn() {
      world.takenIn += 1
    },
    rest: () => {},
  }
  const pruner = createPruner({
    ...{ profile: 'p', address: () => world.address, onIdentityChange: identities.on, store, clock },
    keep: { now: () => world.keep, onChange: choices.on },
    serverTime: () => world.now,
    isIdle: () => world.isIdle,
    log: { info: () => {}, error: () => expect.fail('nothing fails') } as never,
  })
  pruner.onChange(() => {
    world.told += 1
  })
  pruner.start()
  return { ...{ world, pruner } }
}

describe('old records', () => {
  it('stay as they are while everything is to be kept', () => {
    const { world } = setUp()
    world.clock.advance(DAY_MS)
    expect([world.cut, world.clock.waiting]).toEqual([null, 0])
  })

  it('are put together once the trader keeps less, a slice in a turn, and day by day from then on', () => {
    const { world } = setUp()
    world.clock.advance(1_000)
    world.choose('one_year')
    world.clock.advance(200)
    expect(world).toMatchObject({ cut: TODAY - 366 * DAY_MS, steps: 3, told: 2 })
    world.clock.advance(10 * 60_000)
    expect(world.steps).toBe(3)
    world.now += DAY_MS
    world.clock.advance(2 * 60_000)
    expect(world).toMatchObject({ cut: TODAY - 365 * DAY_MS, steps: 6 })
    world.choose('everything')
    world.now += DAY_MS
    world.clock.advance(10 * 60_000)
    expect(world.steps).toBe(6)
  })

  it('have the log taken in beside main every few slices, and go on after it', async () => {
    const { world } = setUp()
    world.slices = 40
    world.choose('one_year')
    await world.clock.advanceAsync(2_000)
    expect(world).toMatchObject({ steps: 40, takenIn: 5, left: 0 })
  })

  it('come back by no other choice, and none is ever fewer days than it says', () => {
    const { world } = setUp()
    world.choose('six_months')
    world.clock.advance(200)
    expect(world.cut).toBe(TODAY - 184 * DAY_MS)
    world.choose('two_years')
    world.clock.advance(10 * 60_000)
    expect(world).toMatchObject({ cut: TODAY - 184 * DAY_MS, steps: 3 })
  })

  it.each([
    ['an action is under way', { isIdle: false }],
    ['nobody is signed in', { address: null }],
    ['the service’s time is not known', { now: 0 }],
    ['something of them is not certain', { isCertain: false }],
    ['there is nothing so old', { hasBefore: false }],
  ])('wait while %s', (_, more) => {
    const { world } = setUp()
    Object.assign(world, more)
    world.choose('one_year')
    world.clock.advance(10_000)
    expect(world.cut).toBeNull()
    Object.assign(world, { isIdle: true, now: TODAY, isCertain: true, hasBefore: true })
    world.signIn(ME)
    world.clock.advance(200)
    expect(world.cut).toBe(TODAY - 366 * DAY_MS)
  })

  it('stay from the day of the oldest order on that is open', () => {
    const { world } = setUp()
    world.latest = millis(TODAY - 500 * DAY_MS)
    world.choose('one_year')
    world.clock.advance(200)
    expect(world.cut).toBe(TODAY - 500 * DAY_MS)
  })

  it('are left alone once the terminal ends', () => {
    const { world, pruner } = setUp()
    world.choose('one_year')
    pruner.stop()
    world.clock.advance(DAY_MS)
    expect([world.cut, world.clock.waiting]).toEqual([null, 0])
  })
})
