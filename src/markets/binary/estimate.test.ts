import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../contract/account.ts'
import type { Estimate } from '../../../contract/action.ts'
import { contractsAtWorst } from '../../../contract/binary.ts'
import { binaryResults } from '../../../contract/books/index.ts'
import { add, compare, type Decimal, fromUnits, type Money, multiply, price, size } from '../../../contract/decimal.ts'
import type { BinaryPredictIntent } from '../../../contract/intent.ts'
import { type EstimateFacts, type EstimateFigures, type EstimateSource, gain } from '../estimate.ts'
import { binaryEstimate } from './estimate.ts'

const intent = (change: Partial<BinaryPredictIntent> = {}): BinaryPredictIntent => ({
  kind: 'binary_predict',
  asset: 'GBETA',
  direction: 'UP',
  amount: '30' as Money,
  protection: { kind: 'worst', price: price('0.300') },
  ...change,
})
const facts: EstimateFacts = {
  tickSize: price('0.001'),
  sizeDecimals: 2,
  maxLeverage: 2,
  leverage: 2,
  ticker: { mark: price('0.25'), bid: price('0.248'), ask: price('0.250') },
  fees: { makerBps: '1' as Decimal, takerBps: '4.5' as Decimal },
  shareFees: { buy: null, sell: null, settled: null },
  position: null,
  available: null,
  unit: 'mark',
}
const book: EstimateSource = {
  kind: 'book',
  book: {
    bids: [{ px: price('0.248'), sz: size('1000') }],
    asks: [{ px: price('0.250'), sz: size('1000') }],
  },
}
const service = (change: Partial<Estimate> = {}): EstimateSource => ({
  kind: 'service',
  estimate: {
    id: '1',
    average: price('0.2504'),
    worst: price('0.251'),
    limit: price('0.3'),
    targetMark: null,
    contracts: size('381.67'),
    validUntil: null,
    ...change,
  },
})
const gainText = (value: Money): string => gain(value).main.replaceAll('\u00a0', ' ')
const mains = (figures: EstimateFigures) =>
  Object.fromEntries(Object.entries(figures).map(([row, figure]) => [row, figure.main.replaceAll('\u00a0', ' ')]))
const position = (of: Partial<Position>): Position => ({
  family: 'binary',
  asset: 'GBETA',
  size: size('100'),
  entryPx: price('0.2'),
  markPx: null,
  leverage: 2,
  margin: '10' as Money,
  unrealizedPnl: null,
  realizedPnl: null,
  liquidationPx: null,
  ...of,
})

