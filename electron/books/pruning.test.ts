import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fill, Order } from '../../contract/account.ts'
import {
  type ConversionEntry,
  DAY_MS,
  type DayResult,
  dayOf,
  EMPTY_DAY,
  type SettlementEntry,
} from '../../contract/books/index.ts'
import { add, type Decimal, type Price, type Size, trimZeros } from '../../contract/decimal.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { asking, fillAt, orderAt, totalsIn } from '../past/testing/kept-past.ts'
import { type ComputedSettlement, openStorage, type Storage } from '../storage/index.ts'
import { workOutAll } from './testing/work-out.ts'

const OF = { profile: 'p', account: '0x00' }
const FIRST = dayOf(Date.UTC(2026, 2, 4))
const DAYS = 6
const EVER = Number.MAX_SAFE_INTEGER

/** A wallet's records in a folder of its own. */
function open() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-prune-'))
  let storage = openStorage({ directory, clock: createFakeClock() })
  const reader = new DatabaseSync(storage.journalPath, { readOnly: true })
  const made = {
    get storage(): Storage {
      return storage
    },
    reader,
    restart() {
      storage.close()
      storage = openStorage({ directory, clock: createFakeClock() })
    },
    /** All that a terminal works out of what is there. */
    settle() {
      workOutAll(storage, OF)
      const { trades, slippages } = storage
      const without = trades.withoutExcursion(OF, EVER, 1_000)
      trades.keepExcursions(
        OF,
        without.map((trade) => [trade, { why: 'No prices.' }] as const),
      )
      slippages.keep(OF, [], FIRST + 100 * DAY_MS)
    },
    end() {
      reader.close()
      storage.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  storage.fills.extend(OF, { since: 0, until: FIRST + 100 * DAY_MS })
  storage.historyMarks.keepMark(OF, 'past', { backTo: 0, isDone: true })
  storage.pastNames.keepNames(OF.profile, NAMES)
  return made
}
type World = ReturnType<typeof open>

const NAMES = new Map([['#360', 'Yes, Rain in Zürich']])

/** Every question that differs in what it sums. */
const QUESTIONS = [
  {},
  ...['scalar', 'binary', 'outcome'].map((family) => ({ family })),
  ...['NYCTMP1', 'GALPHA', '#360'].map((asset) => ({ asset })),
  ...['sell', 'maker', 'taker buy', 'binary', 'zurich', 'settlement', 'cancelled gtc', 'filled', 'rain sell'].map(
    (filter) => ({ filter }),
  ),
  { to: FIRST + 2 * DAY_MS },
  { from: FIRST + DAY_MS, to: FIRST + 3 * DAY_MS, filter: 'buy' },
  { from: FIRST + 5 * 3_600_000 + 900_000, family: 'scalar' },
] as const

const sumsOf = (world: World): unknown =>
  (['fills', 'orders'] as const).map((kind) =>
    QUESTIONS.map((more) => {
      const { summed: _, ...totals } = totalsIn(world.reader, asking(kind, more as never))
      return {
        ...totals,
        totals: totals.totals.map((total) => ({
          ...total,
          fees: total.fees && trimZeros(total.fees),
          realised: total.realised && trimZeros(total.realised),
          traded: total.traded && trimZeros(total.traded),
        })),
      }
    }),
  )

/** What the books make of it all. */
const booksOf = ({ storage: { books, trades, slippages } }: World): unknown => ({
  results: books.results(OF, 0, EVER),
  trades: trades.newest(OF, 0, EVER, 10_000),
  excursions: trades.excursions(OF, 0, EVER),
  got: slippages.sums(OF, 0, EVER),
  end: books.endBefore(OF, EVER) ?? EMPTY_DAY,
})

/** The same where only the day differs on which something was booked. */
function bookedIn({ storage: { books } }: World): unknown {
  const sums = new Map<string, { fills: number; fees: Decimal; traded: Decimal; feesUnknown: number }>()
  for (const { asset, fills, fees, traded, feesUnknown } of books.results(OF, 0, EVER) as readonly DayResult[]) {
    const sum = sums.get(asset) ?? { fills: 0, fees: '0' as Decimal, traded: '0' as Decimal, feesUnknown: 0 }
    sums.set(asset, {
      fills: sum.fills + fills,
      fees: trimZeros(add(sum.fees, fees)),
      traded: trimZeros(add(sum.traded, traded)),
      feesUnknown: sum.feesUnknown + feesUnknown,
    })
  }
  // A sale of shares that were not held yet opens nothing, whatever comes after it.
  const held = (books.endBefore(OF, EVER) ?? EMPTY_DAY).books
    .filter(({ family }) => family !== 'outcome')
    .map(({ asset, size }) => `${asset} ${trimZeros(size)}`)
  return [...[...sums].map((one) => JSON.stringify(one)).toSorted(), ...held.toSorted()]
}

const realisedIn = ({ storage: { books } }: World): Decimal =>
  trimZeros(
    books.results(OF, 0, EVER).reduce<Decimal>((sum, { realised }) => add<Decimal>(sum, realised), '0' as Decimal),
  )

/** Ids of fills that are kept one by one, and of those that were put together, which may share none. */
function idsIn({ reader }: World): readonly string[] {
  const ids = reader.prepare('SELECT tid FROM fills UNION ALL SELECT tid FROM pruned_fills').all() as { tid: string }[]
  return ids.map(({ tid }) => tid).toSorted()
}

/** Closes the books at a cut and moves so many slices. */
function prune({ storage: { prunes } }: World, cut: Millis, slices: number): boolean {
  const isBegun = prunes.begin(OF, cut)
  for (let i = 0; i < slices; i++) if (!prunes.step(OF, 7)) break
  return isBegun
}

const moment = fc
  .tuple(fc.nat(DAYS - 1), fc.nat(DAY_MS / 60_000 - 1))
  .map(([day, minute]) => FIRST + day * DAY_MS + minute * 60_000)
const money = fc.constantFrom(null, '0', '0.01', '-3.5', '0.30000000000000004', '-99999999999.5')
const fillsOf = (most: number) =>
  fc.array(
    fc.record({
      time: moment,
      asset: fc.constantFrom('NYCTMP1', 'NYCTMP2', 'GALPHA', '#360', '#361'),
      isBuy: fc.boolean(),
      size: fc.constantFrom('1', '2', '0.5', '3.25', '12345678901'),
      fee: money,
      realizedPnl: money,
      liquidity: fc.constantFrom('maker', 'taker', null),
      oid: fc.constantFrom('1', '2', '3', '4', null, 'settlement'),
      tick: fc.nat(99),
    }),
    { maxLength: most },
  )
const ordersOf = fc.array(
  fc.record({
    time: moment,
    asset: fc.constantFrom('NYCTMP1', 'GALPHA', '#360'),
    side: fc.constantFrom('buy', 'sell'),
    status: fc.constantFrom('filled', 'cancelled', 'rejected', 'resting', 'unknown'),
    tif: fc.constantFrom('GTC', 'IOC', 'ALO'),
    filled: fc.constantFrom('0', '1.5', '0.1234567890123'),
  }),
  { maxLength: 15 },
)
const cuts = fc.array(
  fc.record({ day: fc.integer({ min: 1, max: DAYS }), slices: fc.nat(12), restarts: fc.boolean() }),
  {
    maxLength: 4,
  },
)

let ids = 0
const madeFills = (rows: readonly { readonly [Name: string]: unknown }[]): readonly Fill[] =>
  rows.map(({ time, isBuy, tick, ...row }) => {
    const isMark = String(row.asset).startsWith('NYC')
    const digits = String(tick).padStart(2, '0')
    return fillAt(
      time as number,
      {
        ...row,
        tid: `t${++ids}`,
        side: isBuy === true ? 'buy' : 'sell',
        price: (isMark ? `571.${digits}` : `0.5${digits}`) as Price,
      } as Partial<Fill>,
    )
  })
const madeOrders = (rows: readonly object[]): readonly Order[] =>
  rows.map((row) => orderAt((row as { time: number }).time, { ...row, oid: `o${++ids}` } as Partial<Order>))

/** Two worlds that are told the same, of which one is pruned. */
function both<T>(test: (whole: World, pruned: World) => T): T {
  const [whole, pruned] = [open(), open()]
  try {
    return test(whole, pruned)
  } finally {
    whole.end()
    pruned.end()
  }
}

/** Closes what is held of buckets in both, as their ends do; what was told to close it. */
function closeAll(worlds: readonly World[]): readonly Fill[] {
  const [first] = worlds
  const held = (first?.storage.books.endBefore(OF, EVER) ?? EMPTY_DAY).books.filter(
    ({ family }) => family !== 'outcome',
  )
  const closing = held.map(({ asset, family, size }) =>
    fillAt(FIRST + (DAYS + 2) * DAY_MS + ++ids, {
      ...{ tid: `t${ids}`, asset, side: size.startsWith('-') ? 'buy' : 'sell', size: size.replace('-', '') as Size },
      price: (family === 'scalar' ? '571' : '0.5') as Price,
    }),
  )
  for (const { storage, settle } of worlds) {
    storage.fills.add(OF, closing)
    settle()
  }
  return closing
}

describe('records that are no longer kept one by one', () => {
  it('leave every total, day, trade and balance as they were, at every moment, whatever is asked, and later on', {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(fillsOf(40), ordersOf, cuts, fillsOf(10), (rows, orderRows, at, later) => {
        both((whole, pruned) => {
          const told = madeFills(rows)
          const orders = madeOrders(orderRows)
          for (const { storage, settle } of [whole, pruned]) {
            storage.fills.add(OF, told)
            storage.orders.keep(OF, orders)
            settle()
          }
          const fills = [...told, ...closeAll([whole, pruned])]
          const [sums, books] = [sumsOf(whole), booksOf(whole)]
          for (const { day, slices, restarts } of at) {
            const before = pruned.storage.fills.cut(OF)
            const cut = millis(FIRST + day * DAY_MS)
            expect(prune(pruned, cut, slices)).toBe(cut > before)
            if (restarts) pruned.restart()
            // What is read again is known.
            expect(pruned.storage.fills.add(OF, fills)).toEqual([])
            pruned.storage.orders.keep(OF, orders)
            expect(sumsOf(pruned)).toEqual(sums)
            expect(booksOf(pruned)).toEqual(books)
            expect(idsIn(pruned)).toEqual(fills.map(({ tid }) => tid).toSorted())
          }
          // What comes in on days that are kept goes on from the balance.
          const cut = pruned.storage.fills.cut(OF)
          const news = madeFills(later).filter(({ time }) => time >= cut)
          for (const { storage, settle } of [whole, pruned]) {
            storage.fills.add(OF, news)
            settle()
          }
          expect(sumsOf(pruned)).toEqual(sumsOf(whole))
          expect(booksOf(pruned)).toEqual(booksOf(whole))
        })
      }),
      { numRuns: runs(12, 200) },
    )
  })

  it('that come late after all are kept, and booked once, on the first day that is kept', { timeout: 600_000 }, () => {
    const late = fc.array(
      fc.record({
        rows: fillsOf(6),
        day: fc.integer({ min: 1, max: DAYS }),
        slices: fc.nat(12),
        restarts: fc.boolean(),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fillsOf(30), late, (rows, turns) => {
        both((whole, pruned) => {
          const noSettlements = rows.filter(({ oid }) => oid !== 'settlement')
          const told = [...madeFills(noSettlements)]
          for (const { storage, settle } of [whole, pruned]) {
            storage.fills.add(OF, told)
            settle()
          }
          told.push(...closeAll([whole, pruned]))
          for (const turn of turns) {
            const isBegun = prune(pruned, millis(FIRST + turn.day * DAY_MS), turn.slices)
            const cut = pruned.storage.fills.cut(OF)
            if (isBegun) expect(cut).toBe(FIRST + turn.day * DAY_MS)
            const news = madeFills(turn.rows.filter(({ oid }) => oid !== 'settlement'))
            told.push(...news)
            for (const { storage } of [whole, pruned]) expect(storage.fills.add(OF, news)).toHaveLength(news.length)
            if (turn.restarts) pruned.restart()
            expect(pruned.storage.fills.add(OF, told)).toEqual([])
            whole.settle()
            pruned.settle()
            expect(sumsOf(pruned)).toEqual(sumsOf(whole))
            expect(bookedIn(pruned)).toEqual(bookedIn(whole))
            told.push(...closeAll([whole, pruned]))
          }
        })
      }),
      { numRuns: runs(12, 200) },
    )
  })

  it('stay open where something of them is not certain, and say what', () => {
    both((_, { storage, settle }) => {
      const { prunes } = storage
      storage.fills.add(OF, [
        fillAt(FIRST + 1, { side: 'buy' }),
        fillAt(FIRST + 2, { side: 'sell' }),
        fillAt(FIRST + 3 * DAY_MS),
      ])
      const cut = millis(FIRST + DAY_MS)
      expect(prunes.bars(OF, cut)).toEqual(['books', 'previews'])
      expect(prunes.begin(OF, cut)).toBe(false)
      workOutAll(storage, OF)
      expect(prunes.bars(OF, cut)).toEqual(['prices', 'previews'])
      settle()
      expect(prunes.bars(OF, cut)).toEqual([])
      // Its bucket ended days before, and nothing told how.
      expect(prunes.bars(OF, FIRST + 4 * DAY_MS)).toEqual(['endings'])
      expect(prunes.begin(OF, millis(FIRST + 4 * DAY_MS))).toBe(false)
      const other = { ...OF, account: '0xff' }
      expect(prunes.bars(other, cut)).toEqual(['fills', 'orders'])
      expect(prunes.begin(other, cut)).toBe(false)
      expect(prunes.hasBefore(OF, FIRST)).toBe(false)
      expect(prunes.hasBefore(OF, cut)).toBe(true)
      expect(prunes.begin(OF, cut)).toBe(true)
      expect(prunes.begin(OF, cut)).toBe(false)
      expect(prunes.begin(OF, FIRST)).toBe(false)
      expect(prunes.pruning(OF)).toEqual({ cut, isDone: false })
    })
  })

  it('are held back by an order that is open', () => {
    both((_, { storage }) => {
      expect(storage.prunes.latest(OF)).toBeNull()
      storage.orders.keep(OF, [orderAt(FIRST + DAY_MS + 5, { status: 'resting' }), orderAt(FIRST + 1)])
      expect(storage.prunes.latest(OF)).toBe(FIRST + DAY_MS)
    })
  })

  it('have conversions that come late, and settlements that are computed late, booked once', () => {
    both((whole, pruned) => {
      const split: ConversionEntry = {
        ...{ kind: 'conversion', id: 'c1', conversion: 'split', gives: [], takes: ['#360', '#361'] },
        ...{ amount: '5' as Size, time: millis(FIRST + 100) },
      }
      const computed: ComputedSettlement = {
        ...({
          kind: 'settlement',
          id: 'NYCTMP1/1',
          family: 'scalar',
          asset: 'NYCTMP1',
        } satisfies Partial<SettlementEntry>),
        ...{ price: '572' as Price, time: millis(FIRST + 7_200_000), size: '1' as Size },
        ...{ since: FIRST + 7_100_000, until: FIRST + 9_000_000 },
      }
      const ending = { id: 'NYCTMP1/1', kind: 'settled', at: FIRST + 7_200_000, asset: 'NYCTMP1', family: 'scalar' }
      for (const { storage, settle } of [whole, pruned]) {
        storage.fills.add(OF, [
          fillAt(FIRST + 50),
          fillAt(FIRST + 55, { side: 'sell' }),
          fillAt(FIRST + 2 * DAY_MS, { asset: 'NYCTMP2' }),
        ])
        settle()
      }
      expect(prune(pruned, millis(FIRST + DAY_MS), 10)).toBe(true)
      for (const { storage, settle } of [whole, pruned]) {
        storage.books.addConversions(OF, [split])
        // The settlement is of what this one opened.
        storage.fills.add(OF, [fillAt(FIRST + 60)])
        storage.endings.release(OF, 'NYCTMP1', ending as never, computed)
        settle()
        storage.books.addConversions(OF, [split])
        settle()
      }
      expect(bookedIn(pruned)).toEqual(bookedIn(whole))
      expect(realisedIn(pruned)).toBe(realisedIn(whole))
      expect(pruned.storage.books.results(OF, FIRST + DAY_MS, EVER).map(({ day }) => day)).toContain(FIRST + DAY_MS)
      // The next time they are of before the cut as all others.
      expect(prune(pruned, millis(FIRST + 2 * DAY_MS), 10)).toBe(true)
      const news = fillAt(FIRST + 3 * DAY_MS, { side: 'sell', asset: 'NYCTMP2' })
      for (const { storage, settle } of [whole, pruned]) {
        storage.fills.add(OF, [news])
        settle()
      }
      expect(bookedIn(pruned)).toEqual(bookedIn(whole))
      expect(realisedIn(pruned)).toBe(realisedIn(whole))
    })
  })

  it('count a settlement once that the terminal computed and the service tells after the books were closed', () => {
    both((whole, pruned) => {
      const end = FIRST + DAY_MS - 1_000
      const computed: ComputedSettlement = {
        ...{ kind: 'settlement', id: '#360/1', family: 'outcome', asset: '#360', price: '1' as Price },
        ...{ time: millis(end), size: '4' as Size, since: end - 5_000, until: EVER },
      } as ComputedSettlement
      for (const { storage, settle } of [whole, pruned]) {
        storage.fills.add(OF, [fillAt(FIRST + 1, { asset: '#360', price: '0.4' as Price, size: '4' as Size })])
        storage.fills.add(OF, [fillAt(FIRST + 3 * DAY_MS)])
        storage.endings.release(OF, '#360', { id: '#360/1', at: end } as never, computed)
        settle()
      }
      expect(prune(pruned, millis(FIRST + DAY_MS), 10)).toBe(true)
      const told = fillAt(FIRST + 2 * DAY_MS, {
        ...{ asset: '#360', oid: 'settlement', side: 'sell', price: '1' as Price, size: '4' as Size },
        ...{ fee: '0' as never, realizedPnl: '2.4' as never },
      })
      for (const { storage, settle } of [whole, pruned]) {
        storage.fills.add(OF, [told])
        settle()
      }
      expect(realisedIn(whole)).toBe('2.4')
      expect(realisedIn(pruned)).toBe('2.4')
      expect(sumsOf(pruned)).toEqual(sumsOf(whole))
    })
  })

  it('tell how many they are, and refuse a stretch of time that begins within one of their sums', () => {
    both((_, pruned) => {
      pruned.storage.fills.add(OF, [
        fillAt(FIRST + 1),
        fillAt(FIRST + 2, { tid: 'a', side: 'sell' }),
        fillAt(FIRST + 3 * DAY_MS),
      ])
      pruned.settle()
      const cut = millis(FIRST + DAY_MS)
      expect(prune(pruned, cut, 10)).toBe(true)
      expect(pruned.storage.prunes.pruning(OF)).toEqual({ cut, isDone: true })
      const read = (more: object) => totalsIn(pruned.reader, asking('fills', more))
      expect(read({})).toMatchObject({ count: 3, summed: { count: 2, before: cut } })
      expect(read({ from: cut }).summed).toBeNull()
      expect(read({ filter: 'a' + 'b' }).count).toBe(0)
      expect(read({ oid: `o${FIRST + 1}` })).toMatchObject({ count: 0, summed: null })
      expect(() => read({ from: FIRST + 1 })).toThrow('Before 2026-03-05 records are kept as sums')
    })
  })

  it('stay closed whatever a later version works out anew', () => {
    both((_, pruned) => {
      pruned.storage.fills.add(OF, [
        fillAt(FIRST + 1),
        fillAt(FIRST + 2, { side: 'sell' }),
        fillAt(FIRST + 2 * DAY_MS),
        fillAt(FIRST + 2 * DAY_MS + 1, { side: 'sell' }),
      ])
      pruned.settle()
      const before = booksOf(pruned)
      expect(prune(pruned, millis(FIRST + DAY_MS), 10)).toBe(true)
      const writer = new DatabaseSync(pruned.storage.journalPath)
      writer.exec(`DELETE FROM book_days; DELETE FROM trades;
        INSERT OR REPLACE INTO books_due (profile, account, since) VALUES ('p', '0x00', 5);`)
      writer.close()
      pruned.restart()
      expect(pruned.storage.books.due(OF)).toBe(FIRST + DAY_MS)
      pruned.settle()
      expect(booksOf(pruned)).toEqual(before)
    })
  })
})
