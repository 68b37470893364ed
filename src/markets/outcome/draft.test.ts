import { describe, expect, it } from 'vitest'
import { money, price, size } from '../../../contract/decimal.ts'
import {
  isDistanceCut,
  mostShares,
  noFacing,
  type OutcomeDraft,
  outcomeBound,
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  percentOf,
} from './draft.ts'

const terms = { coin: '#40', tickSize: price('0.001'), sizeDecimals: 2 }
const limit: OutcomeDraft = { side: 'buy', mode: 'limit', price: '0.210', distance: '2', size: '10' }
const market: OutcomeDraft = { ...limit, mode: 'market' }
const level = (px: string, sz: string) => ({ px: price(px), sz: size(sz) })
const book = {
  asks: [level('0.212', '4.00'), level('0.215', '100.00')],
  bids: [level('0.208', '6.00'), level('0.200', '100.00')],
}

describe('the ticket of an outcome market', () => {
  it.each([
    [{ price: '' }, 'Price is missing.'],
    [{ price: 'a' }, 'Price “a” is not a number.'],
    [{ price: '1' }, 'Price must be between 0 and 1.'],
    [{ price: '0' }, 'Price must be between 0 and 1.'],
    [{ price: '0.2105' }, 'Price must be a multiple of 0.001.'],
    [{ size: '' }, 'Size is missing.'],
    [{ size: '-1' }, 'Size must be greater than 0.'],
    [{ size: '1.234' }, 'Size takes at most 2 decimals.'],
    [{ mode: 'market', distance: '51' } as const, 'Slippage can be at most 50 ¢; 51 ¢ is more.'],
  ])('%o shows an issue, and nothing can be sent', (change, message) => {
    const draft: OutcomeDraft = { ...limit, ...change }
    expect(outcomeIssues(draft, terms).map((issue) => issue.message)).toEqual([message])
    expect(outcomeIntentOf(draft, terms, price('0.2'))).toBeNull()
    expect(outcomeFigures(draft, terms, book, null)).toBeNull()
  })
  it('buys at most at twice the price at market, and says where that cuts the typed distance', () => {
    const cheap = { asks: [level('0.012', '4.00')], bids: [level('0.008', '6.00')] }
    expect(outcomeBound(market, terms, cheap, null)).toBe('0.024')
    expect(isDistanceCut(market, terms, cheap, null)).toBe(true)
    expect(isDistanceCut(market, terms, book, null)).toBe(false)
    expect(isDistanceCut({ ...market, side: 'sell' }, terms, cheap, null)).toBe(false)
    expect(isDistanceCut(limit, terms, cheap, null)).toBe(false)
  })
  it('writes a price with the decimals of the market', () => {
    const draft = { ...limit, price: '.2' }
    expect(outcomeIntentOf(draft, terms, outcomeBound(draft, terms, null, null))).toMatchObject({
      mode: { price: '0.200' },
    })
  })
  it('requests exactly what was typed', () => {
    expect(outcomeIntentOf(limit, terms, price('0.210'))).toEqual({
      kind: 'outcome_order',
      asset: '#40',
      side: 'buy',
      size: '10',
      mode: { kind: 'limit', price: '0.210' },
    })
    expect(outcomeIntentOf({ ...market, side: 'sell' }, terms, price('0.188'))).toMatchObject({
      side: 'sell',
      mode: { kind: 'market', protection: { kind: 'worst', price: '0.188' } },
    })
  })
  it('a market order is bounded by its cents from the best price, rounded to the tick inside the bound', () => {
    const buy = outcomeFigures(market, terms, book, null)
    expect(buy).toMatchObject({
      bound: '0.232',
      fills: '10',
      average: '0.2138',
      rest: '0',
      money: '2.32',
      payout: '10',
    })
    const sell = outcomeFigures({ ...market, side: 'sell' }, terms, book, null)
    expect(sell).toMatchObject({ bound: '0.188', fills: '10', rest: '0', money: '1.88', payout: '10' })
  })
  it('a limit order that reaches into the book costs its fills, plus its limit for the resting part', () => {
    const figures = outcomeFigures({ ...limit, price: '0.212' }, terms, book, null)
    expect(figures).toMatchObject({ fills: '4', rest: '6', money: '2.12', average: '0.212' })
    expect(outcomeFigures(limit, terms, book, null)).toMatchObject({ fills: '0', rest: '10', money: '2.1' })
  })
  it('stays between 0 and 1, and counts from the last price without a book', () => {
    const high = outcomeFigures(market, terms, { asks: [level('0.995', '1')], bids: [] }, null)
    expect(high?.bound).toBe('0.999')
    expect(outcomeFigures(market, terms, null, price('0.5'))).toMatchObject({ bound: '0.520', money: '5.2' })
    expect(outcomeFigures(market, terms, null, null)).toMatchObject({ bound: null, money: null })
  })
  it.each([
    ['0.582', '0.001', '58.2'],
    ['0.12110', '0.001', '12.1'],
    ['0.5', '0.001', '50.0'],
    ['0.58255', '0.0001', '58.26'],
    ['0.5', '0.01', '50'],
    ['0.5825', null, '58.25'],
    ['0.58200', null, '58.2'],
    ['1', '0.001', '100.0'],
  ])('%s at a tick of %s is %s %%', (probability, tick, percent) => {
    expect(percentOf(price(probability), tick === null ? null : price(tick))).toBe(percent)
  })
  it('without sellers a market order costs and pays nothing, and is reported as canceled', () => {
    const none = { asks: [], bids: book.bids }
    const figures = outcomeFigures(market, terms, none, price('0.5'))
    expect(figures).toMatchObject({ fills: '0', rest: '10', money: '0', payout: '0' })
    expect(noFacing(market, none)).toMatch(/No sellers now: a market order would be canceled\. Use a limit order\./)
    expect(noFacing({ ...market, side: 'sell' }, { asks: book.asks, bids: [] })).toMatch(
      /No buyers now: a market order would be canceled\. Use a limit order\./,
    )
    expect([noFacing(market, book), noFacing(limit, none), noFacing(market, null)]).toEqual([null, null, null])
  })
  it('a market order costs and pays what fills, or the whole size when the book continues beyond the watched levels', () => {
    const thin = { asks: [level('0.212', '4')], bids: [] }
    expect(outcomeFigures(market, terms, thin, null)).toMatchObject({ fills: '4', money: '0.928', payout: '4' })
    const deep = { asks: Array.from({ length: 20 }, () => level('0.212', '0.1')), bids: [] }
    expect(outcomeFigures(market, terms, deep, null)).toMatchObject({ fills: '2', money: '2.32', payout: '10' })
  })
  it('counts from the last price when the best one is far from it, as main does', () => {
    expect(outcomeBound(market, terms, { asks: [level('0.900', '5')], bids: [] }, price('0.500'))).toBe('0.520')
  })
  it('has its bound before a size is typed', () => {
    expect(outcomeBound({ ...market, size: '' }, terms, book, null)).toBe('0.232')
    expect(outcomeBound({ ...limit, price: '0.2105' }, terms, book, null)).toBeNull()
  })
  it.each([
    ['200', '0.3', 2, '666.66'],
    ['0.3', '0.1', 0, '3'],
    ['0', '0.5', 2, '0.00'],
    ['1', '0.333', 2, '3.00'],
    ['1', '0.333', null, '3.00'],
  ] as const)('%s USDH buy at %s, to %s decimals, at most %s shares', (collateral, at, decimals, most) => {
    expect(mostShares(money(collateral), price(at), decimals)).toBe(most)
  })
  it('the maximum is unknown without collateral or price', () => {
    expect(mostShares(null, price('0.5'), 2)).toBeNull()
    expect(mostShares(money('1'), null, 2)).toBeNull()
  })
})

