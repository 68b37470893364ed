import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { causeByOrder, type Fill, fillIdOf } from '../../contract/account.ts'
import { familyOfFill, slippageOf } from '../../contract/books/index.ts'
import { add, compare, type Decimal, type Price, toPlaces, trimZeros, ZERO } from '../../contract/decimal.ts'
import { aboutFill, type NoteAbout, noteText } from '../../contract/notes.ts'
import { type FillRow, type OrderRow, PAST_SORTS, type PastPage } from '../../contract/past.ts'
import { runs } from '../../contract/testing/property-runs.ts'
import type { Millis } from '../../contract/time.ts'
import type { StoredAction } from '../storage/index.ts'
import type { OwnedQuery } from './query.ts'
import { readPage, readTotals } from './read-past.ts'
import { expectInOrder } from './testing/in-order.ts'
import { asking, fillAt, OF, orderAt, type StoredPast, storedPast } from './testing/stored-past.ts'

let past: StoredPast
afterEach(() => past.end())

/** All pages, one after another. */
function all(request: OwnedQuery, limit = 3): PastPage['rows'][number][] {
  const rows: PastPage['rows'][number][] = []
  let after: string | null = null
  do {
    const page = readPage(past.database, request, after, limit)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}

const action = (oid: string, more: object): StoredAction =>
  ({
    ...{ id: `a-${oid}`, profile: OF.profile, account: OF.account, state: 'filled', createdAt: 1, steps: [], oid },
    ...{ cloid: null, message: null, intent: { kind: 'place' } },
    ...more,
  }) as unknown as StoredAction
/** The cancel of an order. */
const cancelOf = (oid: string, more: object): StoredAction =>
  action(`c-${oid}`, { oid: null, state: 'done', intent: { kind: 'cancel', oid }, ...more })

const decimals = (most: number, places: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: BigInt(most) }), fc.nat(10 ** places - 1), fc.integer({ min: 0, max: places }))
    .map(
      ([whole, rest, shown]) =>
        `${whole}${shown === 0 ? '' : `.${String(rest).padStart(places, '0').slice(0, shown)}`}` as Decimal,
    )
const signed = (value: fc.Arbitrary<Decimal>) =>
  fc.tuple(value, fc.boolean()).map(([one, isNegative]) => (isNegative && compare(one, ZERO) > 0 ? `-${one}` : one))

const fills = fc.array(
  fc
    .record({
      time: fc.nat(20),
      oid: fc.constantFrom('1', '2', '3', 'settlement'),
      asset: fc.constantFrom('NYCTMP1', 'GALPHA', '#360', '#361'),
      side: fc.constantFrom('buy', 'sell'),
      price: fc.oneof(decimals(700, 4), decimals(1, 6)),
      size: fc.oneof(decimals(9, 2), decimals(99_999_999_999, 12)),
      fee: fc.option(signed(decimals(9, 6)), { nil: null }),
      liquidity: fc.constantFrom('maker', 'taker', null),
      realizedPnl: fc.option(fc.oneof(signed(decimals(999, 6)), signed(decimals(99_999_999_999, 14))), { nil: null }),
    })
    .map((one) => ({ ...one, cause: causeByOrder(one.oid) })),
  { maxLength: 25 },
)

const idAt = (time: number): string => fillIdOf(fillAt(time))

const NAMES = new Map([
  ['#360', 'Yes, Rain in Zürich'],
  ['#361', 'No, Rain in Zürich'],
])
const SHOWN: Readonly<Record<string, string>> = { '1': '570.1234567891', '2': '0.5' }

