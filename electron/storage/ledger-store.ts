/** A wallet's ledger in SQLite, its unbooked entries, and its value over time: samples and balance changes. */
import type { DatabaseSync } from 'node:sqlite'
import {
  type BalanceChange,
  type BookEntry,
  type ChangeName,
  type ClosedPosition,
  DAY_MS,
  type EquitySample,
  type Ledger,
} from '../../contract/books/index.ts'
import { bodiesOf, bodyOf, inTransaction, type PastOf, recordsOf, rowsOf } from './database.ts'

export type LedgerStore = ReturnType<typeof createLedgerStore>

export interface StoredLedger {
  readonly state: Ledger
  /** From `unbooked`; null where no entry was taken. */
  readonly upTo: number | null
  readonly sample: EquitySample | null
  /** Whether thinning keeps the sample. */
  readonly stays: boolean
  readonly changes: readonly BalanceChange[]
  /** Positions that ended: kept until their end is reported (`PositionCloseStore.release`). */
  readonly closed: readonly ClosedPosition[]
}

interface Body {
  readonly body: string
}

const HOUR_MS = 3_600_000
const WHOLE_FOR = 2 * DAY_MS
const HOURLY_FOR = 35 * DAY_MS

export function createLedgerStore(database: DatabaseSync) {
  const of = 'profile = ?1 AND account = ?2'
  const state = database.prepare(`SELECT body FROM ledgers WHERE ${of}`)
  const saveState = database.prepare('INSERT OR REPLACE INTO ledgers (profile, account, body) VALUES (?, ?, ?)')
  const unbooked = database.prepare(
    `SELECT number, body FROM unbooked WHERE ${of} AND number > ?3 ORDER BY number LIMIT ?4`,
  )
  const booked = database.prepare(`DELETE FROM unbooked WHERE ${of} AND number <= ?3`)
  const saveClosed = database.prepare(
    'INSERT OR IGNORE INTO closed_positions (profile, account, id, at, body) VALUES (?, ?, ?, ?, ?)',
  )
  const dropClosed = database.prepare(`DELETE FROM closed_positions WHERE ${of}`)
  const closed = database.prepare(`SELECT body FROM closed_positions WHERE ${of} ORDER BY at, id`)
  const saveSample = database.prepare(
    'INSERT OR REPLACE INTO equity_samples (profile, account, at, agrees, stays, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const between = database.prepare(`SELECT body FROM equity_samples WHERE ${of} AND at >= ?3 AND at < ?4 ORDER BY at`)
  const upTo = database.prepare(
    `SELECT body FROM equity_samples WHERE ${of} AND at <= ?3 AND agrees = 1 ORDER BY at DESC LIMIT 1`,
  )
  const saveChange = database.prepare(
    'INSERT OR IGNORE INTO balance_changes (profile, account, id, at, name, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const changes = database.prepare(`SELECT name, body FROM balance_changes WHERE ${of} AND at > ?3 ORDER BY at, id`)
  const rename = database.prepare(`UPDATE balance_changes SET name = ?4 WHERE ${of} AND id = ?3`)
  // Prefers reconciled samples: a period is explained from them.
  const thin = database.prepare(
    `DELETE FROM equity_samples WHERE ${of} AND at >= ?3 AND at < ?4 AND stays = 0 AND at NOT IN (
       SELECT COALESCE(MAX(CASE agrees WHEN 1 THEN at END), MAX(at)) FROM equity_samples
       WHERE ${of} AND at >= ?3 AND at < ?4 GROUP BY CAST(at / ?5 AS INTEGER))`,
  )

  function keep(
    { profile, account }: PastOf,
    { state, upTo, sample, stays, changes, closed: ended }: StoredLedger,
  ): void {
    saveState.run(profile, account, JSON.stringify(state))
    if (upTo !== null) booked.run(profile, account, upTo)
    if (sample !== null)
      saveSample.run(profile, account, sample.at, sample.agrees ? 1 : 0, stays ? 1 : 0, JSON.stringify(sample))
    for (const one of ended) saveClosed.run(profile, account, one.id, one.at, JSON.stringify(one))
    for (const change of changes)
      saveChange.run(profile, account, change.id, change.at, change.as, JSON.stringify(change))
  }

  return {
    /** The current ledger; null before the first read of the wallet. */
    state: ({ profile, account }: PastOf): Ledger | null => recordsOf<Ledger>(state, profile, account)[0] ?? null,
    /** Unbooked entries after a number, oldest first, with the number of the last one. */
    unbooked(
      { profile, account }: PastOf,
      after: number,
      limit: number,
    ): { readonly entries: readonly BookEntry[]; readonly upTo: number } {
      const rows = rowsOf<Body & { readonly number: number }>(unbooked, profile, account, after, limit)
      return { entries: bodiesOf<BookEntry>(rows), upTo: rows.at(-1)?.number ?? after }
    },
    /** Starts again: everything known before is included in it. */
    begin(whose: PastOf, state: Ledger): void {
      inTransaction(database, () => {
        dropClosed.run(whose.profile, whose.account)
        keep(whose, { state, upTo: Number.MAX_SAFE_INTEGER, sample: null, stays: false, changes: [], closed: [] })
      })
    },
    /** Stores booked and reconciled entries in one write: nothing is ever booked twice or missed. */
    keep: (whose: PastOf, kept: StoredLedger): void => inTransaction(database, () => keep(whose, kept), 'written'),
    /** Positions that ended and whose end is not reported yet, by the time of their ends. */
    closed: ({ profile, account }: PastOf): readonly ClosedPosition[] =>
      recordsOf<ClosedPosition>(closed, profile, account),
    /** In the interval [from, to), oldest first. */
    samples: ({ profile, account }: PastOf, from: number, to: number): readonly EquitySample[] =>
      recordsOf<EquitySample>(between, profile, account, from, to),
    /** The latest reconciled sample up to and including a moment; null where there is none. */
    reconciledUpTo: ({ profile, account }: PastOf, at: number): EquitySample | null =>
      recordsOf<EquitySample>(upTo, profile, account, at)[0] ?? null,
    /** After a moment, oldest first. */
    changes: ({ profile, account }: PastOf, after: number): readonly BalanceChange[] =>
      rowsOf<Body & { readonly name: string | null }>(changes, profile, account, after).flatMap((row) => {
        const change = bodyOf<BalanceChange>(row.body)
        return change === null ? [] : [{ ...change, as: row.name as ChangeName | null }]
      }),
    /** Names a balance change; null removes the name. Returns whether there is such a change. */
    name: ({ profile, account }: PastOf, id: string, as: ChangeName | null): boolean =>
      Number(rename.run(profile, account, id, as).changes) > 0,
    /** Thins samples: older than two days one an hour, older than 35 days one a day, the last of each; and all that stay. */
    thin({ profile, account }: PastOf, now: number): void {
      const hourly = Math.floor((now - WHOLE_FOR) / HOUR_MS) * HOUR_MS
      const daily = Math.floor((now - HOURLY_FOR) / DAY_MS) * DAY_MS
      inTransaction(
        database,
        () => {
          thin.run(profile, account, daily, hourly, HOUR_MS)
          thin.run(profile, account, 0, daily, DAY_MS)
        },
        'written',
      )
    },
  }
}
