import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fill } from '../../contract/account.ts'
import { DAY_MS, dayOf, EMPTY_DAY } from '../../contract/books/index.ts'
import { workOut } from '../../contract/books/testing/entries.ts'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import type { StoredAction } from './journal.ts'
import { openStorage, type Storage } from './open-storage.ts'

const SMALL = 48 * 1024 * 1024
const OF = { profile: 'practice', account: '0x01' }
const DAY = Date.UTC(2026, 10, 21)
let directory = ''
let opened: Storage[] = []
const clock = createFakeClock(DAY + 43_200_000)
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-damage-'))
})
afterEach(() => {
  for (const storage of opened.splice(0)) storage.close()
  rmSync(directory, { recursive: true, force: true })
})
const path = (name = 'journal.sqlite'): string => join(directory, name)
function open(): Storage {
  const storage = openStorage({ directory, clock })
  opened.push(storage)
  return storage
}
function close(storage: Storage): void {
  opened = opened.filter((other) => other !== storage)
  storage.close()
}

const fill = (tid: number, more: Partial<Fill> = {}): Fill =>
  ({
    ...{
      tid: String(tid),
      oid: '7',
      asset: 'NYCTMP1',
      side: tid % 2 === 0 ? 'buy' : 'sell',
      price: '553.00',
      size: '2',
    },
    ...{ fee: '0.1', liquidity: 'taker', realizedPnl: null, time: DAY + tid * 1_000, ...more },
  }) as Fill
const action = (id: string, state: StoredAction['state']): StoredAction =>
  ({
    ...{ id, ...OF, state, steps: [{ state, at: 1_000, detail: null }], createdAt: 1_000, updatedAt: 1_000 },
    ...{ intent: { kind: 'cancel', asset: 'NYCTMP1', oid: '7', cloid: null }, cloid: null, oid: id, filled: null },
    ...{ code: null, message: null, field: null, mismatches: [], prepared: null },
  }) as unknown as StoredAction

/** Records of all kinds, and computed books. */
function fillRecords(storage: Storage): void {
  storage.fills.add(
    OF,
    [0, 1, 2, 3].map((tid) => fill(tid)),
  )
  storage.fills.extend(OF, { since: DAY, until: DAY + 10_000 })
  storage.orders.keep(OF, [{ oid: '7', time: DAY, status: 'filled' } as never])
  storage.books.addConversions(OF, [
    {
      kind: 'conversion',
      id: 'c',
      conversion: 'split',
      gives: [],
      takes: ['#360', '#361'],
      amount: '5',
      time: DAY + 9,
    } as never,
  ])
  const ending = { id: 'e', asset: 'NYCTMP1', at: DAY, isPutAway: false } as never
  storage.endings.report(OF, ending)
  storage.journal.write(action('done', 'filled'))
  workOutAll(storage)
}
function workOutAll({ books }: Storage): void {
  for (let due = books.due(OF); due !== null; due = books.due(OF)) {
    const day = dayOf(due)
    const made = workOut(day, books.endBefore(OF, day) ?? EMPTY_DAY, books.entries(OF, day, day + DAY_MS), () => null)
    books.keepDay(OF, day, made, books.firstSince(OF, day + DAY_MS) === null)
  }
}
const recordsOf = (storage: Storage) => ({
  fills: storage.fills.since(OF, 0),
  stretches: storage.fills.stretches(OF),
  orders: storage.orders.ofIds(OF, ['7']),
  days: storage.books.results(OF, 0, Number.MAX_SAFE_INTEGER),
  entries: storage.books.entries(OF, 0, Number.MAX_SAFE_INTEGER),
  endings: storage.endings.newest(OF, 10),
})

/** Makes the file so large that an orderly start checks a part of it. */
function swell(): void {
  const database = new DatabaseSync(path())
  database.exec(`CREATE TABLE swollen (body BLOB) STRICT`)
  const add = database.prepare('INSERT INTO swollen VALUES (zeroblob(?))')
  for (let size = 0; size <= SMALL; size += 4_000_000) add.run(4_000_000)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Overwrites the first page of a table. */
function spoil(table: string): void {
  const database = new DatabaseSync(path())
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table) as {
    rootpage: number
  }
  const { page_size: size } = database.prepare('PRAGMA page_size').get() as { page_size: number }
  database.close()
  const bytes = readFileSync(path())
  bytes.fill(0xaa, (rootpage - 1) * size, rootpage * size)
  writeFileSync(path(), bytes)
}