describe('a sale of more shares than are held', () => {
  const sale = { side: 'sell', mode: 'market', price: '', distance: '5', size: '100' } as const
  const message = 'You hold only 60.'

  it('says so beside its size, has no figures of a fill, and is not sent', () => {
    const held = { ...terms, held: '60' as never }
    expect(outcomeIssues(sale, held)).toEqual([{ field: 'size', missing: false, message }])
    expect(outcomeIntentOf(sale, held, price('0.40'))).toBeNull()
    expect(outcomeFigures(sale, held, { bids: [{ px: price('0.42'), sz: '500' as never }], asks: [] }, null)).toBeNull()
    expect(outcomeIssues({ ...sale, size: '60' }, held)).toEqual([])
  })

  it('is not judged while the holding is unknown, and a purchase never is', () => {
    expect(outcomeIssues(sale, { ...terms, held: null })).toEqual([])
    expect(outcomeIssues({ ...sale, side: 'buy' }, { ...terms, held: '0' as never })).toEqual([])
  })
})

describe('the minimum order value', () => {
  const least = { ...terms, minimumValue: '10' as never }
  const small = { side: 'buy', mode: 'limit', price: '0.90', distance: '', size: '99' } as const
  const message =
    'Order value is 9.90 USDH at the lower of price and 1 − price; the minimum is 10 USDH. Increase the size.'

  it('is shown beside the size of a buy order, and nothing is sent below it', () => {
    expect(outcomeIssues(small, least)).toEqual([{ field: 'size', missing: false, message }])
    expect(outcomeIntentOf(small, least, price('0.90'))).toBeNull()
    expect(outcomeIssues({ ...small, size: '100' }, least)).toEqual([])
  })

  it('values a market order at its worst price', () => {
    const market = { ...small, mode: 'market', price: '', distance: '5' } as const
    expect(outcomeIssues(market, least, price('0.90'))).toEqual([{ field: 'size', missing: false, message }])
    expect(outcomeIssues(market, least, null)).toEqual([])
  })

  it('never refuses a sale: held shares may always be offered', () => {
    expect(outcomeIssues({ ...small, side: 'sell' }, least)).toEqual([])
  })
})
