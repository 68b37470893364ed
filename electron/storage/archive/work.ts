/** What is done with the archive's files, all of it apart from main: which months are due, writing, placing and checking a month's file. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { FINAL_STATES } from '../../../contract/action.ts'
import { stampOf } from '../file-names.ts'
import { rowsOf } from '../rows.ts'
import { syncDirectory } from '../whole-file.ts'
import { type ActionRow, MONTH_SCHEMA, MonthUnreadable, openMonth, type StepRow } from './month.ts'
import { archiveFolder, type Month, monthCopy, monthFile, monthsIn } from './names.ts'

/** What tells a month's file from every other. */
export interface MonthFacts {
  readonly madeAt: number
  readonly size: number
  /** SHA-256 of it, hex. */
  readonly digest: string
}

/** Which actions may be put away. */
export interface Due {
  /** They ended before, this machine's time. */
  readonly cut: number
  /** As many of the newest of each profile stay. */
  readonly keep: number
}

export type CheckedMonth =
  /** As it was written; `isWhole` where every byte was looked at. */
  | { readonly kind: 'sound'; readonly isWhole: boolean }
  /** Sound, and another than the one that is known. */
  | { readonly kind: 'other'; readonly facts: MonthFacts }
  /** It was damaged or gone, and its copy is in its place. */
  | { readonly kind: 'restored'; readonly facts: MonthFacts; readonly words: string; readonly movedTo: string | null }
  | { readonly kind: 'unreadable'; readonly words: string }

export interface ArchiveWork {
  /** Months of which actions are due, and those of which there are files; both oldest first. */
  look(due: Due): Promise<{ readonly due: readonly Month[]; readonly there: readonly Month[] }>
  /** @param known the file as it was when main took it over. @param isWhole whether every byte is to be looked at. */
  check(month: Month, known: MonthFacts | null, isWhole: boolean, now: number): Promise<CheckedMonth>
  /**
   * Writes a month's file beside its place, synced and checked: what it has so far, and all that is due.
   * @param known the file that is in its place. @throws Error of the disk, MonthUnreadable; nothing is left of it then.
   */
  write(month: Month, due: Due, known: MonthFacts | null, now: number): Promise<MonthFacts>
  /** Puts what was written in its place, and a packed copy beside it. */
  place(month: Month): Promise<null>
  /** Takes what the journal's log has into its file, as main else would at one of its commits. Holds no writer up. */
  checkpoint(): Promise<null>
}

