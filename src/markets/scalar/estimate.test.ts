import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../../contract/action.ts'
import { type Decimal, fahrenheit, price, size } from '../../../contract/decimal.ts'
import type { PredictIntent } from '../../../contract/intent.ts'
import type { EstimateFacts, EstimateFigures, EstimateSource } from '../estimate.ts'
import { scalarEstimate } from './estimate.ts'

const intent = (change: Partial<PredictIntent> = {}): PredictIntent => ({
  kind: 'predict',
  asset: 'NYCTMP1',
  targetF: fahrenheit('54'),
  size: size('40'),
  direction: 'long',
  protection: { kind: 'worst', price: price('553.20') },
  ...change,
})
const facts: EstimateFacts = {
  tickSize: price('0.01'),
  sizeDecimals: 4,
  maxLeverage: 10,
  leverage: 10,
  ticker: { mark: price('553.00'), bid: price('553.08'), ask: price('553.10') },
  fees: { makerBps: '1' as Decimal, takerBps: '4.5' as Decimal },
  shareFees: { buy: null, sell: null, settled: null },
  position: null,
  available: null,
  unit: 'mark',
}
const book: EstimateSource = {
  kind: 'book',
  book: {
    bids: [{ px: price('553.08'), sz: size('100') }],
    asks: [
      { px: price('553.10'), sz: size('30') },
      { px: price('553.14'), sz: size('30') },
    ],
  },
}
const service = (change: Partial<Estimate> = {}): EstimateSource => ({
  kind: 'service',
  estimate: {
    id: '1',
    average: price('553.1100'),
    worst: price('553.14'),
    limit: price('553.19'),
    targetMark: price('554'),
    contracts: null,
    validUntil: null,
    ...change,
  },
})
const mains = (figures: EstimateFigures) =>
  Object.fromEntries(Object.entries(figures).map(([row, figure]) => [row, figure.main.replaceAll('\u00a0', ' ')]))

describe('the estimate of a prediction', () => {
  it('by the live book has cost, margin, fee, liquidation price, prices, and the result at the target', () => {
    const figures = scalarEstimate.figures(intent(), book, facts)
    expect(mains(figures)).toEqual({
      size: '40',
      cost: '22,124.40',
      margin: '2,212.80',
      fee: '9.96',
      liquidation: '524.00',
      average: '553.1100',
      worst: '553.14',
      limit: '553.20',
      won: '+ 25.64',
    })
    expect(figures.limit).toMatchObject({
      note: '0.10 °F worse',
      title: '553.20, 53.20\u00a0°F: 0.10 °F worse than the ask',
    })
    expect(figures.won?.tone).toBe('gain')
  })
  it('by the service fills the same rows, some with different values', () => {
    const own = mains(scalarEstimate.figures(intent(), book, facts))
    const reported = mains(scalarEstimate.figures(intent(), service(), facts))
    expect(Object.keys(reported)).toEqual(Object.keys(own))
    expect(reported.limit).toBe('553.19')
    expect(Object.keys(reported).filter((row) => reported[row] !== own[row])).toEqual(['margin', 'limit'])
  })
  it('shows the loss at a target on the other side', () => {
    const at40 = scalarEstimate.figures(intent({ targetF: fahrenheit('40') }), book, facts)
    expect(at40.won?.tone).toBe('loss')
    expect(mains(at40).won).toBe('− 534.36')
  })
  it('fills in part where the book does not reach, and shows the requested size', () => {
    const figures = scalarEstimate.figures(intent({ size: size('100') }), book, facts)
    expect(figures.size).toMatchObject({ main: '60', note: 'of 100', title: expect.stringContaining('60 of 100') })
    expect(mains(figures).cost).toBe('33,187.20')
  })
  it('fills nothing, and then has no result', () => {
    expect(mains(scalarEstimate.figures(intent(), service({ average: null, worst: null }), facts))).toMatchObject({
      size: '0',
      cost: '0.00',
    })
    expect(scalarEstimate.figures(intent(), service({ average: null, worst: null }), facts).won).toBeUndefined()
  })
  it('is in °F when that is the unit, with the mark beside it', () => {
    const figures = scalarEstimate.figures(intent(), book, { ...facts, unit: 'f' })
    expect(figures.worst).toMatchObject({ main: '53.14 °F', note: '553.14' })
    expect(figures.limit).toMatchObject({ main: '53.20 °F', note: '0.10 °F worse' })
  })
  it('states the side, size and price that confirming signs', () => {
    const textOf = (change: Partial<PredictIntent>, estimate: Partial<Estimate>, unit: 'mark' | 'f' = 'mark') => {
      const reported = service(estimate)
      if (reported.kind !== 'service') throw new Error('no estimate')
      return scalarEstimate.confirmText(intent(change), reported.estimate, { ...facts, unit })
    }
    expect(textOf({}, {})).toBe('buy 40 at most 553.19')
    expect(textOf({ direction: 'short' }, { limit: price('552.9') })).toBe('sell 40 at least 552.90')
    expect(textOf({}, { limit: null })).toBe('buy 40 at most 553.20')
    expect(textOf({}, {}, 'f')).toBe('buy 40 at most 53.19 °F')
  })
  it('names the target and the leverage in its rows', () => {
    const terms = { leverage: 5, target: fahrenheit('54'), sideName: '', isSale: false, rests: false }
    const names = scalarEstimate.rows(terms).map(({ name }) => name)
    expect(names).toContain('Margin at 5×')
    expect(names.at(-1)).toBe('At 54\u00a0°F')
  })
})
