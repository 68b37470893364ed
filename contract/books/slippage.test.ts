import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill } from '../account.ts'
import type { ActionRecord } from '../action.ts'
import { add, fromUnits, money, multiply, type Price, price, type Size, signOf, size, subtract } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { DAY_MS } from './day-result.ts'
import { SLIPPAGE_BY, type SlippageSums, shownPriceOf, slippageOf, slippageRows } from './slippage.ts'

const fill = (side: Fill['side'], at: string, amount: string, liquidity: Fill['liquidity'] = 'taker') => ({
  side,
  price: price(at),
  size: size(amount),
  liquidity,
})

describe('slippage', () => {
  it.each<[Fill['side'], string, string, string, string, string]>([
    ['buy', '571.90', '4', '571.80', '-0.1', '-0.4'],
    ['buy', '571.70', '4', '571.80', '0.1', '0.4'],
    ['sell', '571.70', '4', '571.80', '-0.1', '-0.4'],
    ['sell', '571.80', '4', '571.80', '0', '0'],
    ['buy', '0.567', '36.81', '0.566', '-0.001', '-0.03681'],
    ['sell', '0.333', '3', '0.3333333333', '-0.0003333333', '-0.001'],
  ])('of a %s at %s of %s, shown %s, is %s and %s in money', (side, at, amount, shown, inPrice, inMoney) => {
    expect(slippageOf(fill(side, at, amount), price(shown))).toEqual({ price: inPrice, money: inMoney })
  })

  it('is unknown when nothing was shown, and for a resting order', () => {
    expect(slippageOf(fill('buy', '571', '1'), null)).toBeNull()
    expect(slippageOf(fill('buy', '571', '1', 'maker'), price('571.5'))).toBeNull()
    expect(slippageOf({ ...fill('buy', '571', '1'), liquidity: null }, price('571.5'))).toMatchObject({ price: '0.5' })
  })

  it('of the two sides of one trade adds up to zero, and is negative exactly when the trader paid more or received less', () => {
    const prices = fc.integer({ min: 1, max: 99_999 }).map((units) => fromUnits(BigInt(units), 2) as Price)
    const sizes = fc.integer({ min: 1, max: 9_999 }).map((units) => fromUnits(BigInt(units), 2) as Size)
    fc.assert(
      fc.property(prices, prices, sizes, (at, shown, amount) => {
        const terms = { price: at, size: amount, liquidity: 'taker' } as const
        const bought = slippageOf({ ...terms, side: 'buy' }, shown)
        const sold = slippageOf({ ...terms, side: 'sell' }, shown)
        if (bought === null || sold === null) throw new Error('it was shown')
        expect(signOf(add(bought.money, sold.money))).toBe(0)
        expect(signOf(bought.price)).toBe(signOf(subtract(shown, at)))
        expect(signOf(subtract(bought.money, multiply(bought.price, amount)))).toBe(0)
      }),
      { numRuns: runs(200, 5000) },
    )
  })
})

describe('the shown price', () => {
  const action = (more: object): ActionRecord => ({ intent: { kind: 'place' }, ...more }) as unknown as ActionRecord
  const figures = { average: null, worst: price('572'), fee: null, mark: price('571'), mid: null, bookAge: null }

  it('is the average of the preview, else of the estimate, else the mark for a close', () => {
    const estimate = { average: price('570.9') }
    expect(shownPriceOf(action({ shown: { ...figures, average: price('571.1') }, estimate }))).toBe('571.1')
    expect(shownPriceOf(action({ shown: figures, estimate }))).toBe('570.9')
    expect(shownPriceOf(action({ shown: figures, intent: { kind: 'close' } }))).toBe('571')
    expect(shownPriceOf(action({ shown: figures }))).toBeNull()
    expect(shownPriceOf(action({}))).toBeNull()
  })
})

const sums = (day: number, kind: string, amount: string, got: string, more: Partial<SlippageSums> = {}): SlippageSums =>
  ({
    ...{ day: day * DAY_MS, family: 'scalar', asset: 'NYCTMP1', kind, fills: 4, better: 1, worse: 2 },
    ...{ size: size(amount), money: money(got) },
    ...more,
  }) as SlippageSums
const ALL = [
  sums(1, 'place', '100', '-0.4'),
  sums(2, 'place', '300', '-1.2', { asset: 'NYCTMP2', fills: 6 }),
  sums(2, 'close', '50', '0.25', { better: 4, worse: 0 }),
  sums(2, 'close', '10', '-0.05', { family: 'outcome', asset: '#360' }),
]

describe('slippage of fills', () => {
  it.each([
    ['kind', ['place/scalar -0.004 of 10', 'close/scalar 0.005 of 4', 'close/outcome -0.005 of 4']],
    ['market', ['NYCTMP1/scalar -0.001 of 8', 'NYCTMP2/scalar -0.004 of 6', '#360/outcome -0.005 of 4']],
    ['family', ['scalar/scalar -0.003 of 14', 'outcome/outcome -0.005 of 4']],
    ['day', ['2/scalar -0.002714 of 10', '2/outcome -0.005 of 4', '1/scalar -0.004 of 4']],
  ] as const)('by %s: averages by size, and never combines two families', (by, expected) => {
    const rows = slippageRows(ALL, by, 'USDH').map(
      ({ day, asset, kind, family, price, fills }) =>
        `${day === null ? (asset ?? kind ?? family) : day / DAY_MS}/${family} ${price} of ${fills}`,
    )
    expect(rows).toEqual(expected)
  })

  it('counts better and worse fills, and gives the same total either way', () => {
    expect(slippageRows(ALL, 'kind', 'USDH')[1]).toMatchObject({ betterShare: 1, worseShare: 0 })
    for (const by of SLIPPAGE_BY) {
      const rows = slippageRows(ALL, by, 'USDH').filter(({ family }) => family === 'scalar')
      expect(rows.reduce((all, one) => all + Number(one.money), 0)).toBeCloseTo(-1.35, 9)
    }
  })
})
