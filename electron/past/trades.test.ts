import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Excursion, TradeRecord } from '../../contract/books/index.ts'
import { add, compare, type Decimal, trimZeros } from '../../contract/decimal.ts'
import { aboutTrade, noteText } from '../../contract/notes.ts'
import { PAST_SORTS, type PastTradeRow } from '../../contract/past.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { readRecords } from '../../contract/testing/read-csv.ts'
import type { Millis } from '../../contract/time.ts'
import type { Reading } from '../../contract/weather/index.ts'
import { exportPast } from './export-past.ts'
import type { OwnedQuery } from './query.ts'
import { readPage, readTotals } from './read-past.ts'
import { expectInOrder } from './testing/in-order.ts'
import { asking, OF, type StoredPast, storedPast, tradeAt } from './testing/stored-past.ts'

let past: StoredPast
afterEach(() => past.end())

function all(request: OwnedQuery, limit = 3): readonly PastTradeRow[] {
  const rows: PastTradeRow[] = []
  let after: string | null = null
  do {
    const page = readPage(past.database, request, after, limit)
    rows.push(...(page.rows as readonly PastTradeRow[]))
    after = page.next
  } while (after !== null)
  return rows
}
const keep = (trades: readonly TradeRecord[]): void =>
  past.storage.books.keepTrades(OF, 0, Number.MAX_SAFE_INTEGER, trades)
const ids = (request: OwnedQuery): readonly string[] => all(request).map(({ id }) => id)

const money = fc.oneof(
  fc.integer({ min: -999, max: 999 }).map((cents) => String(cents / 10) as Decimal),
  fc.constantFrom('-99999999999.000000000001', '123456789012.5', '0.0000000001').map((text) => text as Decimal),
)
const trades = fc.array(
  fc.record({
    closedAt: fc.nat(20),
    family: fc.constantFrom('scalar', 'binary', 'outcome'),
    asset: fc.constantFrom('NYCTMP1', 'GALPHA', '#360'),
    side: fc.constantFrom('long', 'short'),
    result: fc.option(money, { nil: null }),
    fees: money,
    openedAt: fc.option(fc.nat(20), { nil: null }),
    end: fc.constantFrom('closed', 'settled', 'turned_over'),
    feesUnknown: fc.nat(1),
  }),
  { maxLength: 15 },
)

