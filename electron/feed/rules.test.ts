import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Price } from '../../contract/decimal.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { TAPE_LENGTH, Tape } from './assets/tape.ts'
import { MessageRate } from './connection/message-rate.ts'
import { readContext } from './decode/decode-context.ts'
import { readTrade } from './decode/decode-trade.ts'
import { readOutcomePrices } from './decode/outcome-prices.ts'
import { ClockOffset } from './markets/clock-offset.ts'
import { keptSame } from './markets/kept-same.ts'
import { phaseOf } from './markets/phase.ts'
import { averageOf, RunningTwap } from './markets/twap.ts'
import { bucketOf } from './testing/fake-service.ts'

const px = (text: string) => text as Price

describe('the server’s clock', () => {
  it('is measured by the quickest round trip', () => {
    const clock = new ClockOffset()
    expect(clock.offset).toBeNull()
    clock.add(10_500, 10_000, 400, 0)
    expect(clock.offset).toBe(300)
    clock.add(11_260, 11_000, 20, 1)
    expect(clock.offset).toBe(250)
    clock.add(12_600, 12_000, 800, 2)
    expect(clock.offset).toBe(250)
  })

  it('is not known before the first answer, and the machine’s where the service tells no time', () => {
    const clock = new ClockOffset()
    expect(clock.known).toBeNull()
    clock.untold()
    expect([clock.known, clock.offset]).toEqual([0, null])
    clock.add(10_500, 10_000, 400, 0)
    expect(clock.known).toBe(300)
  })

  it('is told with its moment by each round trip, also where that finds the same offset', () => {
    const clock = new ClockOffset()
    expect(clock.newest).toBeNull()
    clock.add(10_000, 10_000, 0, 0)
    // The machine slept for an hour, and its monotonic clock stood still.
    clock.add(3_610_005, 3_610_000, 10, 200)
    expect(clock.offset).toBe(0)
    expect(clock.newest).toEqual({ time: 3_610_010, at: 200 })
  })

  it('is measured anew when it was set, and when a measurement is old', () => {
    const clock = new ClockOffset()
    clock.add(10_010, 10_000, 2, 0)
    clock.add(3_610_000, 11_000, 200, 1)
    expect(clock.offset).toBe(3_598_900)
    const drifting = new ClockOffset()
    drifting.add(10_000, 10_000, 2, 0)
    drifting.add(10_040, 10_000, 100, 11 * 60_000)
    expect(drifting.offset).toBe(-10)
  })
})

describe('the phase', () => {
  const start = 1_000_000
  const end = start + 7_200_000
  const bucket = (word: string | null) => bucketOf('A', start, 120, word)
  it.each([
    ['trading', bucket(null), start + 1],
    ['trading', bucket(null), end - 120_001],
    ['final_window', bucket(null), end - 120_000],
    ['settling', bucket(null), end],
    ['waiting', bucket(null), start - 1],
    ['trading', bucket('Trading'), end - 120_001],
    ['final_window', bucket('Trading'), end - 120_000],
    ['waiting', bucket('staging'), end - 1000],
    ['trading', bucketOf('A', start, 10, 'trading'), start + 600_000 - 1000],
    ['final_window', bucket('FINAL-WINDOW'), start + 1],
    ['settling', bucket('trading'), end + 1],
    ['final_window', bucket('something new'), end - 5],
  ] as const)('is %s', (expected, current, now) => {
    expect(phaseOf(current, null, now)).toBe(expected)
  })

  it('without a current bucket is settling, and waiting when there is none at all', () => {
    expect(phaseOf(null, bucket(null), 0)).toBe('settling')
    expect(phaseOf(null, null, 0)).toBe('waiting')
  })
})

