/** Writes everything that matches as CSV, a page at a time, beside its place, and gives it its name when it is whole. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { PastAsked } from './asked.ts'
import { csvHead, csvRow } from './csv.ts'
import { noteOf, notesOn } from './noted.ts'
import { readPage } from './read-past.ts'

/** Rows read and written at a time. */
const AT_ONCE = 1_000

/**
 * How many rows were written. All are of one moment: what comes in meanwhile is not among them.
 * @param told how many rows are written so far.
 * @throws Error of the file system; nothing of it is left then, and a file that was there is as it was.
 */
export function exportPast(
  database: DatabaseSync,
  asked: PastAsked,
  path: string,
  told: (rows: number) => void,
): number {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  let rows = 0
  database.exec('BEGIN')
  try {
    const file = openSync(beside, 'w', 0o600)
    const notes = notesOn(database, asked)
    try {
      writeAll(file, csvHead(asked.kind))
      let after: string | null = null
      do {
        const page = readPage(database, asked, after, AT_ONCE)
        writeAll(
          file,
          page.rows.map((row) => csvRow(page.kind, row as never, noteOf(page.kind, row as never, notes))).join(''),
        )
        rows += page.rows.length
        after = page.next
        told(rows)
      } while (after !== null)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
    return rows
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    database.exec('ROLLBACK')
  }
}

/** A write may take a part only. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
