/** One month's file of the archive, opened to be read. It is never changed in place: another one takes its place. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDamage } from '../journal-check.ts'
import { rowsOf } from '../rows.ts'
import { archiveFolder, type Month, monthFile, monthWords } from './names.ts'

/** Version of these files (`PRAGMA user_version`). */
const FORMAT = 1

export const MONTH_SCHEMA = `
  CREATE TABLE actions (
    id TEXT PRIMARY KEY, profile TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE steps (
    action_id TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL, detail TEXT,
    PRIMARY KEY (action_id, number)
  ) STRICT, WITHOUT ROWID;
  -- When the file was written, this machine's time: tells it from the one before it.
  CREATE TABLE made (at INTEGER NOT NULL) STRICT;
  PRAGMA user_version = ${FORMAT};
`

export interface StepRow {
  readonly number: number
  readonly state: string
  readonly at: number
  readonly detail: string | null
}

/** An action as the journal has it. */
export interface ActionRow {
  readonly id: string
  readonly profile: string
  readonly state: string
  readonly created_at: number
  readonly body: string
  readonly steps: readonly StepRow[]
}

/** A month's file that cannot be read, in words that name it. */
export class MonthUnreadable extends Error {
  override readonly name = 'MonthUnreadable'
  readonly month: Month
  /** It may be sound, and must be left as it is. */
  readonly isNewer: boolean

  constructor(month: Month, why: string, isNewer = false) {
    super(`The archive of ${monthWords(month)} (archive/${monthFile(month)}) ${why}`)
    this.month = month
    this.isNewer = isNewer
  }
}

export interface OpenedMonth {
  /** When it was written. */
  readonly madeAt: number
  /** @throws MonthUnreadable */
  read(id: string): ActionRow | null
  /** Some actions after a place, in the order in which they were made, with the place of the last. @throws MonthUnreadable */
  after(place: number, limit: number): { readonly rows: readonly ActionRow[]; readonly place: number }
  /** Looks at every page and counts the actions. @throws MonthUnreadable */
  check(): number
  close(): void
}

/** @param path another place than the month's own. @throws MonthUnreadable */
export function openMonth(
  directory: string,
  month: Month,
  path = join(archiveFolder(directory), monthFile(month)),
): OpenedMonth {
  if (!existsSync(path)) throw new MonthUnreadable(month, 'is missing.')
  const within = <T>(read: () => T): T => {
    try {
      return read()
    } catch (error) {
      if (error instanceof MonthUnreadable) throw error
      const why = isDamage(error) ? 'is damaged' : 'cannot be read'
      throw new MonthUnreadable(month, `${why}: ${(error as Error).message}.`)
    }
  }
  const database = within(() => new DatabaseSync(path, { readOnly: true, timeout: 2000 }))
  try {
    return within(() => opened(database, month, within))
  } catch (error) {
    database.close()
    throw error
  }
}

function opened(database: DatabaseSync, month: Month, within: <T>(read: () => T) => T): OpenedMonth {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > FORMAT) {
    throw new MonthUnreadable(
      month,
      `was written by a newer version of the terminal (format ${version}, this one knows ${FORMAT}).`,
      true,
    )
  }
  if (version !== FORMAT) throw new MonthUnreadable(month, 'is damaged: it is no archive of this terminal.')
  const [made] = rowsOf<{ at: number }>(database.prepare('SELECT at FROM made'))
  if (made === undefined) throw new MonthUnreadable(month, 'is damaged: it does not say when it was written.')
  const one = database.prepare('SELECT id, profile, state, created_at, body FROM actions WHERE id = ?')
  const some = database.prepare(
    'SELECT rowid AS place, id, profile, state, created_at, body FROM actions WHERE rowid > ? ORDER BY rowid LIMIT ?',
  )
  const steps = database.prepare('SELECT number, state, at, detail FROM steps WHERE action_id = ? ORDER BY number')
  const withSteps = (row: Omit<ActionRow, 'steps'>): ActionRow => ({ ...row, steps: rowsOf<StepRow>(steps, row.id) })
  return {
    madeAt: made.at,
    read: (id) =>
      within(() => {
        const [row] = rowsOf<Omit<ActionRow, 'steps'>>(one, id)
        return row === undefined ? null : withSteps(row)
      }),
    after: (place, limit) =>
      within(() => {
        const rows = rowsOf<Omit<ActionRow, 'steps'> & { readonly place: number }>(some, place, limit)
        return { rows: rows.map(({ place: _place, ...row }) => withSteps(row)), place: rows.at(-1)?.place ?? place }
      }),
    check: () =>
      within(() => {
        const [row] = rowsOf<{ quick_check: string }>(database.prepare('PRAGMA quick_check(1)'))
        if (row?.quick_check !== 'ok') throw new MonthUnreadable(month, `is damaged: ${row?.quick_check}.`)
        return (database.prepare('SELECT COUNT(*) AS count FROM actions').get() as { count: number }).count
      }),
    close: () => database.close(),
  }
}
