import { describe, expect, it } from 'vitest'
import type { Book } from '../../../contract/market.ts'
import { OrderBook } from './order-book.ts'

const data = (time: number, bid = '1.00') => ({
  coin: 'N',
  time,
  levels: [[{ px: bid, sz: '1' }], [{ px: '2', sz: '1' }]],
})
const best = (order: OrderBook) => order.book?.bids.px[0]

describe('an order book', () => {
  it('ignores a book older than its own, and accepts one of the same time', () => {
    const order = new OrderBook()
    expect(order.takeJson(data(10), 0)).toBe('taken')
    expect(order.takeJson(data(9, '1.50'), 1)).toBe('old')
    expect(best(order)).toBe(100)
    expect(order.takeJson(data(10, '1.20'), 2)).toBe('taken')
    expect(best(order)).toBe(120)
  })

  it('accepts an older book after a reconnect, once', () => {
    const order = new OrderBook()
    order.takeJson(data(10), 0)
    order.restart()
    expect(order.takeJson(data(5), 1)).toBe('taken')
    expect(order.takeJson(data(4), 2)).toBe('old')
  })

  it('assumes that the service’s clock was set back when only older books come', () => {
    const order = new OrderBook()
    order.takeJson(data(10_000_000), 0)
    expect(order.takeJson(data(10), 1000)).toBe('old')
    expect(order.takeJson(data(20), 1900)).toBe('taken')
  })

  it('keeps the last good book when a bad one comes, and recovers with the next good one', () => {
    const order = new OrderBook()
    order.takeJson(data(10), 0)
    expect(order.takeJson(data(11, '3.00'), 1)).toBe('bad')
    expect(order.fault).toBe('best bid not below best ask')
    expect(best(order)).toBe(100)
    order.takeJson(data(12, '1.10'), 2)
    expect(order.fault).toBeNull()
    expect(best(order)).toBe(110)
  })

  it('accepts a snapshot only when it is newer', () => {
    const book = (time: number, px: string) =>
      ({ asset: 'N', time, bids: [{ px, sz: '1', n: 1 }], asks: [] }) as unknown as Book
    const order = new OrderBook()
    expect(order.takeSnapshot(book(10, '1'), 0)).toBe('taken')
    order.restart()
    order.takeJson(data(20), 1)
    expect(order.takeSnapshot(book(15, '1.5'), 9999)).toBe('old')
    expect(order.takeSnapshot(book(25, '1.5'), 9999)).toBe('taken')
  })
})
