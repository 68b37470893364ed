/**
 * Whether a deployment is killed, in a file of its own for each: on disk when a write returns. What cannot be read counts as killed. It is no
 * part of the journal, which may begin anew after damage.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import { stampOf } from './file-names.ts'
import { diskWords, putInPlace, syncDirectory, writeAside } from './whole-file.ts'

/** What is kept of one deployment. */
export type KeptKill =
  | { readonly isKilled: false }
  | {
      readonly isKilled: true
      /** By the terminal's clock; null where it cannot be read. */
      readonly at: Millis | null
      /** Why it cannot be read, in words; null where it can. */
      readonly trouble: string | null
    }

export interface KillStore {
  /** Never throws: what cannot be read is killed. */
  read(profile: string): KeptKill
  /** On disk on return. @param at when it was killed; null lifts it. @throws Error in words; then what was there is there still. */
  keep(profile: string, at: Millis | null): void
}

const kept = z.strictObject({ profile: z.string(), killedAt: z.number().int().nullable() })

/** Named by a hash: some systems take names that differ in capitals for the same. */
const fileOf = (profile: string): string => `kill-${createHash('sha256').update(profile).digest('hex').slice(0, 24)}`

export function createKillStore(directory: string, clock: Pick<Clock, 'now'>): KillStore {
  const pathOf = (profile: string): string => join(directory, `${fileOf(profile)}.json`)

  function read(profile: string): KeptKill {
    const damaged = (reason: string): KeptKill => ({
      isKilled: true,
      at: null,
      trouble: `Whether it was killed could not be read from ${fileOf(profile)}.json (${reason}), so it counts as killed.`,
    })
    try {
      if (!existsSync(pathOf(profile))) return { isKilled: false }
      const found = kept.safeParse(JSON.parse(readFileSync(pathOf(profile), 'utf8')))
      if (!found.success) return damaged('it is damaged')
      if (found.data.profile !== profile) return damaged('it is of another deployment')
      const { killedAt } = found.data
      return killedAt === null ? { isKilled: false } : { isKilled: true, at: millis(killedAt), trouble: null }
    } catch (error) {
      return damaged(error instanceof SyntaxError ? 'it is damaged' : (error as Error).message)
    }
  }

  return {
    read,
    keep(profile, at) {
      const path = pathOf(profile)
      try {
        const before = read(profile)
        // What was damaged is not lost by being written over.
        if (before.isKilled && before.trouble !== null && existsSync(path)) {
          copyFileSync(path, join(directory, `${fileOf(profile)}.damaged-${stampOf(clock.now())}.json`))
        }
        putInPlace(writeAside(path, `${JSON.stringify({ profile, killedAt: at }, null, 2)}\n`), path)
        syncDirectory(directory)
      } catch (error) {
        throw new Error(`${fileOf(profile)}.json could not be saved: ${diskWords(error)}`, { cause: error })
      }
    },
  }
}
