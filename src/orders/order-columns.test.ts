import { describe, expect, it } from 'vitest'
import { readRecords } from '../../contract/testing/read-csv.ts'
import { copyText } from '../ui/index.ts'
import type { OrderLine } from './order-cells.tsx'
import { ordersSpec } from './orders-table.tsx'

const NOW = Date.UTC(2026, 2, 4, 13, 10, 0)
const marks: Record<string, string> = { NYCTMP1: '571.78', BTC5: '0.62', '#10': '0.362' }
const { columns } = ordersSpec({ markOf: (asset) => (marks[asset] ?? null) as never, now: () => NOW }, false)

const line = (family: string, asset: string, market: string, order: object, tickSize = '0.01'): OrderLine =>
  ({
    order: {
      oid: '1',
      asset,
      time: NOW - 75_000,
      filled: '0.0000',
      tif: 'GTC',
      reduceOnly: false,
      status: 'resting',
      ...order,
    },
    spec: { asset, family, name: market, market, side: null, tickSize, sizeDecimals: 4 },
    state: { cancelling: false },
    moving: { open: new Map() },
    external: false,
  }) as unknown as OrderLine

const rows = [
  line('scalar', 'NYCTMP1', 'NYCTMP1', { side: 'buy', price: '571.62', size: '0.10000001', filled: '0.0300' }),
  line('binary', 'BTC5', '=HYPERLINK("x")', { side: 'sell', price: '0.70', size: '3' }),
  line('outcome', '#10', 'Rain, "heavy"\r\nbefore noon', { side: 'sell', price: '0.350', size: '1234.5' }, '0.001'),
]

describe('open orders as CSV', () => {
  it('round-trip exactly in every family: decimals, quotes, commas, line ends and minus signs, and no formula', () => {
    const read = readRecords(copyText(rows, columns, 'csv'))
    expect(read.map((one) => [one.Market, one.Price, one.Size, one.Filled])).toEqual([
      ['NYCTMP1', '571.62', '0.10000001', '0.0300'],
      ['\'=HYPERLINK("x")', '0.70', '3', '0.0000'],
      ['Rain, "heavy"\r\nbefore noon', '0.350', '1234.5', '0.0000'],
    ])
    expect(read.map((one) => [one['To mark'], one['To mark (°F)']])).toEqual([
      ['16', '0.16'],
      ['8', ''],
      ['-12', ''],
    ])
    expect(read[0]?.Time).toBe('2026-03-04T13:08:45.000Z')
  })
  it('include their age, also as text', () => {
    expect(readRecords(copyText(rows, columns, 'csv'))[0]?.Age).toBe('1 min 15 s')
    expect(copyText(rows.slice(0, 1), columns, 'text').split('\t')).toContain('1 min 15 s')
  })
  it('start with the oldest when sorted by age', () => {
    const age = columns.find(({ id }) => id === 'age')
    if (age?.sort?.by !== 'count') throw new Error('no order by age')
    const [young, old] = [rows[0] as OrderLine, line('scalar', 'NYCTMP1', 'N', { time: NOW - 90_000 })]
    expect(age.sort.of(old) ?? 0).toBeGreaterThan(age.sort.of(young) ?? 0)
  })
})
