import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJournal } from '../journal.ts'
import { openStorage } from '../open-storage.ts'
import { oldAction, quickClock } from '../testing/old-actions.ts'
import { createArchiveIndex } from './archive-index.ts'
import { createArchiver } from './archiver.ts'
import { createArchiveReader } from './reader.ts'
import { createArchiveWork } from './work.ts'

/** Writes into the archive that the disk still takes: whatever comes after is refused. */
const disk = vi.hoisted(() => ({
  room: Number.POSITIVE_INFINITY,
  take(path: unknown): void {
    if (!String(path).includes('archive/')) return
    if (this.room <= 0) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    this.room -= 1
  },
}))

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const taken =
    <Args extends readonly unknown[], Value>(run: (...args: Args) => Value, place = 0) =>
    (...args: Args): Value => {
      disk.take(args[place])
      return run(...args)
    }
  return {
    ...real,
    openSync: taken(real.openSync),
    copyFileSync: taken(real.copyFileSync, 1),
    renameSync: taken(real.renameSync, 1),
    createWriteStream: taken(real.createWriteStream),
  }
})

vi.mock('node:sqlite', async (original) => {
  const real = await original<typeof import('node:sqlite')>()
  class Database extends real.DatabaseSync {
    readonly #path: string
    constructor(path: string, options = {}) {
      super(path, options)
      this.#path = path
    }
    override exec(sql: string): void {
      if (sql === 'COMMIT') disk.take(this.#path)
      super.exec(sql)
    }
  }
  return { ...real, DatabaseSync: Database }
})

const JULY = Date.UTC(2026, 6, 14)
let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'isotherm-archive-full-'))
})
afterEach(() => {
  disk.room = Number.POSITIVE_INFINITY
  rmSync(directory, { recursive: true, force: true })
})

describe('the archive on a disk that is full', () => {
  it('takes nothing out of the journal before its file is whole, wherever the room ends, and goes on once there is room', async () => {
    const actions = Array.from({ length: 6 }, (_, i) => oldAction(i, JULY + i))
    let isRoomEnough = false
    for (let room = 0; !isRoomEnough; room++) {
      rmSync(directory, { recursive: true })
      const storage = openStorage({ directory, clock: quickClock() })
      const path = storage.journalPath
      const database = new DatabaseSync(path, { timeout: 2000 })
      const failures: unknown[] = []
      const index = createArchiveIndex(database)
      const reader = createArchiveReader(directory, quickClock(), (error) => failures.push(error))
      const journal = createJournal(database, { index, reader })
      const archiver = createArchiver({
        ...{ directory, index, reader, clock: quickClock(), keep: 0 },
        startWorker: () => ({ ...createArchiveWork(directory, path), end() {} }),
        log: { warn: (...said) => void failures.push(said), error: (...said) => void failures.push(said) },
        tell: (news) => void failures.push(news),
      })
      const readAll = () => actions.map(({ id }) => journal.read(id))
      const indexed = () =>
        (database.prepare('SELECT COUNT(*) AS count FROM archived').get() as { count: number }).count
      for (const action of actions.slice(0, 4)) journal.write(action)
      // A file that is there already is added to.
      if (room % 2 === 1) {
        await archiver.run()
        expect(indexed()).toBe(4)
      }
      for (const action of actions.slice(4)) journal.write(action)
      const before = indexed()
      disk.room = Math.floor(room / 2)
      await archiver.run()
      isRoomEnough = disk.room > 0 && failures.length === 0 && room % 2 === 1
      disk.room = Number.POSITIVE_INFINITY
      expect(readAll()).toEqual(actions)
      if (failures.length > 0) expect([before, 6]).toContain(indexed())
      expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([])
      await archiver.run()
      expect(readAll()).toEqual(actions)
      expect(indexed()).toBe(6)
      expect(existsSync(join(directory, 'archive', 'journal-2026-07.sqlite.gz'))).toBe(true)
      expect(readdirSync(join(directory, 'archive'))).toHaveLength(2)
      reader.close()
      database.close()
      storage.close()
    }
  })
})
