import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { fromUnits, type Money, money, type Price, price, type Size, size, toUnits } from '../../../contract/decimal.ts'
import { millis } from '../../../contract/time.ts'
import { executionOf, lacksFills } from './executions.ts'

let made = 0
const fill = (px: string, sz: string, over: Partial<Fill> = {}): Fill => {
  made += 1
  return {
    tid: `t${made}`,
    oid: '7',
    cause: null,
    asset: 'NYCTMP1',
    side: 'buy',
    price: price(px),
    size: size(sz),
    fee: money('0.5'),
    liquidity: 'taker',
    realizedPnl: money('0'),
    time: millis(1000),
    ...over,
  }
}

describe('the execution of an order, from its fills', () => {
  it.each([
    ['one fill', [fill('554.10', '40')], { size: '40', average: '554.1', fee: '0.5', realised: '0' }],
    [
      'two prices: the average is by size',
      [fill('554.08', '24'), fill('554.12', '16')],
      { size: '40', average: '554.096', fee: '1' },
    ],
    ['an endless average is rounded half up', [fill('1', '1'), fill('2', '2')], { average: '1.666666666667' }],
    ['others’ fills are ignored', [fill('554.10', '1'), fill('999', '5', { oid: '8' })], { size: '1' }],
    [
      'fills without an order are ignored',
      [fill('554.10', '1'), fill('999', '5', { oid: null })],
      { average: '554.1' },
    ],
    [
      'a close adds up its realized result',
      [fill('554', '1', { realizedPnl: money('12.50') }), fill('553', '1', { realizedPnl: money('-0.10') })],
      { realised: '12.4' },
    ],
    ['a missing fee is not zero', [fill('554', '1'), fill('554', '1', { fee: null })], { fee: null, realised: '0' }],
    ['a rebate is a negative fee', [fill('554', '1', { fee: money('-0.02') })], { fee: '-0.02' }],
    ['shares are paid for in USDH', [fill('0.21', '10', { asset: '#40' })], { token: 'USDH', average: '0.21' }],
    ['the last fill gives the time', [fill('1', '1', { time: millis(5000) }), fill('1', '1')], { at: 4700 }],
  ])('%s', (_, fills, wanted) => {
    expect(executionOf('7', fills, 300, 'USDH')).toMatchObject(wanted)
  })

  it('is missing without a fill', () => {
    expect(executionOf('7', [fill('554', '1', { oid: '8' })], 0, 'USDH')).toBeNull()
    expect(executionOf('7', [], 0, 'USDH')).toBeNull()
  })

  it('adds up sizes, fees and value exactly, regardless of order, pages and repetitions', () => {
    const part = fc.record({
      px: fc.integer({ min: 1, max: 10_000_000 }),
      sz: fc.integer({ min: 1, max: 10_000_000 }),
      fee: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      pnl: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      again: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), fc.nat(), (parts, turn) => {
        const once = parts.map(({ px, sz, fee, pnl }, index) =>
          fill('1', '1', {
            tid: String(index),
            price: fromUnits(BigInt(px), 4) as Price,
            size: fromUnits(BigInt(sz), 4) as Size,
            fee: fromUnits(BigInt(fee), 6) as Money,
            realizedPnl: fromUnits(BigInt(pnl), 6) as Money,
          }),
        )
        const seen = [...once, ...once.filter((_, index) => parts[index]?.again)]
        const at = turn % seen.length
        const result = executionOf('7', [...seen.slice(at), ...seen.slice(0, at)], 0, 'USDH')
        const total = (of: (part: (typeof parts)[number]) => number) =>
          parts.reduce((sum, one) => sum + BigInt(of(one)), 0n)
        const lots = total(({ sz }) => sz)
        const value = parts.reduce((sum, { px, sz }) => sum + BigInt(px) * BigInt(sz), 0n)
        /** In 10^-12; half up. */
        const average = (value * 10n ** 8n * 2n + lots) / (lots * 2n)
        expect(toUnits(result?.size as Size, 4)).toBe(lots)
        expect(toUnits(result?.average as Price, 12)).toBe(average)
        expect(toUnits(result?.fee as Money, 6)).toBe(total(({ fee }) => fee))
        expect(toUnits(result?.realised as Money, 6)).toBe(total(({ pnl }) => pnl))
      }),
    )
  })
})

describe('orders with missing fills', () => {
  const done = executionOf('7', [fill('1', '3')], 0, 'USDH')
  const order = (over: object) => ({ oid: '7', filled: '3', state: 'filled', ...over }) as unknown as ActionRecord
  it.each([
    [order({}), true],
    [order({ execution: done }), false],
    [order({ filled: '3.0000', execution: done }), false],
    [order({ filled: '5', execution: done }), true],
    [order({ filled: '0', state: 'cancelled' }), false],
    [order({ filled: null, state: 'filled' }), true],
    [order({ filled: null, state: 'done' }), false],
    [order({ oid: null }), false],
  ])('%o: %s', (action, lacks) => {
    expect(lacksFills(action)).toBe(lacks)
  })
})
