import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import { ServiceError } from '../../service/index.ts'
import { TRADER } from '../testing/model-venue.ts'
import { readHistorySince } from './order-search.ts'

/** A history with one order per time, newest first; `before` leaves out that time and later ones, as the service does. */
function historyOf(times: readonly number[]) {
  const orders = times.map((time, index) => ({ oid: String(index), time }) as unknown as Order)
  const newestFirst = [...orders].sort((a, b) => b.time - a.time)
  let pages = 0
  return {
    service: {
      orderHistory: async (_: unknown, page: { limit: number; before: number | null }) => {
        pages += 1
        return newestFirst.filter(({ time }) => page.before === null || time < page.before).slice(0, page.limit)
      },
    },
    pages: () => pages,
  }
}

describe('searching the order history', () => {
  it('reads one page when that reaches back far enough', async () => {
    const { service, pages } = historyOf(Array.from({ length: 1000 }, (_, time) => time))
    const { rows: orders, complete } = await readHistorySince(service, TRADER, 900)
    expect([orders.length, complete, pages()]).toEqual([200, true, 1])
  })

  it('says when it stopped before it got there', async () => {
    const { service } = historyOf(Array.from({ length: 6000 }, (_, time) => time))
    expect((await readHistorySince(service, TRADER, 0)).complete).toBe(false)
  })

  it('finds every order since the moment, also when many have the same time', async () => {
    const times = fc.array(fc.nat(60), { maxLength: 900 })
    await fc.assert(
      fc.asyncProperty(times, fc.nat(60), async (list, since) => {
        /** No more orders in one millisecond than fit on a page: beyond that no paging by time can tell them apart. */
        const { rows: orders, complete } = await readHistorySince(historyOf(list).service, TRADER, since)
        if (complete)
          expect(orders.filter(({ time }) => time >= since)).toHaveLength(list.filter((t) => t >= since).length)
      }),
      { numRuns: 100 },
    )
  })

  it('passes a failure on', async () => {
    const error = new ServiceError({ kind: 'no_answer', route: 'r', code: 'c', message: 'm' })
    await expect(readHistorySince({ orderHistory: () => Promise.reject(error) }, TRADER, 0)).rejects.toBe(error)
  })
})
