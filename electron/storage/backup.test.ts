import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFakeClock, type FakeClock } from '../../contract/testing/fake-clock.ts'
import { backupsIn, type CopyInPages, createBackups } from './backup.ts'
import { createJournalUpkeep } from './journal-upkeep.ts'
import type { PastTable } from './unreadable-past.ts'

const DAY = 24 * 60 * 60 * 1000
const NOON = Date.UTC(2026, 10, 21, 12)

function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-backup-'))
  const database = new DatabaseSync(join(directory, 'journal.sqlite'))
  onTestFinished(() => {
    if (database.isOpen) database.close()
    rmSync(directory, { recursive: true })
  })
  database.exec('CREATE TABLE t (x); INSERT INTO t VALUES (7)')
  return { directory, database, clock: createFakeClock(NOON) }
}
const copiesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith('journal.backup'))
const numbersIn = (directory: string): number[] => backupsIn(readdirSync(directory)).map(({ number }) => number)
const copyAtOnce: CopyInPages = async (from, to) => from.prepare('VACUUM INTO ?').run(to)

describe('a paged copy', () => {
  it.each([
    ['hangs', () => new Promise(() => undefined)],
    ['is not available', () => Promise.reject(new Error('not in this build'))],
  ] as const)('that %s is replaced by an immediate one', async (_what, copyInPages) => {
    const { directory, database, clock } = setUp()
    const made = createBackups({ database, directory, clock, copyInPages }).make()
    await clock.advanceAsync(120_000)
    await made
    const [name = '', ...others] = copiesIn(directory)
    expect([name, others]).toEqual(['journal.backup-000001-2026-11-21T12-00-00-000Z.sqlite', []])
    const copy = new DatabaseSync(join(directory, name), { readOnly: true })
    expect(copy.prepare('SELECT x FROM t').all()).toEqual([{ x: 7 }])
    copy.close()
  })

  it('of a journal that was closed meanwhile leaves nothing', async () => {
    const { directory, database, clock } = setUp()
    const made = createBackups({ database, directory, clock, copyInPages: () => new Promise(() => undefined) }).make()
    database.close()
    const failed = expect(made).rejects.toThrow('did not end')
    await clock.advanceAsync(120_000)
    await failed
    expect(copiesIn(directory)).toEqual([])
  })

  it.runIf(process.platform !== 'win32').each([
    ['in pages', undefined],
    ['at once', () => Promise.reject(new Error('not in this build'))],
  ] as const)('made %s can be read by no other user of the machine', async (_how, copyInPages) => {
    const { directory, database, clock } = setUp()
    await createBackups({ database, directory, clock, copyInPages }).make()
    expect(copiesIn(directory).map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([0o600])
  })
})

/** A journal that is maintained from now on. */
function maintained(
  { directory, database, clock }: { directory: string; database: DatabaseSync; clock: FakeClock },
  { found = null as string | null, copyInPages = copyAtOnce } = {},
) {
  const world = {
    found,
    unreadable: [] as readonly PastTable[],
    setAside: [] as PastTable[],
    checks: 0,
    marks: [] as string[],
    reported: [] as string[],
  }
  const upkeep = createJournalUpkeep({
    directory,
    opened: { path: '', database, isChecked: true, damaged: (reason) => void world.marks.push(reason) },
    log: { warn() {}, error() {} },
    check() {
      world.checks += 1
      return { found: Promise.resolve({ damage: world.found, unreadable: world.unreadable }), stop() {} }
    },
    unreadable: (tables) => void world.setAside.push(...tables),
    ...{ clock, copyInPages },
  })
  upkeep.maintain((reason) => void world.reported.push(reason))
  return { world, upkeep }
}

describe('a journal that is open for days', () => {
  it('is checked and backed up every day, even while the wall clock is set', async () => {
    const on = setUp()
    const { world, upkeep } = maintained(on)
    await on.clock.advanceAsync(0)
    expect([numbersIn(on.directory), world.checks]).toEqual([[1], 0])
    for (let day = 1; day <= 10; day += 1) {
      if (day === 4) on.clock.setWall(NOON + 400 * DAY)
      if (day === 7) on.clock.setWall(NOON - 400 * DAY)
      await on.clock.advanceAsync(DAY - 1)
      expect([numbersIn(on.directory)[0], world.checks]).toEqual([day, day - 1])
      await on.clock.advanceAsync(1)
      expect([numbersIn(on.directory)[0], world.checks]).toEqual([day + 1, day])
    }
    expect(numbersIn(on.directory)).toEqual([11, 10, 9])
    upkeep.stop()
    await on.clock.advanceAsync(3 * DAY)
    expect(numbersIn(on.directory)[0]).toBe(11)
  })

  it('has rows set aside that a check finds unreadable, and is backed up all the same', async () => {
    const on = setUp()
    const { world } = maintained(on)
    world.unreadable = ['fills']
    await on.clock.advanceAsync(DAY)
    expect([world.setAside, world.reported]).toEqual([['fills'], []])
    expect(numbersIn(on.directory)).toEqual([2, 1])
  })

  it('waits for the rest of the day where an earlier run made the newest backup', async () => {
    const on = setUp()
    maintained(on).upkeep.stop()
    await on.clock.advanceAsync(20 * 3_600_000)
    maintained(on)
    await on.clock.advanceAsync(4 * 3_600_000 - 1)
    expect(numbersIn(on.directory)).toEqual([1])
    await on.clock.advanceAsync(1)
    expect(numbersIn(on.directory)).toEqual([2, 1])
  })

  it('that is found damaged is reported once, and replaces no backup', async () => {
    const on = setUp()
    const { world } = maintained(on)
    await on.clock.advanceAsync(DAY / 2)
    world.found = 'fills: wrong page'
    await on.clock.advanceAsync(5 * DAY)
    expect([world.reported, world.marks, world.checks]).toEqual([['fills: wrong page'], ['fills: wrong page'], 1])
    expect(numbersIn(on.directory)).toEqual([1])
  })

  it('is backed up an hour after a failed backup', async () => {
    const on = setUp()
    let isFull = true
    const copyInPages: CopyInPages = async (from, to) => {
      if (isFull) throw new Error('database or disk is full')
      return copyAtOnce(from, to)
    }
    // Blocks the immediate copy.
    mkdirSync(join(on.directory, 'journal.backup-at-once.tmp'))
    maintained(on, { copyInPages })
    await on.clock.advanceAsync(0)
    expect(copiesIn(on.directory).filter((name) => name.endsWith('.sqlite'))).toEqual([])
    isFull = false
    await on.clock.advanceAsync(3_600_000)
    expect(numbersIn(on.directory)).toEqual([1])
  })
})

describe('a backup with a date in the future', () => {
  it('is not the newest, and does not displace later ones', async () => {
    const on = setUp()
    on.clock.setWall(NOON + 400 * DAY)
    for (let start = 0; start < 3; start += 1) {
      await createBackups({ ...on, copyInPages: copyAtOnce }).make()
      on.clock.advance(DAY)
    }
    on.clock.setWall(NOON)
    for (const kept of [
      [4, 3, 2],
      [5, 4, 3],
      [6, 5, 4],
    ]) {
      const backups = createBackups({ ...on, copyInPages: copyAtOnce })
      expect(backups.isDue()).toBe(true)
      await backups.make()
      expect(numbersIn(on.directory)).toEqual(kept)
      expect(createBackups({ ...on, copyInPages: copyAtOnce }).isDue()).toBe(false)
      on.clock.advance(DAY)
    }
    expect(backupsIn(readdirSync(on.directory)).every(({ time }) => time < NOON + 4 * DAY)).toBe(true)
  })
})
