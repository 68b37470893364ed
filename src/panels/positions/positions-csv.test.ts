import { describe, expect, it } from 'vitest'
import { readRecords } from '../../../contract/testing/read-csv.ts'
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
const assets = {
  of: (asset: string) => ({ asset, market: NAMES[asset], name: asset, side: null, tickSize: '0.01', sizeDecimals: 4 }),
}
const linesWith = (held: readonly object[]): readonly PositionLine[] =>
  positionLines({
    ...{ positions: POSITIONS, ended: [], assets, foreign: undefined, held },
    distances: { scalar: {}, probability: {}, outcome: {} },
  } as never)
const stop = (size: string) => ({
  ...{ id: 's', kind: 'stop', state: 'armed', source: 'mark', position: 'short', trigger: '540.00', percent: '100' },
  ...{ target: { family: 'scalar', asset: 'NYCTMP1' }, plan: { id: 'p', role: 'stop', size, terms: {} }, until: null },
})
const { columns } = positionsSpec(null, { markOf: () => null, estimateOf: () => null })

describe('positions as CSV', () => {
  it('come back exactly in every family: decimals, quotes, commas, line ends and minus signs, and no formula', () => {
    const read = readRecords(copyText(linesWith([stop('12.5')]), columns, 'csv'))
    expect(read.map((one) => [one.Market, one.Size, one.Entry, one.Unrealised])).toEqual([
      ['NYCTMP1', '12.5', '537.1987', '-12.52'],
      ["'+BTC", '3', '0.400', '0.30'],
      ['Rain, "heavy"\nbefore noon', '1234.5', '0.351', '13.58'],
    ])
    expect(read[0]).toMatchObject({ 'At stop': '-35.02' })
  })
})

it('a filter finds what no stop covers as it is now', () => {
  const filter = createFilter(columns)
  const partly = linesWith([stop('10')])
  expect(filter(partly, 'unprotected').map(({ id }) => id)).toEqual(['scalar/NYCTMP1'])
  expect(copyText(partly, columns, 'text')).toContain('2.5 of 12.5 unprotected')
  expect(filter(linesWith([stop('12.5')]), 'unprotected')).toEqual([])
})
