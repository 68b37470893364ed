/**
 * Puts fills and orders of before a cut together to sums, a slice at a time. Each slice moves its rows, their sums and their ids in one write,
 * so that sums of the past are the same at every moment between, and after an end of the terminal at any moment.
 */
import type { DatabaseSync } from 'node:sqlite'
import { EMPTY_DAY } from '../../../contract/books/index.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { ArchiveWorker } from '../archive/worker.ts'
import type { BookStore } from '../book-store.ts'
import type { PastOf } from '../interface.ts'
import { rowsOf } from '../rows.ts'
import { inTransaction } from '../transaction.ts'
import { createPruneChecks, type PruneChecks } from './checks.ts'
import { PRUNED_FILLS, PRUNED_ORDERS } from './kinds.ts'
import { createOpeningBalances } from './opening-balances.ts'
import { createPruneSlice } from './slice.ts'

/** From when on a wallet's records are kept one by one. */
export interface Pruning {
  readonly cut: Millis
  /** Whether all before the cut was looked at. */
  readonly isDone: boolean
}

export interface PruneStore extends PruneChecks {
  /** Null where nothing was ever pruned. */
  pruning(of: PastOf): Pruning | null
  /** Whether anything was kept of before a moment. */
  hasBefore(of: PastOf, cut: number): boolean
  /**
   * Closes the books at a cut, the start of a UTC day: writes what every market stood at, on disk on return. False where the records are not
   * certain up to it, or were closed later already.
   */
  begin(of: PastOf, cut: Millis): boolean
  /** Moves one slice of what is before the cut into sums: a few ms, of so many rows. Whether there is more. */
  step(of: PastOf, rows?: number): boolean
  /** Has a thread take what was written into the journal's file, which main would at one of its commits else. Never rejects. */
  takeLogIn(): Promise<void>
  /** Nothing more is to be pruned for now: the thread ends. */
  rest(): void
}

/** Rows that a slice looks at: a few ms. */
const SLICE = 40
const NOWHERE = { time: -1, id: 0 } as const

interface PruningRow {
  readonly cut: number
  readonly stage: string
  readonly fills_time: number
  readonly fills_id: number
  readonly orders_time: number
  readonly orders_id: number
}

/** @param startWorker starts the thread that the log is taken in by. */
export function createPruneStore(
  database: DatabaseSync,
  books: Pick<BookStore, 'endBefore'>,
  startWorker: () => Pick<ArchiveWorker, 'checkpoint' | 'end'>,
): PruneStore {
  let worker: ReturnType<typeof startWorker> | null = null
  const checks = createPruneChecks(database)
  const openings = createOpeningBalances(database)
  const slices = { fills: createPruneSlice(database, PRUNED_FILLS), orders: createPruneSlice(database, PRUNED_ORDERS) }
  const own = 'profile = ?1 AND account = ?2'
  const read = database.prepare(`SELECT * FROM prunings WHERE ${own}`)
  const close = database.prepare(
    `INSERT OR REPLACE INTO prunings (profile, account, cut, fills_time, fills_id, orders_time, orders_id, stage)
     VALUES (?1, ?2, ?3, ?4, ?5, ?4, ?5, 'fills')`,
  )
  const booked = database.prepare(`DELETE FROM out_of_turn WHERE ${own} AND (is_booked = 1 OR time < ?3)`)
  const reach = {
    fills: database.prepare(`UPDATE prunings SET fills_time = ?3, fills_id = ?4 WHERE ${own}`),
    orders: database.prepare(`UPDATE prunings SET orders_time = ?3, orders_id = ?4 WHERE ${own}`),
  }
  const enter = database.prepare(`UPDATE prunings SET stage = ?3 WHERE ${own}`)
  const some = database.prepare(
    `SELECT 1 FROM past_wallets w WHERE ${own} AND (
       EXISTS (SELECT 1 FROM fill_figures f WHERE f.wallet = w.id AND f.time < ?3)
       OR EXISTS (SELECT 1 FROM order_figures f WHERE f.wallet = w.id AND f.is_open = 0 AND f.time < ?3))`,
  )
  const rowOf = ({ profile, account }: PastOf): PruningRow | null =>
    rowsOf<PruningRow>(read, profile, account)[0] ?? null

  return {
    ...checks,
    pruning(of) {
      const row = rowOf(of)
      return row === null ? null : { cut: millis(row.cut), isDone: row.stage === 'done' }
    },
    hasBefore: ({ profile, account }, cut) => some.get(profile, account, cut) !== undefined,
    begin: (of, cut) =>
      inTransaction(database, () => {
        if (cut <= (rowOf(of)?.cut ?? 0) || checks.bars(of, cut).length > 0) return false
        openings.write(of, cut, books.endBefore(of, cut) ?? EMPTY_DAY)
        // All that was booked at the last cut is of before this one, and in the balance.
        booked.run(of.profile, of.account, cut)
        close.run(of.profile, of.account, cut, NOWHERE.time, NOWHERE.id)
        return true
      }),
    async takeLogIn() {
      worker ??= startWorker()
      // Then main does it, at one of its commits.
      await worker.checkpoint().catch(() => null)
    },
    rest() {
      worker?.end()
      worker = null
    },
    step: (of, rows = SLICE) =>
      inTransaction(
        database,
        () => {
          const row = rowOf(of)
          if (row === null || row.stage === 'done') return false
          const { profile, account } = of
          const stage = row.stage === 'fills' ? 'fills' : 'orders'
          const after =
            stage === 'fills'
              ? { time: row.fills_time, id: row.fills_id }
              : { time: row.orders_time, id: row.orders_id }
          const last = slices[stage].move(of, row.cut, after, rows)
          if (last === null) enter.run(profile, account, stage === 'fills' ? 'orders' : 'done')
          else reach[stage].run(profile, account, last.time, last.id)
          return last !== null || stage === 'fills'
        },
        // What a power cut takes of it is moved again.
        'written',
      ),
  }
}
