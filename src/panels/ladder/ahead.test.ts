import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../contract/account.ts'
import { type Price, price, type Size, size } from '../../../contract/decimal.ts'
import type { PublicTrade } from '../../../contract/market.ts'
import { runs } from '../../../contract/testing/property-runs.ts'
import { millis } from '../../../contract/time.ts'
import { aheadText, longest, QueueAhead } from './ahead.ts'

const PX = price('571.62')
const own = (more: Partial<Order> = {}): Order =>
  ({
    oid: '7',
    asset: 'NYCTMP1',
    side: 'buy',
    price: PX,
    size: size('10'),
    filled: size('0'),
    time: millis(100),
    ...more,
  }) as Order
const book = (time: number, bid: string | null, more: { readonly stale?: boolean } = {}) => ({
  bids: bid === null ? [] : [{ px: PX, sz: size(bid), total: size(bid), depth: 1, own: true }],
  asks: [],
  time: millis(time),
  stale: false,
  ...more,
})
const trade = (time: number, sz: string, more: Partial<PublicTrade> = {}): PublicTrade => ({
  tid: `t${time}`,
  asset: 'NYCTMP1',
  side: 'sell',
  px: PX,
  sz: size(sz),
  time: millis(time),
  ...more,
})
const followed = (): QueueAhead => {
  const queue = new QueueAhead()
  queue.setOrders([own()])
  queue.takeBook(book(101, '192'))
  return queue
}

describe('the queue ahead of an own order', () => {
  it('is at most the size of others at its price when it was first seen resting, minus trades since', () => {
    const queue = followed()
    expect(queue.aheadOf('7')).toBe('182')
    queue.takeTrades([trade(110, '60')])
    expect(queue.aheadOf('7')).toBe('122')
    queue.takeTrades([trade(120, '500')])
    expect(queue.aheadOf('7')).toBe('0')
  })
  it('never exceeds the current size of others, and does not grow as others join behind', () => {
    const queue = followed()
    queue.takeBook(book(110, '50'))
    expect(queue.aheadOf('7')).toBe('40')
    queue.takeBook(book(120, '900'))
    expect(queue.aheadOf('7')).toBe('40')
  })
  it.each([
    ['another price', trade(110, '60', { px: '571.60' as Price })],
    ['the other side of the book', trade(110, '60', { side: 'buy' })],
    ['before the book that the bound is from', trade(101, '60')],
  ])('ignores trades at %s', (_what, one) => {
    const queue = followed()
    queue.takeTrades([one])
    expect(queue.aheadOf('7')).toBe('182')
  })
  it('is not bounded by a book from before the order rested, nor by one that does not reach it', () => {
    const queue = new QueueAhead()
    queue.setOrders([own()])
    queue.takeBook(book(100, '300'))
    queue.takeBook(book(105, null))
    expect(queue.aheadOf('7')).toBeNull()
  })
  it('is unknown after a gap, and stays so', () => {
    for (const gap of [
      (queue: QueueAhead) => queue.gap(),
      (queue: QueueAhead) => queue.takeBook(book(110, '50', { stale: true })),
    ]) {
      const queue = followed()
      gap(queue)
      queue.takeBook(book(120, '50'))
      queue.takeTrades([trade(130, '10')])
      queue.setOrders([own()])
      expect(queue.aheadOf('7')).toBe('unknown')
    }
  })
  it('of an order that is gone is dropped', () => {
    const queue = followed()
    queue.setOrders([])
    expect(queue.aheadOf('7')).toBeNull()
  })
  it('is never shown as a bare number', () => {
    const write = (one: Size): string => `${one}.00`
    expect([aheadText(size('182'), write), aheadText('unknown', write), aheadText(null, write)]).toEqual([
      '≤ 182.00',
      'unknown',
      '',
    ])
  })
  it('of several orders in one row is that of the oldest one, unknown before any bound', () => {
    expect(longest([size('9'), null, size('10')])).toBe('10')
    expect(longest([size('9'), 'unknown'])).toBe('unknown')
    expect(longest([null])).toBeNull()
  })

  it('is never less than the true queue ahead under FIFO, for any interleaving of the two channels', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('join' as const), size: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ kind: fc.constant('leave' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 60 }) }),
    )
    const steps = fc.array(
      fc.record({ event, waits: fc.integer({ min: 0, max: 3 }), bookLag: fc.nat(4), tapeLag: fc.nat(4) }),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 6 }), steps, (before, all) => {
        const OWN = 10
        let queue: { readonly own: boolean; size: number }[] = [
          ...before.map((one) => ({ own: false, size: one })),
          { own: true, size: OWN },
        ]
        const others = (): number => queue.filter((one) => !one.own).reduce((sum, one) => sum + one.size, 0)
        const trueAhead = (): number =>
          queue
            .slice(
              0,
              queue.findIndex((one) => one.own),
            )
            .reduce((sum, one) => sum + one.size, 0)
        const truths: { readonly time: number; readonly ahead: number }[] = []
        const messages: { readonly due: number; readonly time: number; readonly notify: (to: QueueAhead) => void }[] =
          []
        let time = 101
        const snapshot = (lag: number): void => {
          const sent = book(time, String(others() + OWN))
          messages.push({ due: time + lag, time, notify: (to) => to.takeBook(sent) })
        }
        truths.push({ time, ahead: trueAhead() })
        snapshot(0)
        all.forEach(({ event: what, waits, bookLag, tapeLag }, at) => {
          time += waits
          if (what.kind === 'join') queue.push({ own: false, size: what.size })
          if (what.kind === 'leave') queue = queue.filter((one, place) => one.own || place !== what.at)
          if (what.kind === 'trade') {
            // It stops short of the own order: once that is reached, nothing is ahead of it.
            let left = Math.min(what.size, trueAhead())
            if (left === 0) return
            const sent = trade(time, String(left), { tid: `t${at}` })
            while (left > 0 && queue[0] !== undefined) {
              const taken = Math.min(left, queue[0].size)
              left -= taken
              queue[0].size -= taken
              if (queue[0].size === 0) queue.shift()
            }
            messages.push({ due: time + tapeLag, time, notify: (to) => to.takeTrades([sent]) })
          }
          truths.push({ time, ahead: trueAhead() })
          snapshot(bookLag)
        })
        const follower = new QueueAhead()
        follower.setOrders([own()])
        let reported = 0
        for (const message of messages.toSorted((a, b) => a.due - b.due)) {
          message.notify(follower)
          reported = Math.max(reported, message.time)
          const bound = follower.aheadOf('7')
          const truth = truths.findLast((one) => one.time <= reported)?.ahead ?? 0
          if (bound !== null && bound !== 'unknown') expect(Number(bound)).toBeGreaterThanOrEqual(truth)
        }
      }),
      { numRuns: runs(300, 20_000) },
    )
  })
})
