/** The trader's safety controls: killed deployments, changes to the controls, and paused automated orders. */

import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { AutomationPause } from '../../contract/action.ts'
import type { SafetyRecord } from '../../contract/activity.ts'
import { quoted } from '../../contract/messages.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import { rowsOf } from './database.ts'
import { notSavedText, putInPlace, stampOf, syncDirectory, writeAside } from './whole-file.ts'

/** Stored state of one deployment. */
export type StoredKill =
  | { readonly isKilled: false }
  | {
      readonly isKilled: true
      /** By the terminal's clock; null where it cannot be read. */
      readonly at: Millis | null
      /** Why it cannot be read; null where it can. */
      readonly trouble: string | null
    }

export type KillStore = ReturnType<typeof createKillStore>

const killFile = z.strictObject({ profile: z.string(), killedAt: z.number().int().nullable() })

/** Named by a hash: some file systems ignore case. */
const fileOf = (profile: string): string => `kill-${createHash('sha256').update(profile).digest('hex').slice(0, 24)}`

/**
 * Whether a deployment is killed, in a separate file for each: on disk when a write returns. An unreadable file counts as killed. It is not part of
 * the journal, which may start again after damage.
 */
export function createKillStore(directory: string, clock: Pick<Clock, 'now'>) {
  const pathOf = (profile: string): string => join(directory, `${fileOf(profile)}.json`)

  /** Never throws: an unreadable state counts as killed. */
  function read(profile: string): StoredKill {
    const file = `${fileOf(profile)}.json`
    const unusable = (trouble: string): StoredKill => ({ isKilled: true, at: null, trouble })
    const damaged = (): StoredKill => unusable(`Its kill state in ${file} is damaged, so trading stays stopped.`)
    try {
      if (!existsSync(pathOf(profile))) return { isKilled: false }
      const found = killFile.safeParse(JSON.parse(readFileSync(pathOf(profile), 'utf8')))
      if (!found.success) return damaged()
      if (found.data.profile !== profile) {
        return unusable(`Its kill state in ${file} belongs to another deployment, so trading stays stopped.`)
      }
      const { killedAt } = found.data
      return killedAt === null ? { isKilled: false } : { isKilled: true, at: millis(killedAt), trouble: null }
    } catch (error) {
      return error instanceof SyntaxError
        ? damaged()
        : unusable(
            `Its kill state in ${file} could not be read (${quoted((error as Error).message)}), so trading stays stopped.`,
          )
    }
  }

  return {
    read,
    /** On disk on return. @param at when it was killed; null lifts it. @throws Error with the reason; the previous state is then unchanged. */
    keep(profile: string, at: Millis | null): void {
      const path = pathOf(profile)
      try {
        const before = read(profile)
        // A damaged file is set aside rather than overwritten.
        if (before.isKilled && before.trouble !== null && existsSync(path)) {
          copyFileSync(path, join(directory, `${fileOf(profile)}.damaged-${stampOf(clock.now())}.json`))
        }
        putInPlace(writeAside(path, `${JSON.stringify({ profile, killedAt: at }, null, 2)}\n`), path)
        syncDirectory(directory)
      } catch (error) {
        throw new Error(notSavedText(`${fileOf(profile)}.json`, error), { cause: error })
      }
    },
  }
}

export type SafetyRecordStore = ReturnType<typeof createSafetyRecordStore>

/** Changes to the trader's own safety controls, in the journal's database: kills, their lifting, loosened limits, overridden orders. */
export function createSafetyRecordStore(database: DatabaseSync) {
  const add = database.prepare('INSERT INTO safety_records (profile, at, kind, words) VALUES (?, ?, ?, ?)')
  const newest = database.prepare(
    'SELECT id, at, kind, words AS text FROM safety_records WHERE profile = ? ORDER BY id DESC LIMIT ?',
  )
  return {
    /** Durable on return. */
    add: (profile: string, { at, kind, text: message }: Omit<SafetyRecord, 'id'>): void =>
      void add.run(profile, at, kind, message),
    /** Newest first, at most so many. */
    newest: (profile: string, most: number): readonly SafetyRecord[] =>
      rowsOf<SafetyRecord>(newest, profile, most).map((row) => ({ ...row })),
  }
}

/** Owner of the work: a deployment's name, and the trader's address. */
interface HeldPauseOf {
  readonly profile: string
  readonly account: string
}

export type AutomationPauseStore = ReturnType<typeof createAutomationPauseStore>

/** Automated orders that are paused until the trader types a word, in the journal's database: a restart keeps them paused. */
export function createAutomationPauseStore(database: DatabaseSync) {
  const add = database.prepare(
    `INSERT INTO held_pauses (profile, account, id, what, fills, seconds, at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, id) DO NOTHING`,
  )
  const remove = database.prepare('DELETE FROM held_pauses WHERE profile = ? AND account = ? AND id = ?')
  const all = database.prepare(
    'SELECT id, what, fills, seconds, at FROM held_pauses WHERE profile = ? AND account = ? ORDER BY at, id',
  )
  return {
    /** Durable on return. */
    add: ({ profile, account }: HeldPauseOf, { id, what, fills, seconds, at }: AutomationPause): void =>
      void add.run(profile, account, id, what, fills, seconds, at),
    remove: ({ profile, account }: HeldPauseOf, id: string): void => void remove.run(profile, account, id),
    /** Oldest first. */
    all: ({ profile, account }: HeldPauseOf): readonly AutomationPause[] =>
      rowsOf<AutomationPause>(all, profile, account).map((row) => ({ ...row })),
  }
}
