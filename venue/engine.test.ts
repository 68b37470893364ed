import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { match, newOrder, type Order, OrderBook, type OrderTerms, TickSet } from './engine.ts'

interface Fill {
  maker: number
  taker: number
  price: number
  lots: number
}

/** A book that treats every order as GTC and records all events. */
function session(tradesWithItself = false) {
  const book = new OrderBook()
  const fills: Fill[] = []
  const cancelled: number[] = []
  const orders: Order[] = []
  const send = (owner: number, isBuy: boolean, price: number, lots: number): Order => {
    const terms: OrderTerms = { owner, asset: 0, isBuy, price, lots, tif: 'GTC', reduceOnly: false, cloid: null }
    const order = newOrder(terms, orders.length + 1, orders.length)
    orders.push(order)
    match(book, order, {
      fill: (maker, taker, at, size) => fills.push({ maker: maker.oid, taker: taker.oid, price: at, lots: size }),
      tradesWithItself: () => tradesWithItself,
      selfTrade: (maker) => cancelled.push(maker.oid),
    })
    if (order.remaining > 0) book.insert(order)
    return order
  }
  return { book, fills, cancelled, orders, send }
}

describe('matching', () => {
  it('fills the best price first, and at the same price the oldest order first', () => {
    const { send, fills } = session()
    send(1, false, 101, 5)
    send(2, false, 100, 5)
    send(3, false, 100, 5)
    send(4, true, 101, 12)
    expect(fills).toEqual([
      { maker: 2, taker: 4, price: 100, lots: 5 },
      { maker: 3, taker: 4, price: 100, lots: 5 },
      { maker: 1, taker: 4, price: 101, lots: 2 },
    ])
  })

  it('trades at the price of the resting order, within its own limit, and rests the remainder', () => {
    const { send, fills, book } = session()
    send(1, true, 105, 3)
    const taker = send(2, false, 100, 5)
    expect(fills).toEqual([{ maker: 1, taker: 2, price: 105, lots: 3 }])
    expect(taker.remaining).toBe(2)
    expect([book.bestBid, book.bestAsk]).toEqual([-1, 100])
  })

  it('fills the resting order of the same account when self-trading is on', () => {
    const { send, fills, cancelled } = session(true)
    send(1, false, 100, 5)
    send(1, true, 101, 4)
    expect([fills, cancelled]).toEqual([[{ maker: 1, taker: 2, price: 100, lots: 4 }], []])
  })

  it('cancels the resting order of the same account and continues', () => {
    const { send, fills, cancelled } = session()
    send(1, false, 100, 5)
    send(2, false, 101, 5)
    send(1, true, 101, 4)
    expect(cancelled).toEqual([1])
    expect(fills).toEqual([{ maker: 2, taker: 3, price: 101, lots: 4 }])
  })

  it('inserts a restored order by its time', () => {
    const { send, book, fills } = session()
    send(1, true, 100, 1)
    send(2, true, 100, 1)
    const earlier = newOrder(
      { owner: 3, asset: 0, isBuy: true, price: 100, lots: 1, tif: 'GTC', reduceOnly: false, cloid: null },
      99,
      0.5,
    )
    book.insert(earlier)
    send(4, false, 100, 3)
    expect(fills.map((fill) => fill.maker)).toEqual([1, 99, 2])
  })

  it('keeps its books valid over any session: never crossed, volume conserved, no fill outside a limit, levels add up', () => {
    const step = fc.record({
      owner: fc.integer({ min: 1, max: 4 }),
      isBuy: fc.boolean(),
      price: fc.integer({ min: 95, max: 105 }),
      lots: fc.integer({ min: 1, max: 50 }),
      cancel: fc.option(fc.nat(), { freq: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { book, fills, orders, send } = session()
        for (const { owner, isBuy, price, lots, cancel } of steps) {
          send(owner, isBuy, price, lots)
          if (cancel !== null) book.remove(orders[cancel % orders.length] as Order)
          if (book.bestBid >= 0 && book.bestAsk >= 0) expect(book.bestBid).toBeLessThan(book.bestAsk)
        }
        const filled = new Map<number, number>()
        for (const { maker, taker, price, lots } of fills) {
          for (const oid of [maker, taker]) {
            const order = orders[oid - 1] as Order
            filled.set(oid, (filled.get(oid) ?? 0) + lots)
            expect(order.isBuy ? price <= order.price : price >= order.price).toBe(true)
          }
          expect(orders[maker - 1]?.owner).not.toBe(orders[taker - 1]?.owner)
          expect(orders[maker - 1]?.price).toBe(price)
        }
        for (const order of orders) expect(order.lots - order.remaining).toBe(filled.get(order.oid) ?? 0)
        const resting = [...book.orders()]
        for (const isBuy of [true, false]) {
          const levels = [...book.levels(isBuy, 1000)]
          const prices = levels.map((level) => level.price)
          expect(prices).toEqual([...new Set(prices)].sort((a, b) => (isBuy ? b - a : a - b)))
          for (const level of levels) {
            const own = resting.filter((order) => order.isBuy === isBuy && order.price === level.price)
            expect(level.count).toBe(own.length)
            expect(level.lots).toBe(own.reduce((sum, order) => sum + order.remaining, 0))
          }
        }
      }),
      { numRuns: 150 },
    )
  })
})

const tick = fc.integer({ min: 0, max: 100_000 })

describe('the set of ticks', () => {
  it('finds neighbors like a sorted list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(tick, fc.boolean()), { maxLength: 60 }),
        fc.array(tick, { maxLength: 20 }),
        (steps, requests) => {
          const set = new TickSet(100_000)
          const plain = new Set<number>()
          for (const [at, add] of steps) {
            if (add) set.add(at)
            else set.delete(at)
            if (add) plain.add(at)
            else plain.delete(at)
          }
          const sorted = [...plain].sort((a, b) => a - b)
          for (const at of [...requests, ...steps.map(([t]) => t), 0, 100_000]) {
            expect(set.atOrAbove(at)).toBe(sorted.find((t) => t >= at) ?? -1)
            expect(set.atOrBelow(at)).toBe(sorted.findLast((t) => t <= at) ?? -1)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('finds nothing outside its range', () => {
    const set = new TickSet(100_000)
    set.add(1)
    expect(set.atOrBelow(0)).toBe(-1)
    expect(set.atOrBelow(-1)).toBe(-1)
    expect(set.atOrAbove(2)).toBe(-1)
    expect(set.atOrAbove(100_001)).toBe(-1)
  })
})
