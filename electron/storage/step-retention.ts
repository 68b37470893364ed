/**
 * Drops the steps of actions that ended long ago, if the trader chose that: actions, their ids and their results are permanent. It runs in slices of
 * a few ms, each one write, and never while anything is under way.
 */
import type { DatabaseSync } from 'node:sqlite'
import { FINAL_STATES } from '../../contract/action.ts'
import type { Listen } from '../../contract/listeners.ts'
import type { Settings } from '../../contract/settings-table.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'

/** Number of actions per slice. */
const SLICE = 50
/** Delays, ms: before the first slice, between two, before checking again whether nothing is under way, and once all actions were checked. */
const [FIRST, PAUSE, BUSY, DAY] = [60_000, 200, 1_000, 86_400_000]

/** The last checked action: its creation time, this machine's, and its row. */
interface Place {
  readonly createdAt: number
  readonly row: number
}

export type StepStore = ReturnType<typeof createStepStore>

export function createStepStore(database: DatabaseSync) {
  const final = FINAL_STATES.map((state) => `'${state}'`).join(', ')
  // A forward jump of the machine's clock must drop nothing: the time comes from the service's, stored with an action.
  const newest = database.prepare(
    `SELECT created_at + (body ->> '$.clockOffset') AS at FROM actions
     WHERE profile = ? AND body ->> '$.clockOffset' IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
  )
  const next = database.prepare(
    `SELECT rowid AS row, id, created_at AS createdAt, EXISTS (SELECT 1 FROM steps WHERE action_id = actions.id) AS has
     FROM actions WHERE profile = ? AND (created_at, rowid) > (?, ?) AND created_at < ?
     ORDER BY created_at, rowid LIMIT ${SLICE}`,
  )
  const mark = database.prepare(
    `UPDATE actions SET body = json_set(body, '$.stepsDropped', json_object('wasSent', json(CASE
       WHEN COALESCE(body ->> '$.stepsDropped.wasSent', 0) = 1
         OR EXISTS (SELECT 1 FROM steps WHERE action_id = ?1 AND state = 'sent') THEN 'true' ELSE 'false' END)))
     WHERE id = ?1 AND state IN (${final}) AND COALESCE(body ->> '$.surfaced.isSeen', 1) = 1
       AND (body ->> '$.updatedAt') + COALESCE(body ->> '$.clockOffset', 0) < ?2`,
  )
  const drop = database.prepare('DELETE FROM steps WHERE action_id = ?')
  return {
    /**
     * Checks the next actions of a deployment after a place, and drops the steps of those that ended before the cut-off month: the given number of
     * months before the latest one, by the service's time. @returns the last checked action; null where there is no further one.
     */
    dropSlice(profile: string, months: number, after: Place | null): Place | null {
      const now = rowsOf<{ at: number }>(newest, profile)[0]?.at
      if (now === undefined) return null
      const cut = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() - months)
      const { createdAt, row } = after ?? { createdAt: Number.MIN_SAFE_INTEGER, row: 0 }
      const looked = rowsOf<Place & { id: string; has: number }>(next, profile, createdAt, row, cut)
      const due = looked.filter(({ has }) => has === 1)
      if (due.length > 0) {
        // Steps that a power cut restores are dropped again.
        inTransaction(
          database,
          () => {
            for (const { id } of due) if (mark.run(id, cut).changes === 1) drop.run(id)
          },
          'written',
        )
      }
      return looked.at(-1) ?? null
    },
  }
}

export type StepRetention = ReturnType<typeof createStepRetention>

interface StepRetentionOptions {
  readonly profile: string
  readonly store: StepStore
  readonly keep: () => Settings['keepSteps']
  readonly onSettings: Listen
  /** Whether nothing waits for the service, and nothing is under way. */
  readonly isIdle: () => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly log: Pick<Log, 'error'>
}

/** Does nothing while the trader keeps all steps. */
export function createStepRetention(options: StepRetentionOptions) {
  const { profile, store, keep, onSettings, isIdle, clock, log } = options
  let known = keep()
  let place: Place | null = null
  let next: Cancel | null = null
  let unheard: Cancel | null = null

  function plan(ms: number): void {
    next?.()
    next = known === 'always' ? null : clock.after(ms, look)
  }

  function look(): void {
    if (!isIdle()) {
      plan(BUSY)
      return
    }
    try {
      place = store.dropSlice(profile, Number(known), place)
    } catch (error) {
      place = null
      log.error({ err: error }, 'the steps of old actions could not be dropped')
    }
    plan(place === null ? DAY : PAUSE)
  }

  return {
    start(): void {
      known = keep()
      unheard = onSettings(() => {
        if (keep() === known) return
        known = keep()
        place = null
        plan(PAUSE)
      })
      plan(FIRST)
    },
    stop(): void {
      unheard?.()
      next?.()
      next = null
    },
  }
}
