import { describe, expect, it } from 'vitest'
import type { Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { type Page, PartlyUnreadable, ServiceError } from '../service/index.ts'
import { createOrderRecords } from './order-records.ts'
import { memoryMarks } from './testing/memory-marks.ts'
import { memoryOrders } from './testing/memory-orders.ts'

const TRADER = `0x${'ab'.repeat(20)}` as Address
const orderAt = (time: number, change: Partial<Order> = {}): Order =>
  ({ oid: String(time), time, status: 'filled', ...change }) as unknown as Order

/** A service with a history, and the terminal's records of it. */
function setup(times: readonly number[] = []) {
  const store = memoryOrders()
  const world = {
    orders: times.map((time) => orderAt(time)),
    address: TRADER as Address | null,
    pages: [] as Page[],
    fail: null as Error | null,
    /** Unreadable rows of every page, in place of its newest ones. */
    unreadable: [] as readonly UnreadableRow[],
    sawUnreadable: (_rows: readonly UnreadableRow[]): void => {},
    seen: [] as string[],
    start() {
      const records = createOrderRecords({
        clock: createFakeClock(),
        store,
        profile: 'p',
        address: () => world.address,
        sawUnreadable: (rows) => world.sawUnreadable(rows),
        back: { marks: memoryMarks(), service: { orderHistory: async () => [] }, serverTime: () => millis(0) },
        service: {
          orderHistory: async (_: Address, page: Page) => {
            world.pages.push(page)
            if (world.fail !== null) throw world.fail
            const past = world.orders.filter(({ time }) => page.before === null || time < page.before)
            const rows = past.sort((a, b) => b.time - a.time).slice(0, page.limit - world.unreadable.length)
            if (world.unreadable.length === 0) return rows
            throw new PartlyUnreadable('GET /v1/x', { rows, unreadable: world.unreadable })
          },
        },
      })
      records.onRead((orders) => world.seen.push(...orders.map(({ oid }) => oid)))
      return records
    },
  }
  return world
}
function emptyPastMarks() {
  const marks = memoryMarks()
  marks.keepMark({ profile: 'p', account: TRADER }, 'past', { backTo: 0, isDone: true })
  return marks
}
const run = (length: number): number[] => Array.from({ length }, (_, time) => time)

describe('the records of orders', () => {
  it('have the readable rows of a history, name the others, and count their pages as complete', async () => {
    const world = setup(run(500))
    const strange = { list: 'orders', text: '{}', asset: 'NYCTMP1', time: null, reason: 'No side.' } as never
    world.unreadable = [strange]
    const seen: unknown[] = []
    world.sawUnreadable = (rows) => seen.push(...rows)
    const records = world.start()
    const { rows, complete, unreadable } = await records.readSince(0)
    expect([rows.length, complete, unreadable]).toEqual([500, true, [strange]])
    expect(seen).toEqual([strange])
    expect(await records.page({ limit: 10, before: null })).toHaveLength(9)
  })

  it('read one page when that reaches back far enough, and report when they stopped before that', async () => {
    const short = setup(run(1_000))
    const { rows, complete } = await short.start().readSince(900)
    expect([rows.length, complete, short.pages.length]).toEqual([200, true, 1])
    expect((await setup(run(6_000)).start().readSince(0)).complete).toBe(false)
  })

  it('find a late-ended order under the time at which it was made, although everything since then was read before', async () => {
    const world = setup([100, 300])
    const records = world.start()
    await records.readSince(50)
    world.orders.push(orderAt(200))
    expect((await records.readSince(50)).rows.map(({ oid }) => oid)).toEqual(['300', '200', '100'])
  })

  it('share the read that reaches back furthest, and never return one that began before the request', async () => {
    const world = setup(run(500))
    const records = world.start()
    const [first, second, third] = [records.readSince(450), records.readSince(400), records.readSince(10)]
    expect((await first).rows).toHaveLength(200)
    expect((await second).rows).toHaveLength(500)
    expect(await third).toBe(await second)
    expect(world.pages).toHaveLength(4)
  })

  it('keep the last known state of each order, across restarts, from any read', async () => {
    const world = setup([100])
    const records = world.start()
    records.saw([orderAt(200, { status: 'resting' })])
    await records.page({ limit: 10, before: null })
    world.orders.push(orderAt(200, { status: 'cancelled' }))
    await world.start().page({ limit: 10, before: null })
    const kept = world.start().ofIds(['100', '200', '300'])
    expect(kept.map(({ oid, status }) => [oid, status])).toEqual([
      ['100', 'filled'],
      ['200', 'cancelled'],
    ])
  })

  it('report each read of the history, and keep the wallets separate', async () => {
    const world = setup([100])
    const records = world.start()
    await records.readSince(0)
    await records.page({ limit: 10, before: null })
    expect(world.seen).toEqual(['100', '100'])
    world.address = `0x${'cd'.repeat(20)}` as Address
    expect(records.ofIds(['100'])).toEqual([])
    world.address = null
    expect(await records.readSince(0)).toEqual({ rows: [], complete: false })
  })

  it.each([
    ['from its first order on', memoryMarks()],
    ['even where an earlier terminal stored no mark of reading the empty past', emptyPastMarks()],
  ])('read new entries of a wallet without earlier orders, %s', async (_, marks) => {
    const store = memoryOrders()
    const orders: Order[] = []
    const service = {
      orderHistory: async (_: Address, { before }: Page) =>
        orders.filter(({ time }) => before === null || time < before),
    }
    const back = { marks, service, serverTime: () => millis(1_000_000) }
    const records = createOrderRecords({
      store,
      service,
      back,
      clock: createFakeClock(),
      profile: 'p',
      address: () => TRADER,
    })
    expect(await records.older()).toBe('done')
    orders.push(orderAt(1_000_001))
    while ((await records.news()) === 'more');
    expect(records.ofIds(['1000001'])).toHaveLength(1)
  })

  it('drop a read during which another wallet signed in', async () => {
    const world = setup([100])
    const records = world.start()
    const read = records.readSince(0)
    world.address = `0x${'cd'.repeat(20)}` as Address
    await read
    expect([world.seen, records.ofIds(['100'])]).toEqual([[], []])
  })

  it('pass a failure on, and read again afterwards', async () => {
    const world = setup([100])
    const records = world.start()
    world.fail = new ServiceError({ kind: 'no_answer', route: 'r', code: 'c', message: 'm' as never })
    await expect(records.readSince(0)).rejects.toBe(world.fail)
    world.fail = null
    expect((await records.readSince(0)).rows).toHaveLength(1)
  })
})
