import { describe, expect, it } from 'vitest'
import { readRecords } from '../../../contract/testing/read-csv.ts'
import { csvTotal, seenTotal } from '../../testing/csv-total.ts'
import { copyText, createFilter } from '../../ui/index.ts'
import { positionsSpec } from './columns.tsx'
import { type PositionLine, positionLines } from './position-lines.ts'

const position = (family: string, asset: string, more: object) => ({
  ...{ family, asset, leverage: 10, margin: '50', unrealizedPnl: null, realizedPnl: null, liquidationPx: null },
  ...more,
})
const POSITIONS = [
  position('scalar', 'NYCTMP1', { size: '-12.5000', entryPx: '537.1987', markPx: '538.20' }),
  position('binary', 'BTC5', { size: '3', entryPx: '0.400', markPx: '0.500' }),
  position('outcome', '#10', { size: '1234.5', entryPx: '0.351', markPx: '0.362' }),
]
const NAMES: Record<string, string> = { NYCTMP1: 'NYCTMP1', BTC5: '+BTC', '#10': 'Rain, "heavy"\nbefore noon' }
const familyOf = (asset: string) => ({ family: POSITIONS.find((one) => one.asset === asset)?.family })
const assets = {
  of: (asset: string) => ({
    asset,
    market: NAMES[asset],
    name: asset,
    side: null,
    tickSize: '0.01',
    sizeDecimals: 4,
    ...familyOf(asset),
  }),
}
const NOW = 1_772_630_000_000
const FILLS = {
  fills: [
    { asset: 'NYCTMP1', side: 'sell', size: '2.5', time: NOW - 60_000 },
    { asset: 'NYCTMP1', side: 'sell', size: '10.0000', time: NOW - 75_000 },
    { asset: 'BTC5', side: 'buy', size: '1', time: NOW - 5000 },
  ],
  limit: 100,
}
const linesWith = (held: readonly object[]): readonly PositionLine[] =>
  positionLines({
    ...{
      positions: POSITIONS,
      ended: [],
      assets,
      external: undefined,
      held,
      fills: FILLS,
      sets: { inSets: new Map() },
    },
    distances: { scalar: {}, binary: {}, outcome: {} },
  } as never)
const stop = (size: string) => ({
  ...{ id: 's', kind: 'stop', state: 'armed', source: 'mark', position: 'short', trigger: '540.00', percent: '100' },
  ...{ target: { family: 'scalar', asset: 'NYCTMP1' }, plan: { id: 'p', role: 'stop', size, terms: {} }, until: null },
})
const { columns } = positionsSpec(null, {
  ...{ markOf: () => null, estimateOf: () => null, bookOf: () => null, feeOf: () => null },
  now: () => NOW,
})

describe('positions as CSV', () => {
  it('round-trip exactly in every family: decimals, quotes, commas, line ends and minus signs, and no formula', () => {
    const read = readRecords(copyText(linesWith([stop('12.5')]), columns, 'csv'))
    expect(read.map((one) => [one.Market, one.Size, one.Entry, one.Unrealized])).toEqual([
      ['NYCTMP1', '12.5', '537.1987', '-12.52'],
      ["'+BTC", '3', '0.400', '0.30'],
      ['Rain, "heavy"\nbefore noon', '1234.5', '0.351', '13.58'],
    ])
    expect(read[0]).toMatchObject({ 'P&L at stop': '-35.02' })
  })
  it('include how far the mark moved from the entry, and the opening time where fills show it', () => {
    const lines = linesWith([])
    const read = readRecords(copyText(lines, columns, 'csv'))
    expect(read.map((one) => [one['To mark'], one['To mark (°F)'], one.Age, one.Opened])).toEqual([
      ['-100', '-1.0013', '1 min 15 s', new Date(NOW - 75_000).toISOString()],
      ['10', '', '', ''],
      ['1', '', '', ''],
    ])
    const text = copyText(lines, columns, 'text').split('\n').slice(1)
    expect(text[0]).toMatch(/−\s100 ticks, 1\.00\s°F/)
    expect(text.map((line) => line.split('\t').at(-1))).toEqual(['1 min 15 s', '—', '—'])
  })
  it('have the displayed totals, to the last digit', () => {
    const lines = linesWith([stop('12.5')])
    const [csv, text] = [copyText(lines, columns, 'csv'), copyText(lines, columns, 'text')]
    for (const title of ['Size', 'Value', 'Unrealized', 'P&L at stop']) {
      expect(seenTotal(text, title), title).toBe(csvTotal(csv, title))
    }
    expect(csvTotal(csv, 'Unrealized')).toBe('1.36')
  })
})

it('a filter finds positions that currently have no stop', () => {
  const filter = createFilter(columns)
  const partly = linesWith([stop('10')])
  expect(filter(partly, 'unprotected').map(({ id }) => id)).toEqual(['scalar/NYCTMP1'])
  expect(copyText(partly, columns, 'text')).toContain('2.5 of 12.5 unprotected')
  expect(filter(linesWith([stop('12.5')]), 'unprotected')).toEqual([])
})

it('mention no other clients of an asset that they did not trade, regardless of its name', () => {
  const positions = [position('scalar', 'constructor', { size: '1', entryPx: '540', markPx: null })]
  const [line] = positionLines({
    ...{ positions, ended: [], assets, external: {}, held: [], fills: FILLS, sets: { inSets: new Map() } },
    distances: { scalar: {}, binary: {}, outcome: {} },
  } as never)
  expect(line).toMatchObject({ external: null })
})
