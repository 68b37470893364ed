import { describe, expect, it } from 'vitest'
import { type Money, price, size } from '../../../contract/decimal.ts'
import { walkBook } from '../../trade-forms/index.ts'
import { orderFigures, orderRows } from './order-figures.ts'
import type { SideFigures } from './summary.ts'

const level = (px: string, sz: string) => ({ px: price(px), sz: size(sz) })
const book = {
  bids: [level('571.82', '100'), level('571.81', '50')],
  asks: [level('571.86', '20'), level('571.90', '30')],
}
const money = (text: string): Money => text as Money
const side = (over: Partial<SideFigures> = {}): SideFigures => ({
  ...{ value: money('1000'), margin: money('100'), closesOnly: false, walk: null, wouldCross: false, fee: null },
  ...{ worstCase: null, liquidation: null, settled: null },
  ...over,
})
const fills = (px: string, sz: string, tif: 'GTC' | 'IOC' | 'ALO' = 'GTC', unit: 'mark' | 'f' = 'mark') => {
  const walk = walkBook('buy', price(px), size(sz), book)
  return orderFigures(side({ walk, wouldCross: tif === 'ALO' && walk.levels > 0 }), {
    ...{ tif, unit },
    tickSize: price('0.01'),
  })
}

const TERMS = { tif: 'GTC', unit: 'mark', tickSize: price('0.01') } as const

describe('money in a narrow column', () => {
  it.each([
    ['margin', '999999.991', '1,000,000.00'],
    ['cost', '999999.98', '999,999.98'],
    ['margin', '1000000.01', '1,000,001'],
    ['cost', '1234567.4', '1,234,567'],
  ] as const)('as %s, %s is %s', (row, value, text) => {
    expect(orderFigures(side({ value: money(value), margin: money(value) }), TERMS)?.[row]?.main).toBe(text)
  })
})

describe('the immediate fill, its prices, and the resting part', () => {
  it.each([
    ['571.80', '150', 'GTC', '0', ['150', '3rd'], undefined, undefined],
    ['571.81', '150', 'GTC', '0', ['150', '2nd'], undefined, undefined],
    ['571.86', '20', 'GTC', '20', ['0', null], '571.86', '571.86'],
    ['571.86', '1500', 'GTC', '20', ['1,480', '1st'], '571.86', '571.86'],
    ['571.86', '30', 'IOC', '20', ['10', null], '571.86', '571.86'],
    ['571.90', '40', 'GTC', '40', ['0', null], '571.88', '571.90'],
    ['571.90', '30', 'GTC', '30', ['0', null], '571.8733', '571.90'],
    ['580', '90', 'GTC', '50+', ['40', '1st'], '571.8840', '571.90'],
    ['571.86', '20', 'ALO', 'crosses', ['refused', null], undefined, undefined],
  ] as const)('%s × %s %s', (px, sz, tif, now, [rest, note], average, worst) => {
    const figures = fills(px, sz, tif)
    expect(figures?.size?.main).toBe(now)
    expect(figures?.rest).toMatchObject({ main: rest, note })
    expect([figures?.average?.main, figures?.worst?.main]).toEqual([average, worst])
  })
  it('shows how many levels it takes', () => {
    expect(fills('571.90', '40')?.size?.title).toContain('2 levels')
  })
  it('are in the ticket’s unit, with the other one beside it', () => {
    expect(fills('571.90', '40', 'GTC', 'f')).toMatchObject({
      average: { main: '71.88 °F', note: '571.88' },
      worst: { main: '71.90 °F', note: '571.90' },
    })
  })
  it('has no fills without a book, and no figures without an order', () => {
    const figures = orderFigures(side(), TERMS)
    expect([figures?.size, figures?.rest, figures?.average, figures?.worst]).toEqual(Array(4).fill(undefined))
    expect(figures?.cost?.main).toBe('1,000.00')
    expect(orderFigures(null, TERMS)).toBeNull()
  })
})

describe('the other rows', () => {
  it.each([
    ['1', '0', 'taker'],
    ['0', '1', 'maker'],
    ['1', '1', 'both'],
    ['0', '0', null],
  ])('a fee of %s as taker and %s as maker shows who pays it', (taker, maker, note) => {
    const fee = { taker: money(taker), maker: money(maker), total: money('1.234') }
    expect(orderFigures(side({ fee }), TERMS)?.fee).toMatchObject({ main: '1.24', note })
  })
  it('costs are rounded up, and a close ties up no margin', () => {
    const figures = orderFigures(side({ margin: money('10.001'), worstCase: money('10.011') }), TERMS)
    expect([figures?.margin?.main, figures?.lost?.main]).toEqual(['10.01', '− 10.02'])
    expect(orderFigures(side({ closesOnly: true }), TERMS)?.margin?.main).toBe('none (closes)')
  })
  it('are the same for every order', () => {
    const ids = (['GTC', 'IOC', 'ALO'] as const).map((tif) => orderRows({ leverage: 10, tif }).map(({ id }) => id))
    expect(new Set(ids.map(String)).size).toBe(1)
    expect(ids[0]).toEqual(['size', 'rest', 'cost', 'margin', 'fee', 'liquidation', 'average', 'worst', 'lost'])
    expect(orderRows({ leverage: 10, tif: 'IOC' })[1]?.name).toBe('Canceled')
  })
})

describe('the queue level of the resting part', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [21, '21st'],
    [113, '113th'],
  ])('level %i is the %s', (place, text) => {
    const walk = walkBook('buy', price('571.80'), size('150'), book)
    const queue = { level: place, of: place, joins: true }
    expect(orderFigures(side({ walk: { ...walk, queue } }), TERMS)?.rest?.note).toBe(text)
  })
})
