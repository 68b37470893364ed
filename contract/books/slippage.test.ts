import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill } from '../account.ts'
import type { ActionRecord } from '../action.ts'
import { add, fromUnits, multiply, type Price, price, type Size, signOf, size, subtract } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { shownPriceOf, slippageOf } from './slippage.ts'

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

  it('is not known where nothing was shown, nor of what rested', () => {
    expect(slippageOf(fill('buy', '571', '1'), null)).toBeNull()
    expect(slippageOf(fill('buy', '571', '1', 'maker'), price('571.5'))).toBeNull()
    expect(slippageOf({ ...fill('buy', '571', '1'), liquidity: null }, price('571.5'))).toMatchObject({ price: '0.5' })
  })

  it('of the two sides of one trade adds up to nothing, and is negative exactly where the trader paid more or got less', () => {
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

describe('what was shown', () => {
  const action = (more: object): ActionRecord => ({ intent: { kind: 'place' }, ...more }) as unknown as ActionRecord
  const figures = { average: null, worst: price('572'), fee: null, mark: price('571'), mid: null, bookAge: null }

  it('is the average of the preview, else of the estimate, else of a close the mark', () => {
    const estimate = { average: price('570.9') }
    expect(shownPriceOf(action({ shown: { ...figures, average: price('571.1') }, estimate }))).toBe('571.1')
    expect(shownPriceOf(action({ shown: figures, estimate }))).toBe('570.9')
    expect(shownPriceOf(action({ shown: figures, intent: { kind: 'close' } }))).toBe('571')
    expect(shownPriceOf(action({ shown: figures }))).toBeNull()
    expect(shownPriceOf(action({}))).toBeNull()
  })
})
