import { describe, expect, it } from 'vitest'
import { type Fahrenheit, fahrenheit, price, type Size, size } from '../../../contract/decimal.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { millis } from '../../../contract/time.ts'
import type { Claim, Hour, HourMarket } from '../../relative-value/index.ts'
import type { BookSides } from '../../trade-forms/index.ts'
import { claimText, contradictions, hourRows, legOf } from './hour-rows.ts'

const above = (low: string): Claim => ({ low: fahrenheit(low), lowIn: false, high: null, highIn: false })
const upTo = (high: string, highIn = true): Claim => ({ low: null, lowIn: false, high: fahrenheit(high), highIn })
const ref = (outcomeId: number, side: number) => ({ family: 'outcome', outcomeId, side }) as const
const outcome = (id: number, degrees: string): HourMarket => ({
  key: `outcome/${id}`,
  family: 'outcome',
  name: `Above ${degrees} °F`,
  sides: [
    { name: 'Yes', ref: ref(id, 0), asset: `#${id}0`, isMirrored: false, claim: above(degrees) },
    { name: 'No', ref: ref(id, 1), asset: `#${id}1`, isMirrored: false, claim: upTo(degrees) },
  ],
  measure: 'reading',
  apart: null,
  tick: price('0.001'),
  sizeDecimals: 2,
})
const BINARY: HourMarket = {
  ...outcome(1, '54'),
  key: 'binary/GBETA',
  family: 'binary',
  name: 'GBETA',
  sides: [
    {
      name: 'UP',
      ref: { family: 'binary', asset: 'active' },
      asset: 'GBETA',
      isMirrored: false,
      claim: above('54.105'),
    },
    {
      name: 'DOWN',
      ref: { family: 'binary', asset: 'active' },
      asset: 'GBETA',
      isMirrored: true,
      claim: upTo('54.105', false),
    },
  ],
  measure: 'average',
}
const hour = (...markets: HourMarket[]): Hour => ({
  end: millis(1000),
  twapWindow: 120_000,
  scalar: { asset: 'NYCTMP1', ref: LIVE },
  markets,
})
const level = (px: string, sz: string) => ({ px: price(px), sz: size(sz) })
const BOOKS: { readonly [asset: string]: BookSides } = {
  NYCTMP1: { bids: [level('554.10', '5')], asks: [level('554.15', '7')] },
  GBETA: { bids: [level('0.600', '10')], asks: [level('0.620', '20')] },
  '#10': { bids: [level('0.500', '1')], asks: [level('0.520', '2')] },
  '#20': { bids: [level('0.530', '3')], asks: [level('0.550', '4')] },
}
const book = (asset: string): BookSides | null => BOOKS[asset] ?? null

describe('rows of the hour', () => {
  it('have each contract in its own prices, DOWN as 1 − UP, and none without a book', () => {
    const rows = hourRows(hour(BINARY, outcome(1, '54')), book)
    expect(rows.map(({ name, claim, bid, ask }) => [name, claim, bid?.px, bid?.sz, ask?.px, ask?.sz])).toEqual([
      ['NYCTMP1', null, '554.10', '5', '554.15', '7'],
      ['UP', 'above 54.105 °F', '0.600', '10', '0.620', '20'],
      ['DOWN', 'below 54.105 °F', '0.38', '20', '0.4', '10'],
      ['Yes', 'above 54 °F', '0.500', '1', '0.520', '2'],
      ['No', '54 °F or below', undefined, undefined, undefined, undefined],
    ])
    expect(rows.at(-1)?.leg).toBeNull()
  })

  it('fill the ticket in its terms: DOWN as a sale of UP at the bid that it hits', () => {
    const [up, down] = hourRows(hour(BINARY), book).slice(1)
    expect(up?.leg).toMatchObject({ asset: 'GBETA', side: 'buy', price: '0.620', size: null })
    expect(down?.leg).toMatchObject({ asset: 'GBETA', side: 'sell', price: '0.600' })
  })

  it('never fill in a price worse for the trader than the displayed one, nor one off the tick', () => {
    const [up, down] = BINARY.sides
    if (up === undefined || down === undefined) throw new Error('a side is missing')
    expect(legOf(BINARY, up, price('0.6204'), '3' as Size)).toMatchObject({ price: '0.620', size: '3' })
    // At most 0.3804 for DOWN is at least 0.6196 of UP: 0.620, for which DOWN costs 0.380.
    expect(legOf(BINARY, down, price('0.3804'), null).price).toBe('0.620')
  })

  it('describe the claim of a contract', () => {
    const range: Claim = { low: '-1.5' as Fahrenheit, lowIn: true, high: '2' as Fahrenheit, highIn: false }
    expect([above('54.1'), upTo('54'), upTo('54', false), range].map(claimText)).toEqual([
      'above 54.1 °F',
      '54 °F or below',
      'below 54 °F',
      '−1.5 to 2 °F',
    ])
  })
})

describe('contradicting thresholds', () => {
  it('are reported, judged only by fresh books of readings', () => {
    const both = hour(outcome(1, '54'), outcome(2, '55'))
    expect(contradictions(both, book)).toEqual([
      'above 55 °F is bid at 0.530 while above 54 °F is offered at 0.520, although the first implies the second.',
    ])
    expect(contradictions(both, (asset) => (asset === '#20' ? null : book(asset)))).toEqual([])
    expect(contradictions(hour(outcome(1, '55'), outcome(2, '54')), book)).toEqual([])
  })
})
