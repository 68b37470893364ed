import { describe, expect, it } from 'vitest'
import type { Ending } from '../../contract/ending.ts'
import { settlementRows } from './settlements.ts'
import { fillAt } from './testing/kept-past.ts'

const HOUR = 3_600_000
const ending = (at: number, more: object = {}): Ending =>
  ({
    ...{ id: `NYCTMP1/${at}`, family: 'scalar', asset: 'NYCTMP1', name: 'NYCTMP1', kind: 'settled', size: '1' },
    ...{ entryPx: '570', price: '571', result: '1', fee: null, at, isCertain: true },
    ...more,
  }) as unknown as Ending
const settled = (time: number, more: object = {}) => fillAt(time, { oid: 'settlement', side: 'sell', ...more })
const rows = (fills: Parameters<typeof settlementRows>[0], endings: readonly Ending[]) =>
  settlementRows(fills, endings, new Map())

describe('settlements', () => {
  it('show once what a fill and an end both tell: the service’s figures, with the entry of the end', () => {
    const [row, ...others] = rows([settled(2 * HOUR, { realizedPnl: '0.9', fee: '0.1' })], [ending(2 * HOUR + 5_000)])
    expect(others).toEqual([])
    expect(row).toMatchObject({ source: 'told', entry: '570', result: '0.9', fee: '0.1', size: '1' })
  })

  it('of shares are one, however late the service settles them', () => {
    const late = settled(30 * HOUR, { asset: '#360', price: '1' })
    expect(rows([late], [ending(2 * HOUR, { asset: '#360', family: 'outcome', entryPx: '0.4' })])).toMatchObject([
      { source: 'told', entry: '0.4', at: 30 * HOUR },
    ])
  })

  it('are computed where no fill of the service tells them', () => {
    expect(rows([], [ending(HOUR)])).toMatchObject([{ source: 'computed', price: '571', result: '1' }])
  })

  it('of the same asset hours apart are several', () => {
    const both = rows([settled(2 * HOUR), settled(6 * HOUR)], [ending(6 * HOUR), ending(10 * HOUR)])
    expect(both.map(({ at, source, entry }) => [at / HOUR, source, entry])).toEqual([
      [2, 'told', null],
      [6, 'told', '570'],
      [10, 'computed', '570'],
    ])
  })

  it('have the other ends beside them, but no parts', () => {
    const ends = [ending(1, { kind: 'liquidated', isCertain: false }), ending(2, { part: { of: '3' } })]
    expect(rows([], ends)).toMatchObject([{ how: 'liquidated', isCertain: false, source: 'computed' }])
  })

  it('of a short are negative', () => {
    expect(rows([settled(1, { side: 'buy', size: '3' })], [])).toMatchObject([{ size: '-3' }])
  })
})