describe('fills in pages', () => {
  it('are the matching ones, each once, in their exact order, with exact sums', () => {
    fc.assert(
      fc.property(
        fills,
        fc.constantFrom(...PAST_SORTS.fills),
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.constantFrom('', 'zurich', 'RAIN yes', 'sell', 'maker', 'binary buy', 'settlement', 'nothing'),
        fc.constantFrom(null, 'scalar' as const, 'outcome' as const),
        fc.constantFrom([0, Number.MAX_SAFE_INTEGER] as const, [5, 15] as const),
        (given, column, direction, filter, family, [from, to]) => {
          past = storedPast()
          const kept = given.map((one, index) => ({ ...one, tid: String(index) }) as unknown as Fill)
          for (const [oid, average] of Object.entries(SHOWN))
            past.storage.journal.write(action(oid, { shown: { average, worst: null, mark: null } }))
          past.storage.fills.add(OF, kept)
          past.storage.fills.add({ ...OF, account: '0xff' }, [fillAt(7)])
          past.storage.pastNames.keepNames(OF.profile, NAMES)
          const request = asking('fills', { filter, family, from, to, sort: { column, direction } } as never)
          const rows = all(request) as Extract<PastPage, { kind: 'fills' }>['rows'][number][]
          const matching = kept.filter((fill) => isMatch(fill, filter, family) && fill.time >= from && fill.time < to)
          expect(rows.map(({ tid }) => tid).toSorted()).toEqual(matching.map(({ tid }) => tid).toSorted())
          expectOrder(rows, column, direction)
          for (const row of rows)
            expect(row.slippage).toEqual(slippageOf(row, (SHOWN[row.oid ?? ''] as Price | undefined) ?? null))
          expectTotals(matching, readTotals(past.database, request))
          past.end()
        },
      ),
      { numRuns: runs(6, 2000) },
    )
    past = storedPast()
  })

  function isMatch(fill: Fill, filter: string, family: string | null): boolean {
    const own = familyOfFill(fill)
    const message = [fill.asset, NAMES.get(fill.asset) ?? '', own, fill.side, fill.liquidity ?? '', fill.oid].join('\n')
    const plain = message.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    return (
      (family === null || own === family) &&
      filter
        .toLowerCase()
        .split(' ')
        .every((text) => plain.includes(text))
    )
  }

  function expectOrder(
    rows: Extract<PastPage, { kind: 'fills' }>['rows'],
    column: (typeof PAST_SORTS.fills)[number],
    direction: 'ascending' | 'descending',
  ): void {
    const key = (row: (typeof rows)[number]): string | number | null =>
      ({
        ...{ time: row.time, market: row.name.toLowerCase(), side: row.side === 'buy' ? 1 : 0, price: row.price },
        ...{ size: row.size, fee: row.fee, realised: row.realizedPnl, slippage: row.slippage?.price ?? null },
        note: null,
        liquidity: row.liquidity === null ? null : row.liquidity === 'maker' ? 1 : 0,
      })[column]
    for (const [index, row] of rows.entries()) {
      const before = rows[index - 1]
      if (before === undefined) continue
      const [a, b] = [key(before), key(row)]
      if (a === null) expect(b).toBeNull()
      if (a === null || b === null) continue
      const order =
        typeof a === 'number' || column === 'market'
          ? a < b
            ? -1
            : a > b
              ? 1
              : 0
          : compareTo9(a as Decimal, b as Decimal)
      expect(order * (direction === 'ascending' ? 1 : -1)).toBeLessThanOrEqual(0)
    }
  }

  /** Beyond the interface's needs: decimals after the ninth do not distinguish rows. */
  function compareTo9(a: Decimal, b: Decimal): number {
    const cut = (value: Decimal): Decimal => value.replace(/(\.\d{9})\d+$/, '$1') as Decimal
    return compare(cut(a), cut(b))
  }

  function expectTotals(matching: readonly Fill[], totals: ReturnType<typeof readTotals>): void {
    expect(totals.count).toBe(matching.length)
    for (const collateral of ['USDC', 'USDH'] as const) {
      const own = matching.filter((fill) => (familyOfFill(fill) === 'outcome') === (collateral === 'USDH'))
      const total = totals.totals.find((one) => one.collateral === collateral)
      if (own.length === 0) {
        expect(total).toBeUndefined()
        continue
      }
      const sum = (values: readonly (Decimal | null)[]): Decimal =>
        trimZeros(values.filter((one) => one !== null).reduce<Decimal>((a, b) => add(a, b), '0' as Decimal))
      expect({
        ...total,
        fees: trimZeros(total?.fees as Decimal),
        realised: trimZeros(total?.realised as Decimal),
      }).toEqual({
        ...{ collateral, count: own.length, fees: sum(own.map(({ fee }) => fee)) },
        feesUnknown: own.filter(({ fee }) => fee === null).length,
        realised: sum(own.map(({ realizedPnl }) => realizedPnl)),
        realisedUnknown: own.filter(({ realizedPnl }) => realizedPnl === null).length,
        traded: trimZeros(sum(own.map(({ oid, size }) => (oid === 'settlement' ? null : size)))),
      })
    }
  }

  it('stay in place while new ones arrive: the next page begins where the last one ended', () => {
    past = storedPast()
    past.storage.fills.add(
      OF,
      [1, 2, 3, 4].map((time) => fillAt(time)),
    )
    const first = readPage(past.database, asking('fills'), null, 2)
    past.storage.fills.add(OF, [fillAt(5), fillAt(6)])
    const second = readPage(past.database, asking('fills'), first.next, 2)
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual([4, 3, 2, 1].map(idAt))
    expect(second.next).toBeNull()
    expect(() => readPage(past.database, asking('fills'), 'somewhere', 2)).toThrow('where a page before it ended')
  })

  it('of one order are found by its id, typed or requested', () => {
    past = storedPast()
    past.storage.fills.add(OF, [fillAt(1, { oid: '77' }), fillAt(2, { oid: '77' }), fillAt(3)])
    expect(all(asking('fills', { oid: '77' } as never))).toHaveLength(2)
    expect(all(asking('fills', { filter: '77' }))).toHaveLength(2)
  })

  it('get the preview even when the journal gets the order’s id after its fill, and keep it', () => {
    past = storedPast()
    past.storage.fills.add(OF, [fillAt(1, { oid: '9' })])
    const made = action('9', { oid: null, estimate: { average: '570.5' } })
    past.storage.journal.write(made)
    expect(all(asking('fills'))[0]).toMatchObject({ shown: null })
    past.storage.journal.write({ ...made, oid: '9' })
    expect(all(asking('fills'))[0]).toMatchObject({ shown: '570.5', slippage: { price: '-0.5', money: '-0.5' } })
  })

  it('are found by the trader’s notes, and sorted by them', () => {
    past = storedPast()
    const last = fillAt(3, { tid: 'a/b' })
    const third = fillIdOf(last)
    past.storage.fills.add(OF, [fillAt(1), fillAt(2), last])
    const write = (about: NoteAbout, text: string, of = OF) =>
      past.storage.notes.keep(of, { about, text: noteText(text), at: 1 as Millis })
    write(aboutFill(idAt(1)), 'Zu früh #late-exit')
    write(aboutFill(third), 'Ahead of the news #calm')
    write(aboutFill(idAt(2)), 'another wallet #calm', { ...OF, account: '0xff' })
    const found = (filter: string) => all(asking('fills', { filter })).map(({ id }) => id)
    expect(found('#late')).toEqual([idAt(1)])
    expect(found('fruh buy')).toEqual([idAt(1)])
    expect(found('#calm news')).toEqual([third])
    expect(found('another')).toEqual([])
    expect(readTotals(past.database, asking('fills', { filter: '#late' })).count).toBe(1)
    const by = (direction: 'ascending' | 'descending') =>
      all(asking('fills', { sort: { column: 'note', direction } } as never), 1).map(({ id }) => id)
    expect(by('ascending')).toEqual([third, idAt(1), idAt(2)])
    expect(by('descending')).toEqual([idAt(1), third, idAt(2)])
  })

  it('skip a damaged row, and show all others', () => {
    past = storedPast()
    past.storage.fills.add(OF, [
      fillAt(1),
      fillAt(2),
      fillAt(3, { oid: 'settlement' }),
      fillAt(4, { oid: 'settlement' }),
    ])
    const database = new DatabaseSync(past.storage.journalPath)
    database.exec("UPDATE fills SET body = '{' WHERE time IN (2, 4)")
    database.close()
    const settled = fillIdOf(fillAt(3, { oid: 'settlement' }))
    expect(all(asking('fills')).map(({ id }) => id)).toEqual([settled, idAt(1)])
    expect(all(asking('settlements')).map(({ id }) => id)).toEqual([`fill/${settled}`])
  })

  it('of one trade are separate rows, found by its number, with their own notes', () => {
    past = storedPast()
    past.storage.fills.add(OF, [
      ...[fillAt(1, { tid: '9', oid: '5' }), fillAt(1, { tid: '9', oid: '6', side: 'sell' })],
      ...[
        fillAt(2, { tid: '90', oid: 'settlement', asset: '#360' }),
        fillAt(2, { tid: '90', oid: 'settlement', asset: '#361' }),
      ],
    ])
    const rows = all(asking('fills'), 1) as FillRow[]
    expect(rows.map(({ tid, oid, asset }) => [tid, oid, asset])).toHaveLength(4)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
    const found = all(asking('fills', { filter: '9' })) as FillRow[]
    expect(found.map(({ side }) => side).toSorted()).toEqual(['buy', 'sell'])
    expect(readTotals(past.database, asking('fills'))).toMatchObject({ count: 4 })
    const [one] = found
    if (one !== undefined)
      past.storage.notes.keep(OF, { about: aboutFill(one.id), text: noteText('late'), at: 1 as Millis })
    expect(all(asking('fills', { filter: 'late' }))).toEqual([one])
    expect(new Set(all(asking('settlements')).map(({ id }) => id)).size).toBe(2)
  })

  it('that are dropped are in no sum', () => {
    past = storedPast()
    past.storage.fills.add(OF, [fillAt(1), fillAt(2)])
    past.storage.fills.add(OF, [fillAt(2)])
    expect(readTotals(past.database, asking('fills'))).toMatchObject({ count: 2, totals: [{ traded: '2' }] })
  })
})