/** @param directory the data folder. @param path of the journal; it is only read. */
export function createArchiveWork(directory: string, path: string): ArchiveWork {
  const folder = archiveFolder(directory)
  const fileOf = (month: Month): string => join(folder, monthFile(month))
  const copyOf = (month: Month): string => join(folder, monthCopy(month))

  function reading<T>(read: (journal: DatabaseSync) => T): T {
    const journal = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
    try {
      journal.exec('BEGIN')
      return read(journal)
    } finally {
      journal.close()
    }
  }

  async function factsOf(month: Month, file: string): Promise<MonthFacts> {
    const opened = openMonth(directory, month, file)
    try {
      opened.check()
      return { madeAt: opened.madeAt, size: statSync(file).size, digest: await digestOf(file) }
    } finally {
      opened.close()
    }
  }

  async function pack(month: Month): Promise<void> {
    const unfinished = `${copyOf(month)}.tmp`
    await pipeline(createReadStream(fileOf(month)), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    intoPlace(unfinished, copyOf(month))
  }

  /** As the journal is: whoever may read that one may read this. */
  function intoPlace(unfinished: string, file: string): void {
    chmodSync(unfinished, statSync(path).mode & 0o777)
    syncFile(unfinished)
    renameSync(unfinished, file)
    syncDirectory(folder)
  }

  /** Null where it is what is known, or sound and another. @throws MonthUnreadable */
  async function look(month: Month, known: MonthFacts | null, isWhole: boolean): Promise<CheckedMonth> {
    const opened = openMonth(directory, month)
    const { madeAt } = opened
    opened.close()
    if (known === null || madeAt !== known.madeAt) return { kind: 'other', facts: await factsOf(month, fileOf(month)) }
    const { size } = statSync(fileOf(month))
    if (size !== known.size) throw new MonthUnreadable(month, `is damaged: it has ${size} of ${known.size} bytes.`)
    if (isWhole && (await digestOf(fileOf(month))) !== known.digest)
      throw new MonthUnreadable(month, 'is damaged: it is not as it was written.')
    return { kind: 'sound', isWhole }
  }

  /** Puts the copy in the place of a file that is damaged, gone or older; null where there is no sound copy, or only one of before `since`. */
  async function restore(month: Month, why: MonthUnreadable, now: number, since = 0): Promise<CheckedMonth | null> {
    const unfinished = `${fileOf(month)}.tmp`
    try {
      await pipeline(createReadStream(copyOf(month)), createGunzip(), createWriteStream(unfinished, { mode: 0o600 }))
      const facts = await factsOf(month, unfinished)
      if (facts.madeAt < since) return null
      const movedTo = join(folder, `journal-${month}.damaged-${stampOf(now)}.sqlite`)
      const isThere = existsSync(fileOf(month))
      if (isThere) renameSync(fileOf(month), movedTo)
      intoPlace(unfinished, fileOf(month))
      return { kind: 'restored', facts, words: why.message, movedTo: isThere ? movedTo : null }
    } catch {
      return null
    } finally {
      rmSync(unfinished, { force: true })
    }
  }

  async function isSoundCopy(month: Month, isWhole: boolean, { digest }: MonthFacts): Promise<boolean> {
    if (!existsSync(copyOf(month))) return false
    return !isWhole || (await digestOf(copyOf(month), true).catch(() => '')) === digest
  }

  return {
    async look(due) {
      const there = existsSync(folder) ? readdirSync(folder) : []
      // What an end of the terminal left of a file that was being written.
      for (const name of there) if (/\.tmp(-journal)?$/.test(name)) rmSync(join(folder, name), { force: true })
      return { due: reading((journal) => dueMonths(journal, due)), there: monthsIn(there) }
    },
    async check(month, known, isWhole, now) {
      try {
        const found = await look(month, known, isWhole)
        if (found.kind === 'other' && known !== null && found.facts.madeAt < known.madeAt) {
          // The copy may have what this one lacks, and must not be made of it.
          const why = new MonthUnreadable(month, 'was replaced by an older one.')
          const restored = await restore(month, why, now, known.madeAt)
          if (restored !== null) return restored
        }
        const facts = found.kind === 'other' ? found.facts : known
        if (facts !== null && !(await isSoundCopy(month, isWhole || found.kind === 'other', facts))) await pack(month)
        return found
      } catch (error) {
        if (!(error instanceof MonthUnreadable)) throw error
        if (error.isNewer) return { kind: 'unreadable', words: error.message }
        return (await restore(month, error, now)) ?? { kind: 'unreadable', words: error.message }
      }
    },
    async write(month, due, known, now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const unfinished = `${fileOf(month)}.tmp`
      try {
        rmSync(unfinished, { force: true })
        if (existsSync(fileOf(month))) {
          // What is damaged must not become a part of a sound one.
          if (known === null || (await look(month, known, true)).kind !== 'sound')
            throw new MonthUnreadable(month, 'is not the one that is known.')
          copyFileSync(fileOf(month), unfinished)
        }
        // Another one than the last, whatever the clock does.
        const madeAt = Math.max(now, (known?.madeAt ?? 0) + 1)
        reading((journal) => addDue(journal, unfinished, month, due, madeAt))
        syncFile(unfinished)
        return await factsOf(month, unfinished)
      } catch (error) {
        rmSync(unfinished, { force: true })
        throw error
      }
    },
    async place(month) {
      intoPlace(`${fileOf(month)}.tmp`, fileOf(month))
      await pack(month)
      return null
    },
    async checkpoint() {
      const journal = new DatabaseSync(path, { timeout: 2000 })
      try {
        journal.exec('PRAGMA checkpoint_fullfsync = ON; PRAGMA wal_checkpoint(PASSIVE)')
      } finally {
        journal.close()
      }
      return null
    },
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

async function digestOf(path: string, isPacked = false): Promise<string> {
  const hash = createHash('sha256')
  if (isPacked) await pipeline(createReadStream(path), createGunzip(), hash)
  else await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Over, and ended before the cut. Transfers stay, for they are few and equity is explained by them; so does what the trader has yet to see.
 * Parameters: profile, made before, ended before.
 */
const IS_DUE = `profile = ?1 AND created_at < ?2 AND created_at > 0
  AND state IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')}) AND body ->> '$.updatedAt' < ?3
  AND body ->> '$.intent.kind' <> 'transfer' AND COALESCE(body ->> '$.surfaced.isSeen', 1) <> 0`

/** By profile, when the oldest of those was made that stay in any case; profiles with fewer are left out. */
function profilesWithMore(journal: DatabaseSync, { cut, keep }: Due): readonly (readonly [string, number])[] {
  const oldest = journal.prepare(
    'SELECT created_at AS at FROM actions WHERE profile = ? ORDER BY created_at DESC LIMIT 1 OFFSET ?',
  )
  const profiles = rowsOf<{ profile: string }>(journal.prepare('SELECT DISTINCT profile FROM actions'))
  return profiles.flatMap(({ profile }) => {
    if (keep === 0) return [[profile, cut] as const]
    const [kept] = rowsOf<{ at: number }>(oldest, profile, keep - 1)
    return kept === undefined ? [] : [[profile, Math.min(cut, kept.at)] as const]
  })
}

const MONTH_OF = "strftime('%Y-%m', created_at / 1000, 'unixepoch')"

function dueMonths(journal: DatabaseSync, due: Due): readonly Month[] {
  const query = journal.prepare(`SELECT DISTINCT ${MONTH_OF} AS month FROM actions WHERE ${IS_DUE}`)
  const found = profilesWithMore(journal, due).flatMap(([profile, before]) =>
    rowsOf<{ month: string }>(query, profile, before, due.cut).map(({ month }) => month as Month),
  )
  return [...new Set(found)].sort()
}

function addDue(journal: DatabaseSync, path: string, month: Month, due: Due, madeAt: number): void {
  const actions = journal.prepare(
    `SELECT id, profile, state, created_at, body FROM actions
     WHERE ${IS_DUE} AND created_at >= ?4 AND created_at < ?5 ORDER BY created_at, rowid`,
  )
  const steps = journal.prepare('SELECT number, state, at, detail FROM steps WHERE action_id = ? ORDER BY number')
  const from = Date.parse(`${month}-01T00:00:00Z`)
  const at = new Date(from)
  const to = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
  const isNew = !existsSync(path)
  const file = new DatabaseSync(path)
  try {
    // It is synced once it is whole; cut off before, it is written anew.
    file.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    file.exec(`BEGIN; ${isNew ? MONTH_SCHEMA : ''}`)
    const saveAction = file.prepare(
      `INSERT INTO actions (id, profile, state, created_at, body) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, state = excluded.state, created_at = excluded.created_at,
       body = excluded.body`,
    )
    const dropSteps = file.prepare('DELETE FROM steps WHERE action_id = ?')
    const saveStep = file.prepare('INSERT INTO steps (action_id, number, state, at, detail) VALUES (?, ?, ?, ?, ?)')
    for (const [profile, before] of profilesWithMore(journal, due)) {
      for (const row of actions.iterate(profile, before, due.cut, from, to)) {
        const { id, state, created_at, body } = row as unknown as Omit<ActionRow, 'steps'>
        saveAction.run(id, profile, state, created_at, body)
        dropSteps.run(id)
        for (const step of rowsOf<StepRow>(steps, id)) saveStep.run(id, step.number, step.state, step.at, step.detail)
      }
    }
    file.exec('DELETE FROM made')
    file.prepare('INSERT INTO made (at) VALUES (?)').run(madeAt)
    file.exec('COMMIT')
  } finally {
    file.close()
  }
}
