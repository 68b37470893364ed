import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, type Decimal, price, type Size, size } from '../../../contract/decimal.ts'
import type { PublicTrade, Side } from '../../../contract/market.ts'
import { bundledFrom, leastFrom, tapeRows } from './trades-painter.ts'

const trade = (tid: string, sz: string, time: number, side: Side = 'buy', px = '0.5'): PublicTrade => ({
  tid,
  asset: '#10',
  side,
  px: price(px),
  sz: size(sz),
  time: time as PublicTrade['time'],
})
const all = { least: null, bundled: false }

describe('the rows of the tape', () => {
  it('are the trades, newest first, unless something else is chosen', () => {
    const trades = [trade('b', '2.00', 2), trade('a', '1.00', 1)]
    expect(tapeRows(trades, all).map(({ key, sz, tids }) => [key, sz, tids])).toEqual([
      ['b', '2.00', ['b']],
      ['a', '1.00', ['a']],
    ])
  })
  it('merge the prints of one order: one side, one moment, the total size, the worst price', () => {
    const trades = [
      trade('d', '3', 9, 'buy', '0.53'),
      trade('c', '2', 9, 'buy', '0.52'),
      trade('b', '1', 9, 'sell', '0.51'),
      trade('a', '1', 8, 'sell', '0.51'),
    ]
    expect(tapeRows(trades, { ...all, bundled: true }).map(({ sz, px, tids }) => [sz, px, tids])).toEqual([
      ['5', '0.53', ['d', 'c']],
      ['1', '0.51', ['b']],
      ['1', '0.51', ['a']],
    ])
  })
  it('change their key once another print joins them', () => {
    const bundled = { ...all, bundled: true }
    const [before] = tapeRows([trade('d', '3', 9)], bundled)
    const [after] = tapeRows([trade('d', '3', 9), trade('c', '2', 9)], bundled)
    expect(after?.key).not.toBe(before?.key)
  })
  it('omit sizes below the chosen minimum, after merging', () => {
    const trades = [trade('c', '6', 9), trade('b', '4', 9), trade('a', '9.99', 1)]
    const ten = '10' as Decimal
    expect(tapeRows(trades, { least: ten, bundled: false })).toEqual([])
    expect(tapeRows(trades, { least: ten, bundled: true }).map(({ sz }) => sz)).toEqual(['10'])
  })
  it('lose no size and no trade by merging', () => {
    const trades = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 3 }), fc.constantFrom<Side>('buy', 'sell')),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(trades, (made) => {
        const list = made.map(([units, time, side], index) =>
          trade(String(index), (units / 100).toFixed(2), time, side),
        )
        const rows = tapeRows(list, { ...all, bundled: true })
        const sum = (sizes: readonly Size[]) => sizes.reduce((total, one) => add(total, one), '0' as Size)
        expect(sum(rows.map(({ sz }) => sz))).toBe(sum(list.map(({ sz }) => sz)))
        expect(rows.flatMap(({ tids }) => tids)).toEqual(list.map(({ tid }) => tid))
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      }),
    )
  })
  it('show every size, unmerged, where the saved choice is unknown', () => {
    for (const kept of [undefined, null, 10, '7', {}])
      expect([leastFrom(kept), bundledFrom(kept)]).toEqual([null, false])
    expect([leastFrom('10'), bundledFrom(true)]).toEqual(['10', true])
  })
})