describe('orders in pages', () => {
  it('are the finished ones, each in its last known state, with its outcome', () => {
    past = storedPast()
    past.storage.orders.keep(OF, [orderAt(1, { status: 'resting', statusText: 'open' }), orderAt(2)])
    past.storage.orders.keep(OF, [orderAt(1, { status: 'filled', statusText: 'filled', filled: '2' as never })])
    past.storage.orders.keep(OF, [orderAt(3, { status: 'cancelled', statusText: 'reduce_only_cancelled' })])
    past.storage.orders.keep(OF, [orderAt(4, { status: 'resting' })])
    past.storage.fills.add(OF, [
      fillAt(10, { oid: '1', price: '570' as never }),
      fillAt(11, { oid: '1', price: '571' as never }),
    ])
    past.storage.journal.write(action('1', { message: null, held: { id: 's', what: 'Stop' } }))
    past.storage.journal.write(action('2', { message: 'The bucket ended.' }))
    expect(all(asking('orders'))).toMatchObject([
      { oid: '3', reason: 'reduce_only_cancelled', maker: { by: 'elsewhere' }, average: null },
      { oid: '2', reason: 'The bucket ended.', maker: { by: 'manual' }, actionId: 'a-2' },
      { oid: '1', status: 'filled', reason: null, maker: { by: 'held', what: 'Stop' }, average: '570.5' },
    ])
    expect(all(asking('orders', { filter: 'filled gtc' }))).toHaveLength(1)
    expect(readTotals(past.database, asking('orders'))).toMatchObject({
      count: 3,
      totals: [{ traded: '4', fees: null }],
    })
    expect(past.storage.orders.oldestOpen(OF)).toBe(4)
  })

  it('that were canceled name who did it, or that the venue gave no reason', () => {
    past = storedPast()
    const canceled = { status: 'cancelled', statusText: 'cancelled' } as const
    past.storage.orders.keep(OF, [
      orderAt(1, canceled),
      orderAt(2, canceled),
      orderAt(3, canceled),
      orderAt(4, canceled),
      orderAt(5, { ...canceled, tif: 'IOC', filled: '0' as never }),
      orderAt(6, { ...canceled, tif: 'IOC', filled: '1' as never }),
      orderAt(7, canceled),
    ])
    for (const oid of ['1', '2', '3', '4', '5', '6']) past.storage.journal.write(action(oid, { message: null }))
    past.storage.journal.write(cancelOf('2', {}))
    past.storage.journal.write(cancelOf('3', { held: { id: 's', what: 'Slices' } }))
    past.storage.journal.write(cancelOf('4', { state: 'rejected' }))
    expect(all(asking('orders')).map((row) => 'oid' in row && [row.oid, 'reason' in row && row.reason])).toEqual([
      ['7', null],
      ['6', 'IOC: the rest did not fill within its limit.'],
      ['5', 'IOC: nothing filled within its limit.'],
      ['4', 'The venue canceled it and gave no reason.'],
      ['3', 'Canceled by Isotherm (Slices).'],
      ['2', 'Canceled by Isotherm.'],
      ['1', 'The venue canceled it and gave no reason.'],
    ])
  })

  it('are sorted by their average, their origin and their reason', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            fills: fc.array(fc.tuple(decimals(700, 4), decimals(99_999, 2)), { maxLength: 3 }),
            message: fc.constantFrom(null, 'Beyond the band.', 'The bucket ended.'),
            held: fc.constantFrom(undefined, 'Stop', 'Slices'),
            isOurs: fc.boolean(),
            order: fc.constantFrom(
              {},
              { status: 'cancelled', statusText: 'cancelled' },
              { status: 'cancelled', statusText: 'Canceled', tif: 'IOC', filled: '0.5' },
              { status: 'cancelled', statusText: 'selfTradeCanceled' },
            ),
            isCanceledHere: fc.boolean(),
          }),
          { maxLength: 8 },
        ),
        fc.constantFrom('average' as const, 'maker' as const, 'reason' as const),
        fc.constantFrom('ascending' as const, 'descending' as const),
        (given, column, direction) => {
          past = storedPast()
          past.storage.orders.keep(
            OF,
            given.map(({ order }, i) => orderAt(i + 1, order as never)),
          )
          for (const [i, { fills: own, message, held, isOurs, isCanceledHere }] of given.entries()) {
            const oid = String(i + 1)
            past.storage.fills.add(
              OF,
              own
                .filter(([, size]) => compare(size, ZERO) > 0)
                .map(([price, size], n) => fillAt(i, { oid, tid: `${i}/${n}`, price, size } as never)),
            )
            const more = { message, ...(held === undefined ? {} : { held: { id: 'h', what: held } }) }
            if (isOurs) past.storage.journal.write(action(oid, more))
            if (isCanceledHere) past.storage.journal.write(cancelOf(oid, held === undefined ? {} : more))
          }
          const rows = all(asking('orders', { sort: { column, direction } } as never)) as readonly OrderRow[]
          expect(rows).toHaveLength(given.length)
          const key = ({ average, maker, reason }: OrderRow): string | null =>
            ({
              average,
              reason,
              maker: maker.by === 'held' ? maker.what : maker.by === 'manual' ? 'by hand' : maker.by,
            })[column]
          const cut = (text: string): Decimal => toPlaces(text as Decimal, 8)
          expectInOrder(rows.map(key), direction, (before, one) =>
            column === 'average' ? compare(cut(before), cut(one)) : before < one ? -1 : before > one ? 1 : 0,
          )
          past.end()
        },
      ),
      { numRuns: runs(6, 1000) },
    )
    past = storedPast()
  })

  it('are available in every order of sorting', () => {
    past = storedPast()
    past.storage.orders.keep(
      OF,
      [1, 2, 3, 4, 5].map((time) => orderAt(time, { size: `${6 - time}.5` as never })),
    )
    for (const column of PAST_SORTS.orders)
      expect(all(asking('orders', { sort: { column, direction: 'ascending' } } as never), 2)).toHaveLength(5)
    const bySize = all(asking('orders', { sort: { column: 'size', direction: 'ascending' } } as never), 2)
    expect(bySize.map((row) => 'oid' in row && row.oid)).toEqual(['5', '4', '3', '2', '1'])
  })
})

describe('orders of this terminal', () => {
  it('name their origin and the reason of their end, in every sorting and in files', () => {
    const now = Date.UTC(2026, 10, 26)
    past = storedPast({ now })
    const of = (i: number, more: object) =>
      action(String(i), { createdAt: now - i * 20 * 86_400_000, updatedAt: 1, ...more })
    for (const one of [
      of(1, {}),
      of(4, { message: 'no margin', state: 'rejected' }),
      of(5, { held: { id: 's', what: 'Stop' } }),
      of(6, { oid: null, cloid: '0x6', held: { id: 't', what: 'Slices' }, message: 'late' }),
    ])
      past.storage.journal.write(one)
    past.storage.orders.keep(
      OF,
      [1, 4, 5, 6, 7].map((i) => orderAt(i, i === 6 ? { cloid: '0x6' as never } : {})),
    )
    const request = asking('orders')
    const before = all(request)
    expect(before.map((row) => 'maker' in row && row.maker)).toEqual([
      { by: 'elsewhere' },
      { by: 'held', what: 'Slices' },
      { by: 'held', what: 'Stop' },
      { by: 'manual' },
      { by: 'manual' },
    ])
  })
})
