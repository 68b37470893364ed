import { describe, expect, it } from 'vitest'
import { type Decimal, price } from '../../../contract/decimal.ts'
import { marketPrices } from './market-order.ts'

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
})
