import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { type Page, PartlyUnreadable } from '../service/index.ts'
import { createFillRecords } from './fill-records.ts'
import { memoryFills } from './testing/memory-fills.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const DAY = 86_400_000
const START = 20_000 * DAY

/** A service with fills, and the terminal's records of them. */
function setup() {
  const store = memoryFills()
  const world = {
    fills: [] as Fill[],
    now: START,
    cap: 100,
    address: TRADER as Address | null,
    asked: [] as Page[],
    fail: false,
    /** Every page has these in place of its fills. */
    unreadable: [] as readonly UnreadableRow[],
    fill(time: number, oid = '7'): void {
      const tid = String(world.fills.length)
      world.fills.push({ tid, oid, time, asset: 'NYCTMP1', side: 'buy', size: '1' } as unknown as Fill)
    },
    start: () =>
      createFillRecords({
        store,
        profile: 'p',
        clock: { monotonic: () => world.now, after: () => () => undefined },
        address: () => world.address,
        serverTime: () => millis(world.now),
        service: {
          fills: async (_: Address, page: Page) => {
            world.asked.push(page)
            if (world.fail) throw new Error('down')
            const { unreadable } = world
            if (unreadable.length > 0) throw new PartlyUnreadable('GET /v1/x', { rows: [], unreadable })
            const past = world.fills.filter(({ time }) => page.before === null || time < page.before)
            return past.sort((a, b) => b.time - a.time).slice(0, Math.min(page.limit, world.cap))
          },
        },
      }),
  }
  return world
}

