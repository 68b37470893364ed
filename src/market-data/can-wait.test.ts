import { describe, expect, it } from 'vitest'
import { canWait } from './can-wait.ts'

const row = { px: '571.81', sz: '3', total: '3', depth: 0.5, own: false }
const book = { asset: 'A', bids: [row], asks: [], spread: null, mid: null, time: 1, receivedAt: 2, stale: false }
const ticker = { mark: '571.8', volume24h: '100', openInterest: '5', time: 1, receivedAt: 2, stale: false }
const connection = { socket: 'live', messageAgeMs: 40, messagesPerSecond: 13, at: 5, limit: null, stale: false }

describe('news that can wait for the next frame', () => {
  it('is a book, a ticker or a word of the connection that says only when it is from, or how much passed', () => {
    expect(canWait('book', book, { ...book, bids: [{ ...row }], time: 9, receivedAt: 9 })).toBe(true)
    expect(canWait('ticker', ticker, { ...ticker, volume24h: '101', openInterest: '6', time: 9 })).toBe(true)
    expect(canWait('connection', connection, { ...connection, messageAgeMs: 3, messagesPerSecond: 14, at: 9 })).toBe(
      true,
    )
  })

  it.each([
    ['book', book, { ...book, bids: [{ ...row, sz: '4' }] }],
    ['book', book, { ...book, bids: [row, row] }],
    ['book', book, { ...book, stale: true }],
    ['book', book, { ...book, bids: [{ ...row, own: true }] }],
    ['ticker', ticker, { ...ticker, mark: '571.9' }],
    ['connection', connection, { ...connection, socket: 'offline' }],
    ['connection', connection, { ...connection, limit: { waiting: 1 } }],
    ['trades', { asset: 'A', trades: [], receivedAt: 1 }, { asset: 'A', trades: [{ tid: '1' }], receivedAt: 1 }],
  ] as const)('is no change of a %s that a trader looks for (%#)', (kind, before, now) => {
    expect(canWait(kind, before, now)).toBe(false)
  })

  it('is nothing at first, and nothing of any other kind', () => {
    expect(canWait('book', undefined, book)).toBe(false)
    expect(canWait('actions', [], [])).toBe(false)
  })
})
