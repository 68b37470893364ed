import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averageText,
  moneyText,
  priceText,
  readMoney,
  readPrice,
  readSize,
  readSlippage,
  readTemperature,
  sizeText,
} from './texts.ts'

describe('text of the venue’s numbers', () => {
  it.each([
    [priceText(56_812), '568.12'],
    [priceText(5), '0.05'],
    [sizeText(125_000), '12.5000'],
    [sizeText(-1), '-0.0001'],
    [moneyText(-1_500_000n), '-1.500000'],
    [moneyText(0n), '0.000000'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })

  it('round-trips', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 10_000_000_000 }), (ticks, lots) => {
        expect(readPrice(priceText(ticks))).toBe(ticks)
        expect(readSize(sizeText(lots))).toBe(lots)
        expect(readMoney(moneyText(BigInt(lots)), 'usdc')).toBe(BigInt(lots))
      }),
    )
  })

  it('parses any spelling of the same number', () => {
    expect(readPrice('570')).toBe(57_000)
    expect(readPrice('570.5000')).toBe(57_050)
    expect(readSize('0.1')).toBe(1000)
    expect(readSlippage('0.25')).toBe(2500)
    expect(readTemperature('-3.5')).toBe(-350)
  })

  it('averages to four places, half up, for longs and shorts', () => {
    expect(averageText(57_000n * 3n + 1n, 3)).toBe('570.0033')
    expect(averageText(-(57_000n * 8n + 1n), -8)).toBe('570.0013')
    expect(averageText(0n, 0)).toBeNull()
  })

  const refusals: [string, () => unknown][] = [
    ['Price must be a multiple of 0.01; 1.005 is not.', () => readPrice('1.005')],
    ['Price must be at most 1000.00; 1000.01 is more.', () => readPrice('1000.01')],
    ['Price must be a plain decimal; "1e3" is not.', () => readPrice('1e3')],
    ['Price must be greater than 0; 0.00 is not.', () => readPrice('0.00')],
    ['Size must be greater than 0; -1 is not.', () => readSize('-1')],
    ['Size takes at most 4 decimals; 0.00005 has more.', () => readSize('0.00005')],
    ['usdc must be an amount of 0 or more.', () => readMoney('-1', 'usdc')],
    ['Slippage must be from 0 to 50 percent; 50.1 is not.', () => readSlippage('50.1')],
    ['Temperature must be from -100 to 150 °F; 151 is not.', () => readTemperature('151')],
  ]
  it.each(refusals)('reports an invalid value: %s', (detail, act) => {
    expect(act).toThrow(detail)
  })
})