describe('the estimate of a binary prediction', () => {
  it('by the service has margin, fee, liquidation price, and the result if right, wrong or liquidated', () => {
    const figures = binaryEstimate.figures(intent(), service(), facts)
    expect(mains(figures)).toEqual({
      size: '381.67',
      cost: '95.58',
      margin: '47.79',
      fee: '0.05',
      liquidation: '0.138',
      average: '0.2504',
      worst: '0.251',
      limit: '0.300',
      won: '+ 286.06',
      lost: '− 47.83',
      liquidated: '− 42.94',
    })
    expect(figures.limit?.title).toBe('5 ¢ worse than the ask')
    const row = binaryEstimate.rows({ leverage: 2, target: null, sideName: '', isSale: false, rests: false }).at(-1)
    expect(row?.title).toMatch(
      /If the price reaches liquidation first, the position is closed there, even if the prediction turns out right\./,
    )
  })
  it('by the live book has the same rows before the service is asked', () => {
    const own = mains(binaryEstimate.figures(intent(), book, facts))
    expect(own).toMatchObject({ size: '100', cost: '25.00', margin: '12.50', average: '0.250', liquidation: '0.138' })
    expect(Object.keys(own)).toEqual(Object.keys(mains(binaryEstimate.figures(intent(), service(), facts))))
  })
  it('of DOWN is in prices of DOWN, with the signed prices of UP beside them', () => {
    const down = intent({ direction: 'DOWN', protection: { kind: 'worst', price: price('0.200') } })
    const figures = binaryEstimate.figures(down, book, facts)
    expect(figures.average).toMatchObject({ main: '0.752', note: 'UP 0.248' })
    expect(figures.limit).toMatchObject({ main: '0.800', note: 'UP 0.2', title: '4.8 ¢ worse than the bid' })
    expect(figures.size?.main).toBe('37.5')
    expect(figures.liquidation).toMatchObject({ main: '0.414', note: 'UP 0.586' })
  })
  it('loses no more than the posted half and the fee if wrong, as the position then shows', () => {
    const free = { ...facts, fees: null }
    for (const direction of ['UP', 'DOWN'] as const) {
      const worst = price(direction === 'UP' ? '0.300' : '0.200')
      const figures = binaryEstimate.figures(
        intent({ direction, protection: { kind: 'worst', price: worst } }),
        book,
        free,
      )
      const contracts = figures.size?.main ?? ''
      const opened = position({
        size: size(direction === 'UP' ? contracts : `-${contracts}`),
        entryPx: price(direction === 'UP' ? '0.250' : '0.248'),
      })
      const { won, lost } = binaryResults(opened)
      expect(mains(figures)).toMatchObject({ won: gainText(won), lost: gainText(lost) })
      expect(mains(figures).lost).toBe(`− ${mains(figures).margin}`)
    }
  })
  it('includes the existing position on the same side in the liquidation price', () => {
    // 100 at 0.2 with 10 borrowed, and 100 at 0.25 with 12.5 borrowed: 1.1 × 22.5 / 200, on the next tick.
    const held = { ...facts, position: position({}) }
    expect(binaryEstimate.figures(intent(), book, held).liquidation?.main).toBe('0.124')
  })
  it('shows how much of the other side it closes, and no liquidation where nothing remains', () => {
    const held = { ...facts, position: position({ size: size('-150') }) }
    const figures = binaryEstimate.figures(intent(), book, held)
    expect(figures.margin?.main).toBe('none (closes)')
    expect([figures.liquidation, figures.liquidated, figures.won, figures.lost]).toEqual(Array(4).fill(undefined))
    const more = binaryEstimate.figures(intent(), book, { ...facts, position: position({ size: size('-40') }) })
    expect(more.size?.note).toBe('closes 40 DOWN')
    expect(more.margin?.main).toBe('7.50')
    // Of the 60 contracts opened at 0.25; the fee is charged on all 100.
    expect(mains(more)).toMatchObject({ won: '+ 44.99', lost: '− 7.51' })
  })
  it('is for contracts that never cost more than the amount at the worst price, while one more lot would', () => {
    const typed = fc.record({
      direction: fc.constantFrom('UP', 'DOWN'),
      worst: fc.integer({ min: 1, max: 999 }),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      places: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(typed, ({ direction, worst, cents, places }) => {
        const amount = fromUnits(BigInt(cents), 2) as Decimal as Money
        const contracts = contractsAtWorst({ direction, amount, worst: price(fromUnits(BigInt(worst), 3)) }, places)
        const own = fromUnits(BigInt(direction === 'UP' ? worst : 1000 - worst), 3) as Decimal
        const lot = fromUnits(1n, places) as Decimal
        expect(compare(multiply<Decimal, Decimal>(contracts ?? ('-1' as Decimal), own), amount)).toBeLessThanOrEqual(0)
        expect(compare(multiply<Decimal, Decimal>(add<Decimal>(contracts ?? lot, lot), own), amount)).toBe(1)
      }),
    )
  })
  it('shows only the limit when the service does not report the number of contracts', () => {
    expect(mains(binaryEstimate.figures(intent(), service({ contracts: null }), facts))).toEqual({ limit: '0.300' })
  })
  it('states the side, size and price that confirming signs', () => {
    const textOf = (change: Partial<BinaryPredictIntent>, estimate: Partial<Estimate>) => {
      const reported = service(estimate)
      if (reported.kind !== 'service') throw new Error('no estimate')
      return binaryEstimate.confirmText(intent(change), reported.estimate, facts)
    }
    expect(textOf({}, {})).toBe('buy 381.67 UP at most 0.300')
    expect(textOf({ direction: 'DOWN' }, { limit: price('0.2'), contracts: size('40') })).toBe(
      'buy 40 DOWN at most 0.800',
    )
    expect(textOf({}, { contracts: null, limit: null })).toBe('buy UP for 30 USDC, max price 0.300')
  })
})
