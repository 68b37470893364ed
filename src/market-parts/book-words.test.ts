import { describe, expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { createFormat } from '../format/index.ts'
import { axisOf } from '../markets/family/index.ts'
import { bookTable, bookWords } from './book-words.ts'

const format = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })
const axis = axisOf({ family: 'binary', tick: price('0.001') } as Instrument, format)
const row = (px: string, sz: string, own = false): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(sz),
  depth: 0,
  own,
})
const BOOK = {
  bids: [row('0.560', '1200', true)],
  asks: [row('0.570', '5'), row('0.580', '7')],
  spread: price('0.010'),
  mid: price('0.565'),
  time: Date.UTC(2026, 2, 4, 13, 10, 5),
} as unknown as BookView
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('a book in words', () => {
  it('is its best prices with their sizes, and the spread', () => {
    expect(plain(bookWords('GBETA', BOOK, axis.view({ unit: 'percent' })))).toBe(
      'GBETA: best bid 56.0 %, contracts 1,200; best ask 57.0 %, contracts 5; spread 1.0 %.',
    )
  })
  it('is told from the chosen side, and says which side is empty', () => {
    expect(bookWords('GBETA', { ...BOOK, bids: [], spread: null }, axis.view({ side: 'down' }))).toBe(
      'GBETA: best bid 0.430, contracts 5; Nobody offers DOWN now.',
    )
    expect(bookWords('GBETA', undefined, axis.view())).toBe('GBETA: no order book yet.')
  })
  it('is a table from the highest price down, as of when', () => {
    const table = bookTable('GBETA', BOOK, axis.view())
    expect(table.caption).toBe('Order book of GBETA at 13:10:05 UTC')
    expect(table.rows).toEqual([
      ['Ask', '0.580', '7', '7', ''],
      ['Ask', '0.570', '5', '5', ''],
      ['Bid', '0.560', '1,200', '1,200', 'yes'],
    ])
  })
})
