import { describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { readRecords } from '../../contract/testing/read-csv.ts'
import { csvTotal } from '../testing/csv-total.ts'
import { fillsCsv } from './fills-csv.ts'

const fill = (more: object): Fill =>
  ({
    ...{ tid: '14', oid: '1089', asset: 'NYCTMP1', side: 'buy', price: '576.05', size: '1.5000', fee: '0.388834' },
    ...{ liquidity: 'taker', realizedPnl: '0.000000', time: 1_782_907_830_000 },
    ...more,
  }) as unknown as Fill
const assets = {
  of: (asset: string) => ({
    name: asset === '#10' ? '=Rain, "heavy"' : asset,
    family: asset === '#10' ? 'outcome' : 'scalar',
  }),
} as never

describe('traders B7: own fills as CSV', () => {
  it('come back with the same totals of size, fee and result, to the last digit', () => {
    const csv = fillsCsv(
      [
        fill({ size: '0.10000001', fee: '0.000001', realizedPnl: '-12.400000000000000001' }),
        fill({ tid: '15', fee: '-0.388835', realizedPnl: '99999999999999999.3' }),
        fill({ tid: '16', fee: null, realizedPnl: null, oid: null, liquidity: null }),
      ],
      assets,
    )
    expect(csvTotal(csv, 'Size')).toBe('3.10000001')
    expect(csvTotal(csv, 'Fee')).toBe('-0.388834')
    expect(csvTotal(csv, 'Realised')).toBe('99999999999999986.899999999999999999')
    expect(readRecords(csv)[2]).toMatchObject({ Fee: '', Realised: '', Order: '', Liquidity: '' })
  })
  it('name each market with its key and its money, and no name is carried out', () => {
    const [read] = readRecords(fillsCsv([fill({ asset: '#10', side: 'sell' })], assets))
    expect(read).toMatchObject({
      Time: '2026-07-01T12:10:30.000Z',
      Market: '\'=Rain, "heavy"',
      Asset: '#10',
      Side: 'sell',
      Money: 'USDH',
      Trade: '14',
      Order: '1089',
    })
  })
})
