import { describe, expect, it } from 'vitest'
import { price, size } from '../../../contract/decimal.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import type { EstimateFacts, EstimateFigures, EstimateSource } from '../estimate.ts'
import { outcomeEstimate } from './estimate.ts'

const facts: EstimateFacts = {
  tickSize: price('0.001'),
  sizeDecimals: 2,
  maxLeverage: 1,
  leverage: 1,
  ticker: { mark: price('0.4'), bid: price('0.390'), ask: price('0.400') },
  fees: null,
  shareFees: { buy: null, sell: null, settled: null },
  position: null,
  available: null,
  unit: 'mark',
}
const book: EstimateSource = {
  kind: 'book',
  book: {
    bids: [{ px: price('0.390'), sz: size('50') }],
    asks: [
      { px: price('0.400'), sz: size('30') },
      { px: price('0.410'), sz: size('10') },
    ],
  },
}
const limit = (change: Partial<OutcomeOrderIntent> = {}): OutcomeOrderIntent => ({
  kind: 'outcome_order',
  asset: '#230',
  side: 'buy',
  size: size('60'),
  mode: { kind: 'limit', price: price('0.410') },
  ...change,
})
const market = (change: Partial<OutcomeOrderIntent> = {}) =>
  limit({ mode: { kind: 'market', protection: { kind: 'worst', price: price('0.42') } }, ...change })
const mains = (figures: EstimateFigures) =>
  Object.fromEntries(Object.entries(figures).map(([row, figure]) => [row, figure.main.replaceAll('\u00a0', ' ')]))

describe('the estimate of an order for shares', () => {
  it('of a limit buy has its fill, its resting part, the cost, and the result either way', () => {
    const figures = outcomeEstimate.figures(limit(), book, facts)
    expect(mains(figures)).toEqual({
      size: '40',
      rest: '20',
      cost: '24.30',
      average: '0.4025',
      worst: '0.410',
      limit: '0.410',
      won: '+ 35.70',
      lost: '− 24.30',
    })
    expect(figures.won?.note).toBe('pays 60.00')
    expect(figures.cost?.note).toBe('at most 24.60')
    expect(figures.limit?.title).toBe('1 ¢ worse than the ask')
  })
  it('of a market order counts only the fill', () => {
    expect(mains(outcomeEstimate.figures(market(), book, facts))).toMatchObject({
      size: '40',
      rest: '20',
      cost: '16.10',
      won: '+ 23.90',
      lost: '− 16.10',
    })
  })
  it('of a sale has its minimum proceeds and the payout it gives up', () => {
    const sale = limit({ side: 'sell', size: size('20'), mode: { kind: 'limit', price: price('0.380') } })
    const figures = outcomeEstimate.figures(sale, book, facts)
    expect(mains(figures)).toMatchObject({ size: '20', cost: '7.80', won: '− 12.20', lost: '+ 7.80' })
    expect(figures.cost?.note).toBe('at least 7.60')
    expect(figures.won?.note).toBe('forgoes 20.00')
  })
  it('promises nothing for a market order into an empty book', () => {
    const nobody: EstimateSource = { kind: 'book', book: { bids: [], asks: [] } }
    expect(mains(outcomeEstimate.figures(market(), nobody, facts))).toEqual({
      size: '0',
      rest: '60',
      cost: '0.00',
      limit: '0.420',
    })
  })
})

describe('the fees of shares', () => {
  const charged = { ...facts, shareFees: { buy: '0', sell: '7', settled: '7' } as never }

  it('of a purchase are those of the last one, and the result if right is after the settlement fee', () => {
    const figures = outcomeEstimate.figures(limit(), book, charged)
    expect(mains(figures)).toMatchObject({ fee: '0.00', won: '+ 35.66', lost: '− 24.30' })
    expect(figures.fee?.note).toBe('0.05 at settlement')
  })
  it('of a sale are included in its result', () => {
    const figures = outcomeEstimate.figures(
      limit({ side: 'sell', mode: { kind: 'limit', price: price('0.390') } }),
      book,
      charged,
    )
    expect(mains(figures)).toMatchObject({ fee: '0.02', lost: '+ 23.38', won: '− 36.57' })
  })
  it('are not shown before the first trade', () => {
    expect(outcomeEstimate.figures(limit(), book, facts).fee).toBeUndefined()
  })
})
