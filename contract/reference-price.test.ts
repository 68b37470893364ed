import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absolute,
  compare,
  type Decimal,
  isMultipleOf,
  type Price,
  percentOf,
  price,
  signOf,
  subtract,
} from './decimal.ts'
import { type KnownPrices, marketOrderReference, referencePrice, worstPrice } from './reference-price.ts'
import { LARGEST_SLIPPAGE, slippageIssue } from './slippage.ts'

const known = (mark: string | null, mid: string | null, bid: string | null = null, ask: string | null = null) =>
  ({ mark, mid, bid, ask }) as KnownPrices

describe('what slippage is counted from', () => {
  it.each<[string, 'scalar' | 'binary' | 'outcome', KnownPrices, buy: string | null, sell: string | null]>([
    ['a scalar mark alone', 'scalar', known('570', null), '570', '570'],
    ['whichever leaves the side more room', 'scalar', known('570', '571'), '571', '570'],
    ['the same with the middle below', 'scalar', known('570', '569'), '570', '569'],
    ['a middle at 5 % from the mark', 'scalar', known('500', '525'), '525', '500'],
    ['no middle further from it', 'scalar', known('500', '525.01'), '500', '500'],
    ['no middle without a mark', 'scalar', known(null, '571'), null, null],
    ['no best price of a scalar book', 'scalar', known('570', null, '569', '571'), '570', '570'],
    ['the best price that faces a probability', 'outcome', known('0.5', null, '0.48', '0.52'), '0.52', '0.48'],
    ['the same of contracts', 'binary', known('0.5', '0.51', '0.48', '0.52'), '0.52', '0.48'],
    ['none 15 points from the mark', 'outcome', known('0.5', null, '0.34', '0.66'), '0.5', '0.5'],
    ['one just within them', 'binary', known('0.5', null, '0.35', '0.65'), '0.65', '0.35'],
    ['the middle without a mark', 'outcome', known(null, '0.5', '0.1', null), '0.5', '0.5'],
    ['a best price without either', 'outcome', known(null, null, null, '0.7'), '0.7', null],
    ['nothing', 'binary', known(null, null), null, null],
  ])('%s', (_what, family, prices, buy, sell) => {
    expect(referencePrice(family, 'buy', prices)).toBe(buy)
    expect(referencePrice(family, 'sell', prices)).toBe(sell)
  })
  it('of a scalar market order is the best price that faces it, else the mark', () => {
    const prices = known('570', '571', '569', '572')
    expect([marketOrderReference('buy', prices), marketOrderReference('sell', prices)]).toEqual(['572', '569'])
    expect(marketOrderReference('buy', known('570', '571'))).toBe('570')
    expect(marketOrderReference('sell', known(null, '571'))).toBeNull()
  })
})

describe('the worst price that slippage allows', () => {
  const cents = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((count) => (count / 100).toFixed(2) as Decimal)
  const slippages = cents(1, 2000)
  const side = fc.constantFrom('buy' as const, 'sell' as const)

  it('lies on the tick, on its own side of what it is counted from, and no further than was allowed', () => {
    const tickSize = price('0.01')
    fc.assert(
      fc.property(side, cents(100, 100_000), slippages, (which, reference, slippagePct) => {
        const from = reference as Price
        const worst = worstPrice('scalar', which, { reference: from, slippagePct, tickSize })
        expect(isMultipleOf(worst, tickSize)).toBe(true)
        expect(compare(absolute(subtract(worst, from)), percentOf(from, slippagePct))).toBeLessThanOrEqual(0)
        expect(compare(worst, from) * (which === 'buy' ? 1 : -1)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
  it('of a probability is always one, also where the service tells no tick', () => {
    const tick = fc.constantFrom(price('0.001'), price('0.01'), null)
    fc.assert(
      fc.property(side, cents(1, 99), slippages, tick, (which, reference, slippagePct, tickSize) => {
        const worst = worstPrice('outcome', which, { reference: reference as Price, slippagePct, tickSize })
        expect(signOf(worst)).toBe(1)
        expect(compare(worst, '1' as Decimal)).toBe(-1)
        expect(isMultipleOf(worst, tickSize ?? price('0.0001'))).toBe(true)
      }),
    )
  })
  it('is not rounded where a scalar market tells no tick', () => {
    const terms = { reference: price('100.05'), slippagePct: '1' as Decimal, tickSize: null }
    expect(worstPrice('scalar', 'sell', terms)).toBe('99.0495')
  })
})

describe('a slippage', () => {
  it.each(['scalar', 'binary', 'outcome'] as const)('of %s is above 0 and at most 20 %%', (family) => {
    expect(slippageIssue('0' as Decimal, family)).toMatch(/greater than 0/)
    expect(slippageIssue('-1' as Decimal, family)).toMatch(/greater than 0/)
    expect(slippageIssue('0.01' as Decimal, family)).toBeNull()
    expect(slippageIssue(LARGEST_SLIPPAGE, family)).toBeNull()
    expect(slippageIssue('20.01' as Decimal, family)).toMatch(/at most 20 %; 20\.01 % is more/)
  })
  it('of shares takes whole basis points', () => {
    expect(slippageIssue('0.015' as Decimal, 'outcome')).toMatch(/steps of 0\.01 %.*0\.015 % is finer/)
    expect(slippageIssue('0.015' as Decimal, 'binary')).toBeNull()
  })
})
