import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { checkInBackground } from './journal-check.ts'
import { openStorage, type Storage } from './open-storage.ts'
import { unreadablePastText } from './set-aside-text.ts'
import { PAST_TABLES, type PastTable, type UnreadablePast } from './unreadable-past.ts'
import { WORK_TABLES } from './unreadable-rows.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const OF = { profile: 'practice', account: '0x01' }
let directory = ''
let storage: Storage
let found: UnreadablePast[] = []
const path = (): string => join(directory, 'journal.sqlite')

function open(): void {
  storage = openStorage({ directory, clock: createFakeClock(NOW) })
  found = []
  storage.onUnreadablePast((rows) => found.push(...rows))
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-unreadable-past-'))
  open()
})
afterEach(() => {
  storage.close()
  rmSync(directory, { recursive: true, force: true })
})

function onDisk<T>(use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path())
  try {
    return use(database)
  } finally {
    database.close()
  }
}
const columnsOf = (database: DatabaseSync, table: string): readonly { name: string; type: string }[] =>
  database.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[]

const isJson = (name: string): boolean => ['body', 'results', 'ending'].includes(name)

/** A row with something in each of its columns, and JSON that names it. */
function insert(database: DatabaseSync, table: PastTable, which: 'sound' | 'damaged', number: number): void {
  const columns = columnsOf(database, table).filter(({ name }) => name !== 'excursion')
  const ids = { tid: which, id: which, time: number }
  const json = { mark: `${which}-${table}`, asset: 'NYCTMP1', side: 'buy', price: '571.00', size: '3', ...ids }
  const values = columns.map(({ name, type }) => {
    if (name === 'profile' || name === 'account') return OF[name]
    if (isJson(name)) return JSON.stringify(name === 'results' ? [json] : json)
    return type === 'INTEGER' ? number : `${number}`
  })
  const names = columns.map(({ name }) => name)
  database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...values)
}

/** A wallet has one row of these, which is the damaged one. */
const SINGLE: ReadonlySet<PastTable> = new Set(['ledgers'])

/** In each table a sound row and one that is damaged on the disk, while the terminal is off. */
function damageAll(): void {
  storage.close()
  onDisk((database) => {
    for (const table of PAST_TABLES) {
      if (!SINGLE.has(table)) insert(database, table, 'sound', 1)
      insert(database, table, 'damaged', 2)
    }
  })
  const file = readFileSync(path())
  const mark = '{"mark":"damaged-'
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) file.fill(0, at, at + 6)
  writeFileSync(path(), file)
}
/** Nothing can be set aside: the disk is full. */
const fill = (): void =>
  onDisk((database) =>
    database.exec("CREATE TRIGGER full BEFORE INSERT ON unreadable_rows BEGIN SELECT RAISE(ABORT, 'full'); END"),
  )

const marks = (rows: readonly unknown[]): readonly string[] =>
  rows.map((row) => (JSON.stringify(row).includes('sound-') || JSON.stringify(row).includes('"sound"') ? 'sound' : '?'))
const one = (row: unknown): readonly unknown[] => (row === null ? [] : [row])
/** The stores' result for each table. */
const READ: Readonly<Record<PastTable, () => readonly unknown[]>> = {
  fills: () => [
    ...storage.fills.since(OF, 0),
    ...storage.fills.newest(OF, 9),
    ...['1', '2'].flatMap((oid) => storage.fills.ofOrder(OF, oid)),
  ],
  orders: () => storage.orders.ofIds(OF, ['1', '2']),
  endings: () => storage.endings.newest(OF, 9),
  conversions: () => storage.books.conversions(OF, 0, 9),
  conversions_not_booked: () => storage.books.conversionsNotBooked(OF),
  computed_settlements: () => storage.books.entries(OF, 0, 9),
  trades: () => storage.trades.newest(OF, 0, 9, 9),
  book_days: () => [...storage.books.results(OF, 0, 9), ...one(storage.books.endBefore(OF, 9))],
  ledgers: () => one(storage.ledger.state(OF)),
  unbooked: () => storage.ledger.unbooked(OF, 0, 9).entries,
  closed_positions: () => storage.ledger.closed(OF),
  equity_samples: () => storage.ledger.samples(OF, 0, 9),
  balance_changes: () => storage.ledger.changes(OF, 0),
  outcome_markets: () => storage.books.markets(OF.profile),
}
const read = () => Object.fromEntries(PAST_TABLES.map((table) => [table, [...new Set(marks(READ[table]()))]]))
const SOUND = Object.fromEntries(PAST_TABLES.map((table) => [table, SINGLE.has(table) ? [] : ['sound']]))
const tablesOf = (rows: readonly UnreadablePast[]): readonly PastTable[] => rows.map(({ table }) => table)

it('every table with JSON holds work, the past, or data that starts empty', () => {
  const tables = onDisk((database) =>
    (database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => columnsOf(database, name).some((column) => isJson(column.name))),
  )
  const known = [...WORK_TABLES, ...PAST_TABLES, 'alert_settings', 'unreadable_rows', 'weather_forecasts']
  expect(tables.filter((name) => !name.startsWith('trade_')).toSorted()).toEqual([...known].toSorted())
})

describe('rows of every table of the past that are damaged on the disk', () => {
  it('are moved aside at the start and reported once, and readers continue with all others', () => {
    damageAll()
    open()
    expect(tablesOf(found)).toEqual(PAST_TABLES)
    expect(unreadablePastText(found)).toHaveLength(PAST_TABLES.length)
    expect(read()).toEqual(SOUND)
    storage.close()
    open()
    expect(found).toEqual([])
    const rows = onDisk((database) =>
      database.prepare('SELECT table_name AS name, found_at FROM unreadable_rows').all(),
    )
    expect(rows).toMatchObject(PAST_TABLES.map((name) => ({ name, found_at: NOW })))
    const sound = onDisk((database) => database.prepare('PRAGMA integrity_check').all())
    expect(sound).toMatchObject([{ integrity_check: 'ok' }])
  })

  it('stop no reader and no write while they cannot be moved aside', () => {
    damageAll()
    fill()
    open()
    expect(tablesOf(found)).toEqual(PAST_TABLES)
    expect(read()).toEqual(SOUND)
    const fresh = { tid: '9', time: 9, oid: '9', asset: 'NYCTMP1', side: 'buy', price: '571.00', size: '1', fee: null }
    expect(storage.fills.add(OF, [fresh as never])).toHaveLength(1)
  })

  it('are found in a large file by the thread that checks it', async () => {
    damageAll()
    const { damage, unreadable } = await checkInBackground(path()).found
    expect([damage, unreadable.toSorted()]).toEqual([null, PAST_TABLES.toSorted()])
    open()
  })
})

describe('notices of unreadable records of the past', () => {
  const row = (table: PastTable, id: string, profile: string, body: string): UnreadablePast => ({
    table,
    id,
    profile,
    body,
  })

  it('are one for several of a kind, of each deployment, and name the market of a single one', () => {
    const terms = unreadablePastText([
      row('fills', '1', 'practice', '"asset":"NYCTMP1"'),
      row('fills', '2', 'practice', ''),
      row('trades', '3', 'other', '"asset":"NYCTMP1"'),
    ])
    expect(terms.map(({ profile, title }) => [profile, title])).toEqual([
      ['practice', '2 fills cannot be read'],
      ['other', 'A trade cannot be read: NYCTMP1'],
    ])
  })
})
