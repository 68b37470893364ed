import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createFakeClock } from '../../contract/testing/fake-clock.ts'
import { backUpIfDue } from './backup.ts'

function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'isotherm-backup-'))
  const database = new DatabaseSync(join(directory, 'journal.sqlite'))
  onTestFinished(() => {
    if (database.isOpen) database.close()
    rmSync(directory, { recursive: true })
  })
  database.exec('CREATE TABLE t (x); INSERT INTO t VALUES (7)')
  return { directory, database, clock: createFakeClock(Date.UTC(2026, 10, 21, 12)) }
}
const copiesIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith('journal.backup'))

it.each([
  ['hangs', () => new Promise(() => undefined)],
  ['cannot be had', () => Promise.reject(new Error('not in this build'))],
] as const)('A20: a copy in pages that %s gives way to one at once', async (_what, copyInPages) => {
  const { directory, database, clock } = setUp()
  const made = backUpIfDue(database, directory, clock, copyInPages)
  await clock.advanceAsync(120_000)
  expect(await made).toBe(true)
  const [name = '', ...others] = copiesIn(directory)
  expect([name, others]).toEqual(['journal.backup-2026-11-21T12-00-00-000Z.sqlite', []])
  const copy = new DatabaseSync(join(directory, name), { readOnly: true })
  expect(copy.prepare('SELECT x FROM t').all()).toEqual([{ x: 7 }])
  copy.close()
})

it('A20: a journal that was closed meanwhile leaves no copy', async () => {
  const { directory, database, clock } = setUp()
  const made = backUpIfDue(database, directory, clock, () => new Promise(() => undefined))
  database.close()
  const failed = expect(made).rejects.toThrow('did not end')
  await clock.advanceAsync(120_000)
  await failed
  expect(copiesIn(directory)).toEqual([])
})
