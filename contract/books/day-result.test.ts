import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import { dayOf, EMPTY_DAY, openDay } from './day-result.ts'
import { type BookEntry, placeOf } from './entry.ts'
import { workOut } from './testing/entries.ts'

const DAY = dayOf(Date.UTC(2026, 2, 4))

it('a day is the same whether calculated in one go or in steps', () => {
  const entry = fc.record({
    ms: fc.nat(20),
    isBuy: fc.boolean(),
    size: fc.integer({ min: 1, max: 9 }),
    asset: fc.constantFrom('NYCTMP1', 'GALPHA', '#360'),
    kind: fc.constantFrom('fill', 'fill', 'fill', 'conversion', 'settlement'),
    /** Whether a step ends with it. */
    ends: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (drawn) => {
      const entries = drawn
        .map(({ ms, isBuy, size, asset, kind, ends }, i) => {
          const family = asset === 'NYCTMP1' ? 'scalar' : asset === 'GALPHA' ? 'binary' : 'outcome'
          const [price, time] = [family === 'scalar' ? '553.25' : '0.4', millis(DAY + ms)]
          const settlement = { kind, id: `s${i}`, family, asset, price: family === 'scalar' ? '553' : '1', time }
          const split = {
            kind,
            id: `c${i}`,
            conversion: 'split',
            gives: [],
            takes: ['#360', '#361'],
            amount: '3',
            time,
          }
          const side = isBuy ? 'buy' : 'sell'
          const own = { tid: String(i), oid: '1', side, price, size: String(size), fee: '0.01', realizedPnl: null }
          const made =
            kind === 'fill' ? { kind, family, asset, time, ...own } : kind === 'conversion' ? split : settlement
          return { entry: made as unknown as BookEntry, ends }
        })
        .toSorted((a, b) => (placeOf(a.entry) < placeOf(b.entry) ? -1 : 1))
      const day = openDay(DAY, EMPTY_DAY, (asset) => asset)
      const steps: BookEntry[][] = [[]]
      for (const { entry, ends } of entries) {
        steps.at(-1)?.push(entry)
        if (ends) steps.push([])
      }
      const trades = steps.flatMap((step) => {
        const ended = day.take(step)
        // Intermediate results may be read at any time.
        day.result()
        return ended
      })
      const all = entries.map(({ entry }) => entry)
      expect({ trades, ...day.result() }).toEqual(workOut(DAY, EMPTY_DAY, all, (asset) => asset))
    }),
    { numRuns: runs(100, 5_000) },
  )
})

it('entries are sorted by time, then conversions, fills and settlements, then numbers', () => {
  const at = (time: number, kind: string, id: string) =>
    placeOf({ kind, id, tid: id, oid: null, side: 'buy', asset: '', time } as unknown as BookEntry)
  const inOrder = [
    ...[at(5, 'fill', '9'), at(20, 'conversion', 'x'), at(20, 'fill', '9'), at(20, 'fill', '10')],
    ...[at(20, 'settlement', 'a'), at(1_772_000_000_000, 'conversion', 'b')],
  ]
  expect(inOrder.toSorted()).toEqual(inOrder)
})
