import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare, multiply, type Price, type Size } from '../../contract/decimal.ts'
import { sumOfOrders } from '../../contract/scale.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type AlgoDraft, type AlgoMarket, NO_ALGO, readAlgo } from './read-algo.ts'
import { totalRead } from './total-size.ts'

const SCALAR: AlgoMarket = { family: 'scalar', asset: 'A', name: 'A', tick: '0.01' as Price, sizeDecimals: 2 }
const SHARES: AlgoMarket = { family: 'outcome', asset: '#10', name: 'Yes', tick: '0.001' as Price, sizeDecimals: 0 }
const facts = (most: string | null = '20', bid: string | null = null) => ({
  most: () => most as Size | null,
  bid: bid as Price | null,
})
const scale = (more: Partial<AlgoDraft> = {}): AlgoDraft => ({
  ...{ ...NO_ALGO, from: '500', to: '490', count: '3', totalBy: 'money', total: '9900' },
  ...more,
})
const slices = (more: Partial<AlgoDraft> = {}): AlgoDraft => ({
  ...{ ...NO_ALGO, worst: '500', slices: '4', every: '30', totalBy: 'money', total: '2000' },
  ...more,
})
const known = (size: string) => ({ state: 'known', size })

describe('a typed total', () => {
  it('in contracts is sent as is', () => {
    expect(totalRead('scale', scale({ totalBy: 'contracts', total: '4' }), SCALAR, facts())).toBeNull()
    expect(readAlgo('scale', scale({ totalBy: 'contracts', total: '4' }), SCALAR).order?.terms).toMatchObject({
      orders: [{ size: '1.34' }, { size: '1.33' }, { size: '1.33' }],
    })
  })

  it('in money is the value of all of its orders at their own prices, rounded down', () => {
    // 20 would be 6.68, 6.66 and 6.66, and so 0.10 more: the remainder of lots goes to the first.
    expect(totalRead('scale', scale(), SCALAR, facts())).toEqual(known('19.99'))
    expect(totalRead('scale', scale({ count: '5' }), SCALAR, facts())).toEqual(known('20.00'))
    // More of it at the cheap end: more contracts for the same money.
    expect(totalRead('scale', scale({ skew: 'last', ratio: '20' }), SCALAR, facts())).toEqual(known('20.12'))
    expect(totalRead('slices', slices(), SCALAR, facts())).toEqual(known('4.00'))
    expect(totalRead('slices', slices({ total: '2004.99' }), SCALAR, facts())).toEqual(known('4.00'))
    expect(totalRead('slices', slices({ worst: '0.42', total: '21' }), SHARES, facts())).toEqual(known('50'))
  })

  it('of a sale that may trade at once is valued at the bid, and otherwise at no more than its price', () => {
    const sale = slices({ side: 'sell', worst: '400' })
    expect(totalRead('slices', sale, SCALAR, facts('20', '500'))).toEqual(known('4.00'))
    expect(totalRead('scale', scale({ side: 'sell', tif: 'ALO', count: '5' }), SCALAR, facts('20', '900'))).toEqual(
      known('20.00'),
    )
  })

  it('in percent is a fraction of the maximum at its average price', () => {
    const requests: string[] = []
    const most = (side: string, price: Price, reduceOnly: boolean): Size => {
      requests.push(`${side} ${price} ${reduceOnly}`)
      return '20.55' as Size
    }
    const draft = scale({ totalBy: 'percent', total: '50', reduceOnly: true })
    expect(totalRead('scale', draft, SCALAR, { most, bid: null })).toEqual(known('10.27'))
    expect(requests[0]).toMatch(/^buy 495\.0000\d* true$/)
    expect(totalRead('slices', slices({ totalBy: 'percent', total: '100' }), SCALAR, facts())).toEqual(known('20.00'))
  })

  it('reports missing inputs, and that risk is unavailable', () => {
    const textOf = (draft: AlgoDraft, most: string | null = '20') => totalRead('scale', draft, SCALAR, facts(most))
    expect(textOf(scale({ to: '' }))).toMatchObject({ state: 'lacks', text: 'Enter the prices first.' })
    expect(textOf(scale({ count: '1' }))).toMatchObject({ state: 'lacks' })
    expect(textOf(scale({ totalBy: 'percent', total: '50' }), null)).toMatchObject({
      text: 'Account not loaded yet.',
    })
    expect(textOf(scale({ totalBy: 'percent', total: '101' }))).toMatchObject({ text: 'At most 100 %.' })
    expect(textOf(scale({ total: '0.5' }))).toMatchObject({ text: 'Below the minimum of 0.01 contracts.' })
    expect(textOf(scale({ totalBy: 'risk' }))).toMatchObject({ state: 'wrong' })
    const read = readAlgo('scale', scale({ to: '' }), SCALAR, textOf(scale({ to: '' })))
    expect([read.order, read.missing]).toEqual([null, ['to']])
    expect(readAlgo('scale', scale({ total: '0.5' }), SCALAR, textOf(scale({ total: '0.5' }))).issue).toEqual({
      field: 'total',
      message: 'Below the minimum of 0.01 contracts.',
    })
    expect(readAlgo('scale', scale({ total: '' }), SCALAR, textOf(scale({ total: '' }))).missing).toEqual(['total'])
  })

  it('in money never has orders worth more than was typed', () => {
    const one = fc.record({
      from: fc.integer({ min: 30_000, max: 60_000 }),
      range: fc.integer({ min: 100, max: 20_000 }),
      count: fc.integer({ min: 2, max: 50 }),
      skew: fc.constantFrom('even' as const, 'first' as const, 'last' as const),
      ratio: fc.integer({ min: 2, max: 20 }),
      money: fc.integer({ min: 1, max: 500_000 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
    })
    fc.assert(
      fc.property(one, ({ from, range, count, skew, ratio, money, side }) => {
        const draft = scale({
          ...{ from: (from / 100).toFixed(2), to: ((from - range) / 100).toFixed(2), count: String(count) },
          ...{ skew, ratio: String(ratio), total: String(money), side },
        })
        const read = totalRead('scale', draft, SCALAR, facts())
        const { order } = readAlgo('scale', draft, SCALAR, read)
        if (order?.terms.kind !== 'scale') return
        const sum = sumOfOrders(order.terms.orders)
        expect(compare(sum?.value ?? ('0' as never), String(money) as never)).toBeLessThanOrEqual(0)
        // And leaves no more than one lot per order unused.
        const most = multiply(String(count + 42) as never, '6' as never)
        expect(Number(money) - Number(sum?.value)).toBeLessThan(Number(most))
      }),
      { numRuns: runs(200, 20_000) },
    )
  })
})
