import { describe, expect, it } from 'vitest'
import { type Decimal, price } from '../../../contract/decimal.ts'
import { marketPrices, slippageOf } from './market-order.ts'

const ticker = { mark: price('571.00'), bid: price('570.90'), ask: price('571.10') }
const half = '0.5' as Decimal
const market = { tickSize: price('0.01') }

describe('a market order', () => {
  it('buys at the ask and sells at the bid, no worse than the slippage, on the tick', () => {
    expect(marketPrices(ticker, half, market)).toEqual({ buy: '573.95', sell: '568.05' })
  })

  it('counts from the mark while a side is empty, and from nothing when there is nothing', () => {
    expect(marketPrices({ ...ticker, ask: null, bid: null }, half, market)).toEqual({ buy: '573.85', sell: '568.15' })
    expect(marketPrices({ mark: null, ask: null, bid: null }, half, market)).toEqual({ buy: null, sell: null })
    expect(marketPrices(null, half, market)).toEqual({ buy: null, sell: null })
  })

  it('has a slippage above 0 and at most 20 %', () => {
    expect(slippageOf('0.5')).toEqual({ percent: '0.5' })
    expect(slippageOf('20')).toEqual({ percent: '20' })
    for (const [text, words] of [
      ['', /missing/],
      ['x', /not a number/],
      ['0', /greater than 0/],
      ['-1', /greater than 0/],
      ['20.01', /at most 20/],
    ] as const) {
      expect(slippageOf(text)).toHaveProperty('issue', expect.stringMatching(words))
    }
  })
})