describe('trades in pages', () => {
  it('are the matching ones, each once, in order, with their exact sums', () => {
    fc.assert(
      fc.property(
        trades,
        fc.constantFrom(...PAST_SORTS.trades),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.constantFrom('', 'down', 'long', 'reversed', 'scalar long', 'nyctmp', 'nothing'),
        (given, column, direction, filter) => {
          past = storedPast()
          const kept = given.map((one, i) => tradeAt(one.closedAt, { ...one, id: `t${i}` } as Partial<TradeRecord>))
          keep(kept)
          const request = asking('trades', { filter, from: 2, to: 18, sort: { column, direction } } as never)
          const rows = all(request)
          const matching = kept.filter((one) => isMatch(one, filter) && one.closedAt >= 2 && one.closedAt < 18)
          expect(rows.map(({ id }) => id).toSorted()).toEqual(matching.map(({ id }) => id).toSorted())
          if (column === 'result' || column === 'held') expectOrder(rows, column, direction)
          const { count, totals } = readTotals(past.database, request)
          expect(count).toBe(matching.length)
          for (const { collateral, ...total } of totals) {
            const own = matching.filter(({ family }) => (family === 'outcome') === (collateral === 'USDH'))
            const sum = (values: readonly (Decimal | null)[]) =>
              trimZeros(values.filter((one) => one !== null).reduce<Decimal>((a, b) => add(a, b), '0' as Decimal))
            expect({ ...total, realised: trimZeros(total.realised ?? ('' as never)) }).toEqual({
              ...{ count: own.length, fees: sum(own.map(({ fees }) => fees)), traded: null },
              realised: sum(own.map(({ result }) => result)),
              realisedUnknown: own.filter(({ result }) => result === null).length,
              feesUnknown: own.filter(({ feesUnknown }) => feesUnknown > 0).length,
            })
          }
          past.end()
        },
      ),
      { numRuns: runs(12, 1500) },
    )
    past = storedPast()
  })

  function isMatch({ asset, family, side, end }: TradeRecord, filter: string): boolean {
    const way = family === 'binary' ? (side === 'long' ? 'up' : 'down') : side
    const message = [asset.toLowerCase(), family, way, end === 'turned_over' ? 'reversed' : end].join('\n')
    return filter.split(' ').every((text) => message.includes(text))
  }

  function expectOrder(rows: readonly PastTradeRow[], column: 'result' | 'held', direction: string): void {
    const key = ({ result, openedAt, closedAt }: PastTradeRow): Decimal | null =>
      column === 'result' ? result : openedAt === null ? null : (String(closedAt - openedAt) as Decimal)
    // Decimals beyond the ninth alone do not distinguish two rows, and a figure with more digits may be anywhere.
    const isRough = (value: Decimal): boolean => value.length > 15 || /\.\d{10}/.test(value)
    expectInOrder(rows.map(key), direction, (before, one) =>
      isRough(before) || isRough(one) ? 0 : compare(before, one),
    )
  }

  it('are in their last computed state, with the known excursion of the price', () => {
    past = storedPast()
    const [one, two] = [tradeAt(1, { id: 'a' }), tradeAt(2, { id: 'b' })]
    keep([one, two])
    const excursion = { adverse: '0.5', favourable: '2', adverseMoney: '5', favourableMoney: '20' } as Excursion
    past.storage.trades.keepExcursions(OF, [[one, excursion]])
    const by = (direction: string) => ids(asking('trades', { sort: { column: 'up', direction } } as never))
    expect([by('ascending'), by('descending')]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
    expect(all(asking('trades'))).toMatchObject([
      { id: 'b', excursion: null },
      { id: 'a', excursion },
    ])
    keep([{ ...two, result: '7' as never }])
    expect(all(asking('trades'))).toMatchObject([{ id: 'b', result: '7' }])
    expect(readTotals(past.database, asking('trades'))).toMatchObject({ count: 1, totals: [{ realised: '7' }] })
  })

  it('of temperature markets have the last report of the station before each began, unless it is old; in files too', () => {
    past = storedPast()
    const HOUR = 3_600_000
    const reading = (at: number, celsius: string, kind: Reading['kind'] = 'routine') =>
      ({
        station: 'KNYC',
        observedAt: at,
        receivedAt: at,
        source: 'metar',
        kind,
        celsius,
        isCorrected: false,
        raw: null,
      }) as Reading
    past.storage.weather.keepReadings('public', [
      reading(HOUR, '13.9'),
      reading(HOUR + 5, '14', 'five_minute'),
      reading(9 * HOUR, '10.0', 'special'),
    ])
    const opened = { before: HOUR - 1, after: HOUR + 9, late: 3 * HOUR + 10, unknown: null, binary: HOUR, other: HOUR }
    const of = { binary: { family: 'binary', asset: 'NYCTMP1' }, other: { asset: 'OTHER' } } as Record<string, object>
    keep(
      Object.entries(opened).map(([id, openedAt], i) =>
        tradeAt(4 * HOUR + i, { id, openedAt: openedAt as Millis | null, ...of[id] }),
      ),
    )
    const stations = { service: 'public', of: { NYCTMP1: 'KNYC' } } as never
    const request = asking('trades', { stations })
    const known = all(request).filter(({ entryReading }) => entryReading !== undefined)
    expect(known).toMatchObject([{ id: 'after', entryReading: { station: 'KNYC', celsius: '13.9', observedAt: HOUR } }])
    const path = join(past.directory, 'trades.csv')
    exportPast(past.database, request, path, () => {})
    expect(readRecords(readFileSync(path, 'utf8')).find(({ Trade }) => Trade === 'after')).toMatchObject({
      ...{ 'Reading at entry, °F': '57', 'Reading low, °F': '56.5', 'Reading high, °F': '57.5' },
      'Reading observed': '1970-01-01T01:00:00.000Z',
    })
  })

  it('have the market’s name, even where only the books know it, and are found by their notes', () => {
    past = storedPast()
    keep([tradeAt(1, { id: 'a', asset: '#360', family: 'outcome', name: 'Yes, Rain in Zürich' }), tradeAt(2)])
    expect(ids(asking('trades', { filter: 'zurich' }))).toEqual(['a'])
    past.storage.notes.keep(OF, { about: aboutTrade('a'), text: noteText('Too big #size'), at: 1 as Millis })
    expect(ids(asking('trades', { filter: '#size' }))).toEqual(['a'])
    const byName = asking('trades', { sort: { column: 'market', direction: 'descending' } } as never)
    expect(all(byName, 1).map(({ name }) => name)).toEqual(['Yes, Rain in Zürich', 'NYCTMP1'])
  })
})
