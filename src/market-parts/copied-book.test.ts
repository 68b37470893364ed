import { expect, it } from 'vitest'
import { price, size } from '../../contract/decimal.ts'
import type { Instrument } from '../../contract/instrument.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { createFormat } from '../format/index.ts'
import { axisOf, type PriceView } from '../markets/family/index.ts'
import { copyText } from '../ui/index.ts'
import { copiedColumns, copiedLevels } from './copy-book.ts'

const MARKET = { family: 'binary', title: 'GBETA', key: 'binary/GBETA', tick: price('0.001') } as unknown as Instrument
const axis = axisOf(MARKET, createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' }))
const row = (px: string, sz: string, total: string, own = false): BookRow => ({
  px: price(px),
  sz: size(sz),
  total: size(total),
  depth: 0,
  own,
})
const BOOK = {
  bids: [row('0.560', '1200.5000', '1200.5000', true), row('0.559', '0.0001', '1200.5001')],
  asks: [row('0.570', '5', '5'), row('0.580', '7', '12')],
  time: Date.UTC(2026, 2, 4, 13, 10, 5),
} as unknown as BookView
const lines = (view: PriceView, format: 'text' | 'csv'): readonly string[] =>
  copyText(copiedLevels(BOOK, view), copiedColumns(MARKET, BOOK, view, format), format)
    .replaceAll('\u00a0', ' ')
    .split(format === 'csv' ? '\r\n' : '\n')

it('a book is copied as CSV from the highest price down, exact, with its market and its time in every line', () => {
  expect(lines(axis.view({ unit: 'percent' }), 'csv')).toEqual([
    'Market,Market key,Time,Side,Price,Contracts,Total,Your order',
    ...['Ask,0.580,7,12,', 'Ask,0.570,5,5,', 'Bid,0.560,1200.5000,1200.5000,yes', 'Bid,0.559,0.0001,1200.5001,'].map(
      (line) => `GBETA,binary/GBETA,2026-03-04T13:10:05.000Z,${line}`,
    ),
    '',
  ])
})

it('a book is copied as text as shown on screen, in the chosen unit and from the chosen side', () => {
  const view = axis.view({ unit: 'percent', side: 'down' })
  expect(lines(view, 'text')).toEqual([
    'Side\tPrice\tContracts\tTotal\tYour order',
    'Ask\t44.1 %\t0.0001\t1,200.5001\t',
    'Ask\t44.0 %\t1,200.5000\t1,200.5000\tyes',
    'Bid\t43.0 %\t5\t5\t',
    'Bid\t42.0 %\t7\t12\t',
  ])
  expect(lines(view, 'csv')).toContain('GBETA,binary/GBETA,2026-03-04T13:10:05.000Z,Ask,0.440,1200.5000,1200.5000,yes')
})
