/**
 * What the journal keeps of archived actions: their ids, by which they are found, and what order history says of them. An action stands in
 * the journal or in this index, never in both and never in neither: it changes place within one transaction.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { StoredAction } from '../interface.ts'
import { rowsOf } from '../rows.ts'
import { inTransaction } from '../transaction.ts'
import type { ActionRow, StepRow } from './month.ts'
import type { Month } from './names.ts'
import type { MonthFacts } from './work.ts'

/** The step of the schema. */
export const ARCHIVE_TABLES = `
  -- Actions that are in the archive, by their ids; the rest of each is in the file of the month in which it was made.
  CREATE TABLE archived (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- in past_wallets
    wallet INTEGER NOT NULL,
    oid TEXT,
    cloid TEXT,
    created_at INTEGER NOT NULL,
    -- the held work that it was sent for, and what was told of its end
    held TEXT,
    message TEXT
  ) STRICT;
  CREATE INDEX archived_by_oid ON archived (wallet, oid) WHERE oid IS NOT NULL;
  CREATE INDEX archived_by_cloid ON archived (wallet, cloid) WHERE cloid IS NOT NULL;
  -- The archive's files as they were taken over: their actions are in the index.
  CREATE TABLE archive_months (
    month TEXT PRIMARY KEY,
    made_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    digest TEXT NOT NULL,
    -- when every byte of it was last looked at, this machine's time
    checked_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/** Where an archived action is. */
export interface Archived {
  readonly id: string
  /** This machine's time. */
  readonly createdAt: number
}

export interface KnownMonth extends MonthFacts {
  readonly month: Month
  readonly checkedAt: number
}

export interface ArchiveIndex {
  find(id: string): Archived | null
  /** Those of a trader that made one of these orders. */
  ofOrders(profile: string, account: string, ids: readonly string[]): readonly Archived[]
  /** By an action's own id or one of its order's. */
  byAnyId(profile: string, account: string, id: string): readonly Archived[]
  /** The ids among these of which there are such actions. */
  known(profile: string, account: string, ids: readonly string[]): readonly string[]
  /** Whether one of them made an order on a deployment, whoever the trader was. */
  hasOrdered(profile: string): boolean
  /** An action is in the journal again. Within the caller's transaction. */
  drop(id: string): void
  months(): readonly KnownMonth[]
  /** Whether any action was made before a moment. */
  hasOlder(than: number): boolean
  /**
   * Takes actions over that a month's file has: those that the journal has just the same go out of it, those that it lacks get their place in the
   * index. @returns how many of them, for as long as `goOn` said.
   */
  takeOver(rows: readonly ActionRow[], goOn: () => boolean): number
  /** A month's file is taken over whole. */
  keepMonth(month: Month, facts: MonthFacts, checkedAt: number): void
}

export function createArchiveIndex(database: DatabaseSync): ArchiveIndex {
  const wallet = '(SELECT id FROM past_wallets WHERE profile = ?1 AND account = ?2)'
  const given = '(SELECT value FROM json_each(?3))'
  const find = database.prepare('SELECT id, created_at AS createdAt FROM archived WHERE id = ?')
  const ofOrders = database.prepare(
    `SELECT id, created_at AS createdAt FROM archived WHERE wallet = ${wallet} AND oid IN ${given}
     UNION SELECT id, created_at FROM archived WHERE wallet = ${wallet} AND cloid IN ${given}`,
  )
  const byAnyId = database.prepare(
    `SELECT id, created_at AS createdAt FROM archived WHERE id = ?3 AND wallet = ${wallet}
     UNION SELECT id, created_at FROM archived WHERE wallet = ${wallet} AND oid = ?3
     UNION SELECT id, created_at FROM archived WHERE wallet = ${wallet} AND cloid = ?3`,
  )
  const known = database.prepare(
    `SELECT oid AS id FROM archived WHERE wallet = ${wallet} AND oid IN ${given}
     UNION SELECT cloid FROM archived WHERE wallet = ${wallet} AND cloid IN ${given}`,
  )
  const ordered = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM past_wallets w JOIN archived a ON a.wallet = w.id AND a.oid IS NOT NULL WHERE w.profile = ?) AS any`,
  )
  const drop = database.prepare('DELETE FROM archived WHERE id = ?')
  const months = database.prepare(
    'SELECT month, made_at AS madeAt, size, digest, checked_at AS checkedAt FROM archive_months ORDER BY month',
  )
  const older = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM (SELECT DISTINCT profile FROM actions) AS some
     WHERE EXISTS (SELECT 1 FROM actions WHERE profile = some.profile AND created_at < ?)) AS any`,
  )
  const inJournal = database.prepare('SELECT profile, state, created_at, body FROM actions WHERE id = ?')
  const steps = database.prepare('SELECT number, state, at, detail FROM steps WHERE action_id = ? ORDER BY number')
  const keepWallet = database.prepare(
    'INSERT INTO past_wallets (profile, account) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const keep = database.prepare(
    `INSERT INTO archived (id, wallet, oid, cloid, created_at, held, message)
     VALUES (?3, ${wallet}, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO NOTHING`,
  )
  const dropSteps = database.prepare('DELETE FROM steps WHERE action_id = ?')
  const dropAction = database.prepare('DELETE FROM actions WHERE id = ?')
  const keepMonth = database.prepare(
    'INSERT OR REPLACE INTO archive_months (month, made_at, size, digest, checked_at) VALUES (?, ?, ?, ?, ?)',
  )

  function takeOne(row: ActionRow): void {
    const { id, profile, created_at: createdAt, body } = row
    const [own] = rowsOf<Omit<ActionRow, 'id' | 'steps'>>(inJournal, id)
    // One that went on since it was written down stays until it is written down again.
    if (own !== undefined && !isSame({ ...own, id, steps: rowsOf<StepRow>(steps, id) }, row)) return
    const { account, oid, cloid, held, message } = JSON.parse(body) as StoredAction
    keepWallet.run(profile, account)
    keep.run(profile, account, id, oid, cloid, createdAt, held?.what ?? null, message)
    if (own === undefined) return
    dropSteps.run(id)
    dropAction.run(id)
  }

  return {
    find: (id) => rowsOf<{ id: string; createdAt: number }>(find, id)[0] ?? null,
    ofOrders: (profile, account, ids) =>
      rowsOf<{ id: string; createdAt: number }>(ofOrders, profile, account, JSON.stringify(ids)),
    byAnyId: (profile, account, id) => rowsOf<{ id: string; createdAt: number }>(byAnyId, profile, account, id),
    known: (profile, account, ids) =>
      rowsOf<{ id: string }>(known, profile, account, JSON.stringify(ids)).map(({ id }) => id),
    hasOrdered: (profile) => (ordered.get(profile) as { any: number }).any === 1,
    drop: (id) => void drop.run(id),
    months: () => rowsOf<KnownMonth & { readonly month: Month }>(months),
    hasOlder: (than) => (older.get(than) as { any: number }).any === 1,
    takeOver: (rows, goOn) =>
      // The month's file is on the drive: what a power cut takes of this is in the journal still.
      inTransaction(
        database,
        () => {
          let taken = 0
          do {
            const row = rows[taken]
            if (row === undefined) break
            takeOne(row)
            taken += 1
          } while (goOn())
          return taken
        },
        'written',
      ),
    keepMonth: (month, { madeAt, size, digest }, checkedAt) =>
      void keepMonth.run(month, madeAt, size, digest, checkedAt),
  }
}

const isSame = (a: ActionRow, b: ActionRow): boolean =>
  a.profile === b.profile &&
  a.state === b.state &&
  a.created_at === b.created_at &&
  a.body === b.body &&
  a.steps.length === b.steps.length &&
  a.steps.every((step, i) => isSameStep(step, b.steps[i]))

const isSameStep = (a: StepRow, b: StepRow | undefined): boolean =>
  b !== undefined && a.number === b.number && a.state === b.state && a.at === b.at && a.detail === b.detail
