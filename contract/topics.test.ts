import { describe, expect, it } from 'vitest'
import { price } from './decimal.ts'
import { calls } from './ipc.ts'
import { parseTopicKey, type Topic, topicKey, urgencyOf } from './topics.ts'

describe('topic keys', () => {
  const topics: Topic[] = [
    { kind: 'connection' },
    { kind: 'account_version' },
    { kind: 'instrument', market: { family: 'scalar', asset: 'live' } },
    { kind: 'instrument', market: { family: 'outcome', outcomeId: 3601, side: 0 } },
    { kind: 'ticker', asset: 'NYCTMP1' },
    { kind: 'trades', asset: '#36010' },
    { kind: 'quote', asset: '#36010' },
    { kind: 'last_prices' },
    { kind: 'market_list' },
    { kind: 'favourites' },
    { kind: 'crosshair', group: 8 },
    { kind: 'book', asset: 'a/b c', step: price('0.05'), levels: 15 },
    { kind: 'book', asset: 'NYCTMP2', step: null, levels: 100 },
  ]

  it.each(topics)('a topic round-trips through its key: %j', (topic) => {
    expect(parseTopicKey(topicKey(topic))).toEqual(topic)
  })

  it.each([
    '',
    'nothing',
    'ticker',
    'ticker/',
    'ticker/A/B',
    'book/A',
    'book/A/-/0',
    'book/A/-/101',
    'book/A/0/5',
    'book/A/-1/5',
    'book/A/x/5',
    'book/A/-/5/6',
    'ticker/%E0%A4%A',
    'connection/x',
    'crosshair',
    'crosshair/',
    'crosshair/9',
    'crosshair/01',
    'quote/A/B',
    'instrument',
    'instrument/',
    'instrument/outcome/3601',
  ])('an invalid key is refused: %j', (key) => {
    expect(parseTopicKey(key)).toBeNull()
  })
})

describe('the contract', () => {
  it('takes an order as plain decimal text only', () => {
    const place = {
      kind: 'place',
      asset: 'NYCTMP1',
      side: 'buy',
      price: '571.80',
      size: '1',
      tif: 'GTC',
      reduceOnly: false,
    }
    const requestId = '0b7f3c52-3f0e-4a8e-9b0f-2f6c1d7a9e11'
    const read = (intent: object) => calls.submit.input.safeParse({ requestId, intent }).success
    expect(read(place)).toBe(true)
    for (const bad of [
      { price: 571.8 },
      { price: '5e2' },
      { size: 'Infinity' },
      { tif: 'gtc' },
      { extra: 1 },
      { reduceOnly: 'no' },
    ]) {
      expect(read({ ...place, ...bad })).toBe(false)
    }
  })
})

const row = { px: '571.81', sz: '3', total: '3', depth: 0.5, own: false }
const deep = { px: '571.80', sz: '8', total: '11', depth: 1, own: false }
const book = { asset: 'A', bids: [row, deep], asks: [], spread: null, mid: null, time: 1, receivedAt: 2, stale: false }
const ticker = { mark: '571.8', volume24h: '100', openInterest: '5', time: 1, receivedAt: 2, stale: false }
const connection = { socket: 'live', messageAgeMs: 40, messagesPerSecond: 13, at: 5, limit: null, stale: false }
const binary = { status: 'predict', bucket: { end: 9, serverTime: 1 }, receivedAt: 1 }

describe('a change of a time or a rate only waits for the clock', () => {
  it.each([
    ['book', book, { ...book, bids: [{ ...row }, deep], time: 9, receivedAt: 9 }],
    ['ticker', ticker, { ...ticker, volume24h: '101', openInterest: '6', time: 9 }],
    ['connection', connection, { ...connection, messageAgeMs: 3, messagesPerSecond: 14, at: 9 }],
    ['binary', binary, { ...binary, bucket: { end: 9, serverTime: 3 }, receivedAt: 3 }],
  ] as const)('a %s', (kind, before, now) => {
    expect(urgencyOf(kind, before, now)).toBe('clock')
  })
})

describe('a change of sizes, or behind the best prices, is for soon', () => {
  it.each([
    ['another size at the best price', { ...book, bids: [{ ...row, sz: '4' }, deep] }],
    ['another size', { ...book, bids: [row, { ...deep, sz: '9', total: '12' }] }],
    ['depth bars on another scale', { ...book, bids: [{ ...row, depth: 0.4 }, deep] }],
    ['one level fewer', { ...book, bids: [row] }],
  ])('%s', (_what, now) => {
    expect(urgencyOf('book', book, now)).toBe('soon')
  })
})

describe('a change that a trader watches is for now', () => {
  it.each([
    ['book', book, { ...book, bids: [{ ...row, px: '571.82' }, deep] }],
    ['book', book, { ...book, bids: [deep] }],
    ['book', book, { ...book, bids: [], asks: [row] }],
    ['book', book, { ...book, bids: [row, { ...deep, own: true }] }],
    ['book', book, { ...book, mid: '571.82' }],
    ['book', book, { ...book, stale: true }],
    ['ticker', ticker, { ...ticker, mark: '571.9' }],
    ['connection', connection, { ...connection, socket: 'offline' }],
    ['connection', connection, { ...connection, limit: { waiting: 1 } }],
    ['trades', { asset: 'A', trades: [], receivedAt: 1 }, { asset: 'A', trades: [{ tid: '1' }], receivedAt: 1 }],
    ['binary', binary, { ...binary, bucket: { end: 10, serverTime: 1 } }],
  ] as const)('%s (%#)', (kind, before, now) => {
    expect(urgencyOf(kind, before, now)).toBe('now')
  })

  it('includes the first payload, and unknown kinds', () => {
    expect(urgencyOf('book', undefined, book)).toBe('now')
    expect(urgencyOf('actions', [], [])).toBe('now')
  })
})
