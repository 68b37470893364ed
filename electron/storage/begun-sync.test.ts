import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { inTransaction } from './database.ts'

vi.mock('node:fs/promises', { spy: true })

function openDatabase(): DatabaseSync {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-begun-sync-'))
  const database = new DatabaseSync(join(directory, 'journal.sqlite'))
  onTestFinished(() => {
    if (database.isOpen) database.close()
    rmSync(directory, { recursive: true })
  })
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (body TEXT)')
  vi.mocked(open).mockClear()
  return database
}
const insert = (database: DatabaseSync): unknown => database.exec("INSERT INTO rows VALUES ('one')")
const synchronous = (database: DatabaseSync): unknown => database.prepare('PRAGMA synchronous').get()?.synchronous

it('flushes the log of a syncing write without waiting for it, and the next write waits again', async () => {
  const database = openDatabase()
  const log = { sync: vi.fn(), close: vi.fn() }
  vi.mocked(open).mockResolvedValueOnce(log as unknown as FileHandle)
  const during: unknown[] = []
  inTransaction(
    database,
    () => {
      insert(database)
      during.push(synchronous(database))
    },
    'syncing',
  )
  expect([...during, synchronous(database)]).toEqual([1, 2])
  expect(vi.mocked(open)).toHaveBeenCalledExactlyOnceWith(`${database.location()}-wal`, 'r+')
  expect(log.sync).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(log.close).toHaveBeenCalledOnce())
  expect(log.sync).toHaveBeenCalledOnce()
})

it('leaves a flush that fails to the next synced write', async () => {
  const database = openDatabase()
  vi.mocked(open).mockRejectedValueOnce(new Error('drive gone'))
  inTransaction(database, () => insert(database), 'syncing')
  inTransaction(database, () => insert(database))
  expect(database.prepare('SELECT count(*) AS count FROM rows').get()).toEqual({ count: 2 })
})

it('begins no flush of a written or synced write', () => {
  const database = openDatabase()
  inTransaction(database, () => insert(database), 'written')
  inTransaction(database, () => insert(database), 'synced')
  expect(vi.mocked(open)).not.toHaveBeenCalled()
})