describe('the records of fills', () => {
  it('do not mistake a page without readable rows for an empty one or for the beginning of the past', async () => {
    const world = setup()
    for (let i = 0; i < 5; i++) world.fill(START - i * 60_000)
    const records = world.start()
    await records.sync()
    const known = records.knownSince()
    world.unreadable = [{ list: 'fills', text: '{}', asset: null, time: millis(5), reason: 'No side.' }] as never
    await expect(records.older()).rejects.toThrow('No side.')
    await expect(records.page({ limit: 10, before: millis(START) })).rejects.toThrow('No side.')
    expect(records.knownSince()).toBe(known)
    expect(records.since(known)).toMatchObject({ complete: true })
    expect(records.since(0).complete).toBe(false)
  })

  it('read a wallet’s last two days at first, and only new fills afterwards', async () => {
    const world = setup()
    for (let i = 0; i < 350; i++) world.fill(START - i * 60_000)
    world.fill(START - 3 * DAY)
    const records = world.start()
    await records.sync()
    expect(records.since(START - DAY)).toMatchObject({ complete: true })
    expect(records.since(START - DAY).rows).toHaveLength(350)
    expect(records.since(START - 4 * DAY).complete).toBe(false)
    const first = world.asked.length
    world.now += 5_000
    world.fill(world.now - 1)
    const fresh: Fill[] = []
    records.onNew((fills) => fresh.push(...fills))
    await records.sync()
    expect(world.asked.length).toBe(first + 1)
    expect(fresh.map(({ tid }) => tid)).toEqual(['351'])
  })

  it('keep both sides of a trade with oneself, and simultaneous settlements', async () => {
    const world = setup()
    world.fill(START - 1_000, '5')
    world.fill(START - 1_000, '6')
    world.fills = world.fills.map((fill) => ({ ...fill, tid: '9', side: fill.oid === '5' ? 'buy' : 'sell' }))
    const end = { ...world.fills[0], tid: '0', oid: null, time: START - 500 } as unknown as Fill
    world.fills.push({ ...end, asset: '#36010' }, { ...end, asset: '#36011' })
    const records = world.start()
    await records.sync()
    expect(records.since(START - DAY).rows).toHaveLength(4)
  })

  it('know after a restart what they read before, and fill the time between', async () => {
    const world = setup()
    world.fill(START - 10_000)
    await world.start().sync()
    for (let i = 0; i < 230; i++) world.fill(START + i * 1_000)
    world.now = START + 3_600_000
    const again = world.start()
    expect(again.since(START - 20_000)).toMatchObject({ complete: true, rows: [{ tid: '0' }] })
    await again.sync()
    expect(again.since(START - 20_000).rows).toHaveLength(231)
    expect(again.since(START - DAY).complete).toBe(true)
  })

  it('keep a gap: an interval with unreadable rows is not complete', async () => {
    const world = setup()
    await world.start().sync()
    world.cap = 1_000
    for (let i = 0; i < 12_000; i++) world.fill(START + i)
    world.now = START + DAY
    world.cap = 100
    const records = world.start()
    await records.sync()
    expect(records.since(START).complete).toBe(false)
    expect(records.since(START + 11_000).complete).toBe(true)
  })

  it('continue after a jump of the clock: intervals in the future count for nothing', async () => {
    const world = setup()
    await world.start().sync()
    world.now = START + 36_000_000
    await world.start().sync()
    world.now = START + 1_000
    for (let i = 0; i < 300; i++) world.fill(START + i)
    const records = world.start()
    await records.sync()
    expect(records.since(START).rows).toHaveLength(300)
  })

  it('accept a fill that is listed late', async () => {
    const world = setup()
    const records = world.start()
    await records.sync()
    world.fill(START - 30_000)
    world.now += 10_000
    await records.sync()
    expect(records.newest(5)).toHaveLength(1)
  })

  it('conclude nothing from a read without a known service time, nor from a failed one', async () => {
    const world = setup()
    world.now = 0
    const records = world.start()
    world.fill(START)
    await records.sync()
    expect(records.newest(5)).toHaveLength(1)
    expect(records.since(START).complete).toBe(false)
    world.now = START
    world.fail = true
    await expect(records.sync()).rejects.toThrow('down')
    expect(records.since(START).complete).toBe(false)
  })

  it('share a read, and start another one for callers during it', async () => {
    const world = setup()
    const records = world.start()
    await Promise.all([records.sync(), records.sync(), records.sync()])
    expect(world.asked).toHaveLength(2)
  })

  it('share the current read with callers that need one from after an earlier change', async () => {
    const world = setup()
    const records = world.start()
    const changedAt = world.now
    world.now += 1
    await Promise.all([records.sync(), records.sync(START, changedAt), records.sync(START, changedAt)])
    expect(world.asked).toHaveLength(1)
    await Promise.all([records.sync(), records.sync(START, world.now)])
    expect(world.asked).toHaveLength(3)
  })

  it('keep another wallet’s records separate', async () => {
    const world = setup()
    world.fill(START)
    const records = world.start()
    await records.sync()
    world.address = `0x${'cd'.repeat(20)}` as Address
    expect(records.newest(5)).toEqual([])
    world.address = null
    await records.sync()
    expect(records.since(0)).toEqual({ rows: [], complete: false })
  })
})

describe('a page of fills', () => {
  it('comes from the stored fills where they are complete, and else from the service', async () => {
    const world = setup()
    for (let i = 0; i < 150; i++) world.fill(START - i * 60_000)
    for (let i = 0; i < 50; i++) world.fill(START - 3 * DAY - i)
    const records = world.start()
    await records.sync()
    world.asked.length = 0
    expect(await records.page({ limit: 120, before: null })).toHaveLength(120)
    expect(world.asked).toEqual([{ limit: 100, before: null }])
    expect(await records.page({ limit: 180, before: null })).toHaveLength(100)
    expect(world.asked.at(-1)).toEqual({ limit: 180, before: null })
    const older = await records.page({ limit: 10, before: millis(START - 3 * DAY) })
    expect(older.map(({ time }) => time)).toEqual(Array.from({ length: 10 }, (_, i) => START - 3 * DAY - 1 - i))
    expect(records.ofOrder('7').some(({ time }) => time === START - 3 * DAY - 10)).toBe(true)
  })
})
