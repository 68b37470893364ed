import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillIdOf } from '../account.ts'
import type { Price, Size } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import { createBooks } from './books.ts'
import { type BookEntry, placeOf } from './entry.ts'
import { bookEntries, openLedger } from './ledger.ts'
import { conversionOf, fillOf } from './testing/entries.ts'

const fill = fc
  .record({
    tid: fc.constantFrom('0', '9', '10'),
    oid: fc.constantFrom(null, '5', '6'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    asset: fc.constantFrom('#360', '#361'),
    size: fc.constantFrom('1', '2', '3'),
    price: fc.constantFrom('0.25', '0.5'),
  })
  .map(({ tid, oid, side, asset, size, price }) =>
    fillOf('outcome', [side, size, price, { oid, asset }], { tid, time: 7 }),
  )
const conversion = fc
  .record({ kind: fc.constantFrom('split' as const, 'merge' as const), id: fc.constantFrom('a', 'b', 'c') })
  .map(({ kind, id }) => {
    const coins = ['#360', '#361']
    return conversionOf(kind, '1', kind === 'split' ? [[], coins] : [coins, []], { id, time: 7 })
  })
const settlement = fc.constantFrom('#360', '#361').map(
  (asset): BookEntry => ({
    ...{ kind: 'settlement', id: `end/${asset}`, family: 'outcome', asset, price: '1' as Price, time: millis(7) },
  }),
)
const idOf = (entry: BookEntry): string => `${entry.kind} ${entry.kind === 'fill' ? fillIdOf(entry) : entry.id}`

const NEW = { origin: '', since: millis(0), settling: [], outcomes: 'USDH' as const }

it('entries of the same time are booked in one order, regardless of arrival', () => {
  const entries = fc
    .uniqueArray(fc.oneof(fill, conversion, settlement), { selector: idOf, minLength: 2, maxLength: 9 })
    .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })))
  fc.assert(
    fc.property(entries, ([some, shuffled]) => {
      const places = some.map(placeOf)
      expect(new Set(places).size).toBe(places.length)
      const booksOf = (come: readonly BookEntry[]) => bookEntries(openLedger([], NEW), come)
      expect(booksOf(shuffled)).toEqual(booksOf(some))
      const books = createBooks()
      for (const entry of some.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))) books.apply(entry)
      expect(booksOf(shuffled).books).toEqual(books.save())
    }),
    { numRuns: runs(300, 20_000) },
  )
})

it('no two fills share an id, for any trade and order ids', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '%', '2', 'F', '1', ' '), minLength: 1, maxLength: 4 })
  const one = fc.record({
    ...{ tid: text, oid: text, asset: text, side: fc.constantFrom('buy' as const, 'sell' as const) },
    time: fc.nat(2).map(millis),
  })
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: (fill) => JSON.stringify(fill), maxLength: 20 }), (fills) => {
      expect(new Set(fills.map((fill) => fillIdOf({ ...fill, size: '1' as Size } as never))).size).toBe(fills.length)
    }),
    { numRuns: runs(300, 20_000) },
  )
})