describe('a damaged journal', () => {
  it('has its past from the newest sound backup, and no work under way', async () => {
    const storage = open()
    fillRecords(storage)
    const before = recordsOf(storage)
    storage.journal.write(action('at work', 'resting'))
    storage.nonces.save('0x01', 50)
    expect(await storage.backupIfDue()).toBe(true)
    storage.nonces.save('0x01', 90)
    storage.fills.add(OF, [fill(8)])
    close(storage)
    // A copy that looks newer and is damaged itself.
    writeFileSync(path('journal.backup-000002-2026-11-22T12-00-00-000Z.sqlite'), 'no database '.repeat(900))
    spoil('fills')

    const restored = open()
    expect(restored.setAside).toMatchObject([
      { what: 'journal', restoredFrom: 'journal.backup-000001-2026-11-21T12-00-00-000Z.sqlite' },
    ])
    expect(recordsOf(restored)).toEqual(before)
    expect([restored.journal.read('done')?.state, restored.journal.read('at work')]).toEqual(['filled', null])
    expect(restored.journal.unfinished('practice')).toEqual([])
    expect(restored.nonces.last('0x01')).toBe(90)
    // Later entries are read from the service once more, and are in the books then.
    restored.fills.add(OF, [fill(8)])
    expect(restored.books.due(OF)).toBe(DAY + 8_000)
  })

  it('has its past from the sound backup with the highest number, even where the dates disagree', async () => {
    const ahead = createFakeClock(DAY + 400 * DAY_MS)
    const wrong = openStorage({ directory, clock: ahead })
    expect(await wrong.backupIfDue()).toBe(true)
    wrong.close()
    const storage = open()
    storage.journal.write(action('done', 'filled'))
    expect(await storage.backupIfDue()).toBe(true)
    close(storage)
    spoil('fills')
    const restored = open()
    expect(restored.setAside).toMatchObject([{ restoredFrom: 'journal.backup-000002-2026-11-21T12-00-00-000Z.sqlite' }])
    expect(restored.journal.read('done')?.state).toBe('filled')
  })

  it('without a backup starts empty, and its books follow from new reads', () => {
    const storage = open()
    fillRecords(storage)
    const { days } = recordsOf(storage)
    const { fills, entries } = recordsOf(storage)
    close(storage)
    spoil('fills')
    const again = open()
    expect(recordsOf(again)).toMatchObject({ fills: [], days: [], stretches: [] })
    again.books.addConversions(
      OF,
      entries.filter((one) => one.kind === 'conversion'),
    )
    again.fills.add(OF, fills)
    workOutAll(again)
    expect(recordsOf(again).days).toEqual(days)
  })
})

describe.runIf(process.platform !== 'win32')('the files of the journal', () => {
  const modes = (): readonly string[] =>
    readdirSync(directory)
      .filter((name) => name.startsWith('journal.'))
      .map((name) => `${name} ${(statSync(path(name)).mode & 0o777).toString(8)}`)

  it('can be read by no other user of the machine while it is open: it, its log and its backups', async () => {
    const storage = open()
    storage.journal.write(action('done', 'filled'))
    await storage.backupIfDue()
    expect(modes()).toEqual([
      'journal.backup-000001-2026-11-21T12-00-00-000Z.sqlite 600',
      ...['journal.open 600', 'journal.sqlite 600', 'journal.sqlite-shm 600', 'journal.sqlite-wal 600'],
    ])
  })

  it('become private from the next start on where they were left open, and after a restore', async () => {
    const storage = open()
    await storage.backupIfDue()
    close(storage)
    spoil('fills')
    for (const name of readdirSync(directory)) chmodSync(path(name), 0o644)
    expect(open().setAside).toHaveLength(1)
    expect(modes().filter((line) => !line.endsWith(' 600'))).toEqual([])
    expect(modes().length).toBeGreaterThanOrEqual(5)
  })
})

describe('a large journal', () => {
  it('is checked once the terminal is running: damage is reported, keeps the backups, and is set aside by the next start', async () => {
    const storage = open()
    fillRecords(storage)
    expect(await storage.backupIfDue()).toBe(true)
    close(storage)
    swell()
    spoil('endings')
    const later = open()
    expect(later.setAside).toEqual([])
    clock.advance(DAY_MS)
    expect(await later.findDamage()).toContain('endings')
    expect(await later.backupIfDue()).toBe(false)
    close(later)
    expect(open().setAside).toMatchObject([{ what: 'journal', reason: expect.stringContaining('endings') }])
    expect(existsSync(path('journal.damaged'))).toBe(false)
    clock.advance(-DAY_MS)
  }, 30_000)

  it('is checked completely at once after a disorderly shutdown', () => {
    close(open())
    swell()
    spoil('endings')
    writeFileSync(path('journal.open'), '')
    expect(open().setAside).toHaveLength(1)
  })

  it.each<[string, () => void]>([
    ['tables that orders depend on are damaged', () => spoil('nonces')],
    ['it was cut short', () => truncateSync(path(), SMALL + 8192)],
  ])('is set aside at once where %s', (_, damage) => {
    close(open())
    swell()
    damage()
    expect(open().setAside).toHaveLength(1)
  })

  it('that is sound opens unchanged', async () => {
    const storage = open()
    fillRecords(storage)
    const before = recordsOf(storage)
    close(storage)
    swell()
    const again = open()
    expect(again.setAside).toEqual([])
    expect(recordsOf(again)).toEqual(before)
    close(again)
    expect(readdirSync(directory).filter((name) => name.includes('damaged') || name.includes('open'))).toEqual([])
  })
})
