import { describe, expect, it } from 'vitest'
import { price } from './decimal.ts'
import { calls } from './ipc.ts'
import { parseTopicKey, type Topic, topicKey } from './topics.ts'

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

  it.each(topics)('a topic is read back from its key: %j', (topic) => {
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
  ])('a key that is none is refused: %j', (key) => {
    expect(parseTopicKey(key)).toBeNull()
  })
})

describe('the contract', () => {
  it('takes an order as plain decimal text and nothing else', () => {
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
