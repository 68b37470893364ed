import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContext, readOutcomePrices, readTrade } from './decode-market.ts'

describe('a trade', () => {
  it.each([
    [
      { coin: 'A', side: 'B', px: '1.50', sz: 2, time: 5, tid: 7 },
      { tid: '7', side: 'buy', px: '1.50', sz: '2' },
    ],
    [
      { coin: 'A', side: 'A', px: 1.5, sz: '2', time: '1970-01-01T00:00:01Z', tid: 'x', more: [] },
      { side: 'sell', time: 1000 },
    ],
    [{ coin: 'A', side: 'sell', px: '1', sz: '2', time: 5, tid: 7 }, { side: 'sell' }],
  ])('reads %o', (wire, expected) => {
    expect(readTrade(wire)).toMatchObject(expected)
  })

  it.each([
    null,
    [],
    'x',
    {},
    { coin: 'A', side: 'C', px: '1', sz: '1', time: 1, tid: 1 },
    { coin: 'A', side: 'toString', px: '1', sz: '1', time: 1, tid: 1 },
    { coin: 'A', side: 'B', px: '0', sz: '1', time: 1, tid: 1 },
    { coin: 'A', side: 'B', px: '1', sz: '-1', time: 1, tid: 1 },
    { coin: 'A', side: 'B', px: '1', sz: '1', time: 1 },
    { coin: 'A', side: 'B', px: '1', sz: '1', time: -1, tid: 1 },
    { coin: 'A', side: 'B', px: '1', sz: '1', time: 8_640_000_000_000_001, tid: 1 },
  ])('rejects %o', (wire) => {
    expect(readTrade(wire)).toBeNull()
  })
})

describe('a context', () => {
  it('distinguishes null from missing fields', () => {
    expect(readContext({ coin: 'A', ctx: { markPx: 570.5, midPx: null, isDelisted: true, more: 1 } })).toMatchObject({
      asset: 'A',
      mark: '570.5',
      mid: null,
      oracle: undefined,
      delisted: true,
      status: undefined,
    })
  })

  it('with an unknown status is unknown, not guessed', () => {
    expect(readContext({ coin: 'A', ctx: { status: 'lunch' } })?.status).toBe('unknown')
  })

  it.each([
    null,
    5,
    {},
    { ctx: {} },
    { coin: '', ctx: {} },
    { coin: 'A', ctx: { markPx: 'x' } },
    { coin: 'A', ctx: { dayNtlVlm: {} } },
  ])('rejects %o', (data) => {
    expect(readContext(data)).toBeNull()
  })
})

describe('prices of outcomes', () => {
  const anything = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<unknown>,
    fc.record({
      time: fc.jsonValue() as fc.Arbitrary<unknown>,
      prices: fc.dictionary(
        fc.string(),
        fc.oneof(fc.jsonValue() as fc.Arbitrary<unknown>, fc.double(), fc.double().map(String)),
      ),
    }),
  )

  it('are probabilities or none, for any input, and nothing throws', () => {
    fc.assert(
      fc.property(anything, (data) => {
        for (const { asset, mark } of readOutcomePrices(data)?.patches ?? []) {
          expect(asset).not.toBe('')
          if (mark === null || mark === undefined) continue
          expect(Number(mark)).toBeGreaterThanOrEqual(0)
          expect(Number(mark)).toBeLessThanOrEqual(1)
        }
      }),
      { examples: [[{ time: 1, prices: { '#1': '1.0', '#2': 0, '#3': 1e-7, '#4': null, '#5': '1.001', '': '0.5' } }]] },
    )
  })

  it('are read with the tolerance of the wire', () => {
    const read = readOutcomePrices({ time: '2026-11-21T03:00:00Z', prices: { '#1': '1.0', '#2': 1e-7, '#3': null } })
    expect(read?.isWhole).toBe(true)
    expect(read?.patches.map(({ asset, mark, time }) => [asset, mark, time])).toEqual([
      ['#1', '1.0', Date.UTC(2026, 10, 21, 3)],
      ['#2', '0.0000001', Date.UTC(2026, 10, 21, 3)],
      ['#3', null, Date.UTC(2026, 10, 21, 3)],
    ])
    expect(readOutcomePrices({ coin: '#1', price: '0.5' })?.patches).toMatchObject([{ asset: '#1', mark: '0.5' }])
    const mids = readOutcomePrices({ mids: { '#1': '0.5', BTC: '98000.5', '#2': '1.5' } })
    expect(mids).toMatchObject({ isWhole: false, patches: [{ asset: '#1', mark: '0.5' }] })
    expect(readOutcomePrices({ mids: { '#1': '0.5', BTC: '98000.5' } })?.isWhole).toBe(true)
  })
})
