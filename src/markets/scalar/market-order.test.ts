import { describe, expect, it } from 'vitest'
import { price } from '../../../contract/decimal.ts'
import { marketPrices } from './ladder.ts'

const ticker = { mark: price('571.00'), bid: price('570.90'), ask: price('571.10') }
const tenth = price('0.10')
const market = { tickSize: price('0.01') }

describe('a market order', () => {
  it('buys at the ask and sells at the bid: no worse than the distance in °F, on the tick', () => {
    expect(marketPrices(ticker, tenth, market)).toEqual({ buy: '571.20', sell: '570.80' })
  })

  it('counts from the mark while a side is empty, and has no price without either', () => {
    expect(marketPrices({ ...ticker, ask: null, bid: null }, tenth, market)).toEqual({ buy: '571.10', sell: '570.90' })
    expect(marketPrices({ mark: null, ask: null, bid: null }, tenth, market)).toEqual({ buy: null, sell: null })
    expect(marketPrices(null, tenth, market)).toEqual({ buy: null, sell: null })
  })
})