describe('the running average', () => {
  it('weighs each mark by the time for which it stood', () => {
    const twap = new RunningTwap()
    twap.add(px('570.00'), 0)
    twap.add(px('571.00'), 1500)
    expect(twap.estimate(0, 2000)).toEqual({ mark: '570.25', coveredMs: 2000 })
    expect(twap.estimate(1000, 2000)).toEqual({ mark: '570.50', coveredMs: 1000 })
  })

  it('rounds half up at the marks’ precision', () => {
    const twap = new RunningTwap()
    twap.add(px('570.00'), 0)
    twap.add(px('570.01'), 1000)
    expect(twap.estimate(0, 2000)?.mark).toBe('570.01')
  })

  it('covers no gap: a mark stands for 2 s at most', () => {
    const twap = new RunningTwap()
    twap.add(px('570.0'), 0)
    twap.add(px('572.0'), 10_000)
    expect(twap.estimate(0, 11_000)).toEqual({ mark: '570.7', coveredMs: 3000 })
    expect(twap.estimate(5000, 9000)).toBeNull()
  })

  it('lies between the lowest and the highest mark, and is the mark when it never moved', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 50_000, max: 60_000 }), { minLength: 1, maxLength: 200 }), (marks) => {
        const twap = new RunningTwap()
        marks.forEach((mark, i) => {
          twap.add(px((mark / 100).toFixed(2)), i * 1000)
        })
        const to = marks.length * 1000
        const from = Math.max(0, to - 120_000)
        const estimate = twap.estimate(from, to)
        const inside = marks.slice(-120)
        const exact = Math.floor((2 * inside.reduce((a, b) => a + b, 0) + inside.length) / (2 * inside.length))
        expect(estimate).toEqual({ mark: (exact / 100).toFixed(2), coveredMs: to - from })
      }),
      { numRuns: 100 },
    )
  })

  it('of candles is exact, rounded half up', () => {
    expect(averageOf([px('1'), px('2')], 0)).toBe('2')
    expect(averageOf([px('1.00'), px('1.01'), px('1.01')], 2)).toBe('1.01')
    expect(averageOf([px('1.004'), px('1.006')], 2)).toBe('1.01')
    expect(averageOf([px('1.004'), px('1.005')], 2)).toBe('1.00')
    expect(averageOf([], 2)).toBeNull()
  })
})

describe('the tape', () => {
  const trade = (tid: number | string, time: number) =>
    ({ tid: String(tid), asset: 'A', side: 'buy', px: '1', sz: '1', time }) as never
  it('takes each trade once, newest first, in whatever order they come', () => {
    const tape = new Tape()
    expect(tape.add([trade(1, 10), trade(2, 20)])).toHaveLength(2)
    expect(tape.add([trade(2, 20), trade(3, 30)])).toHaveLength(1)
    tape.add([trade(4, 15)])
    expect(tape.trades.map(({ tid }) => tid)).toEqual(['3', '2', '4', '1'])
  })

  it('keeps the order of trades in one millisecond, and stays short', () => {
    const tape = new Tape()
    for (let i = 0; i < 3000; i += 1) tape.add([trade(i, 5)])
    expect(tape.trades).toHaveLength(TAPE_LENGTH)
    expect(tape.trades[0]?.tid).toBe('2999')
    expect(tape.add([trade(2999, 5)])).toEqual([])
  })

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
  ])('keeps out %o', (wire) => {
    expect(readTrade(wire)).toBeNull()
  })
})

describe('a context', () => {
  it('tells apart what is null and what is not said', () => {
    expect(readContext({ coin: 'A', ctx: { markPx: 570.5, midPx: null, isDelisted: true, more: 1 } })).toMatchObject({
      asset: 'A',
      mark: '570.5',
      mid: null,
      oracle: undefined,
      delisted: true,
      status: undefined,
    })
  })

  it('with a status the terminal does not know is unknown, not guessed', () => {
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
  ])('keeps out %o', (data) => {
    expect(readContext(data)).toBeNull()
  })
})

describe('the message rate', () => {
  it('counts the last second', () => {
    const clock = createFakeClock()
    const rate = new MessageRate(clock)
    for (let i = 0; i < 100; i += 1) {
      rate.count()
      clock.advance(20)
    }
    expect(rate.perSecond()).toBe(50)
    clock.advance(500)
    expect(rate.perSecond()).toBe(25)
    clock.advance(60_000)
    expect(rate.perSecond()).toBe(0)
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

  it('are probabilities or none, whatever comes, and nothing throws', () => {
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

describe('what an answer says again', () => {
  it('stays the same object, at whatever place, and what it says anew is another', () => {
    const [a, b] = [{ id: 1 }, { id: 2 }]
    const before = [a, b]
    expect(keptSame(before, [{ id: 1 }, { id: 2 }])).toBe(before)
    const moved = keptSame(before, [{ id: 2 }, { id: 3 }, { id: 1 }])
    expect(moved).not.toBe(before)
    expect([moved[0], moved[2]]).toEqual([b, a])
    expect(moved[0]).toBe(b)
    expect(moved[2]).toBe(a)
    expect(keptSame(before, [{ id: 1 }])).not.toBe(before)
  })
})
