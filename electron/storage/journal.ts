/** The order journal in SQLite: the latest state of every action, and every step it took. */
import type { DatabaseSync } from 'node:sqlite'
import { type ActionRecord, type ActionStep, FINAL_STATES } from '../../contract/action.ts'
import type { Hex } from '../../contract/address.ts'
import type { Money, Price, Size } from '../../contract/decimal.ts'
import type { Log } from '../log/index.ts'
import { type Durability, inTransaction, rowsOf } from './database.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/** An action with the internal fields that main needs to resume it. */
export interface StoredAction extends ActionRecord {
  /** Name of its deployment. */
  readonly profile: string
  /** Address of its owner. */
  readonly account: string
  /** The prepared action that was signed, once there is one. */
  readonly prepared: {
    readonly orderId: string
    readonly actionHash: Hex
    readonly nonce: number | null
    readonly expiresAt: number | null
    /** The expiry inside the signed payload, where there is one. */
    readonly expiresAfter?: number | null
    /** The service's time at the prepare, as the terminal knew it then: later clock adjustments do not matter. */
    readonly at?: number
    /** Size in the prepared action, for orders whose size the service computes (binary predictions). */
    readonly size?: Size | null
    /** The account's balances just before a transfer was sent; they decide its outcome when no answer comes. */
    readonly balances?: { readonly usdh: Money | null; readonly usdhOutcome: Money | null } | null
  } | null
  /** For an order that adds exposure: the market when it was about to be signed; absent before that. */
  readonly stood?: MarketSnapshot
}

/** The market as an order was about to be signed. */
export interface MarketSnapshot {
  /** The mid price, or the mark; null where neither was known. */
  readonly reference: Price | null
  /** Whether the order could trade at once, by what was known. */
  readonly mayCross: boolean
}

/** The order journal: the latest state of every action and every step it took. */
export type Journal = ReturnType<typeof createJournal>

/** Highest nonce issued per signer, across all windows and restarts. */
export type NonceStore = ReturnType<typeof createNonceStore>

/** Inserts or replaces the latest state of an action: its columns for indexes, and the whole of it as JSON. Parsing that for each index would take longer. */
export function createActionWriter(database: DatabaseSync): (action: Omit<StoredAction, 'steps'>) => void {
  const save = database.prepare(
    `INSERT INTO actions (id, profile, state, created_at, body, account, oid, cloid, kind, leverage_of, cancels)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body, oid = excluded.oid, cloid = excluded.cloid`,
  )
  return (action) => {
    const { id, profile, state, createdAt, account, oid, cloid, intent } = action
    const leverageOf = intent.kind === 'leverage' ? intent.asset : null
    const cancels = intent.kind === 'cancel' ? intent.oid : null
    const body = JSON.stringify(action)
    save.run(id, profile, state, createdAt, body, account, oid, cloid, intent.kind, leverageOf, cancels)
  }
}

/**
 * A journal over an opened database. Unreadable actions under way were set aside when the storage was opened; any other is logged and left in place.
 */
export function createJournal(database: DatabaseSync, log?: Pick<Log, 'error'>) {
  const saveAction = createActionWriter(database)
  const countSteps = database.prepare('SELECT count(*) AS count FROM steps WHERE action_id = ?')
  const saveStep = database.prepare('INSERT INTO steps (action_id, number, state, at, detail) VALUES (?, ?, ?, ?, ?)')
  const readAction = database.prepare('SELECT id, profile, state, body FROM actions WHERE id = ?')
  const isThere = database.prepare(
    `SELECT 1 FROM actions WHERE id = ?1 UNION ALL SELECT 1 FROM unreadable_rows WHERE table_name = 'actions' AND id = ?1`,
  )
  const readSteps = database.prepare('SELECT state, at, detail FROM steps WHERE action_id = ? ORDER BY number')
  const newest = database.prepare(
    'SELECT id, profile, state, body FROM actions WHERE profile = ? ORDER BY created_at DESC, rowid DESC LIMIT ?',
  )
  const byState = database.prepare(
    'SELECT state, count(*) AS count FROM actions WHERE profile = ? GROUP BY state ORDER BY state',
  )
  const open = database.prepare(
    // Matches its index: finished actions are not scanned.
    `SELECT id, profile, state, body FROM actions WHERE profile = ? AND state NOT IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')})
     ORDER BY created_at, rowid`,
  )
  const ofOrders = database.prepare(
    `SELECT id, profile, state, body FROM actions WHERE profile = ?1 AND account = ?2 AND oid IN (SELECT value FROM json_each(?3))
     UNION SELECT id, profile, state, body FROM actions WHERE profile = ?1 AND account = ?2 AND cloid IN (SELECT value FROM json_each(?3))`,
  )
  const idsOfOrders = database.prepare(
    `SELECT oid AS id FROM actions WHERE profile = ?1 AND account = ?2 AND oid IN (SELECT value FROM json_each(?3))
     UNION SELECT cloid FROM actions WHERE profile = ?1 AND account = ?2 AND cloid IN (SELECT value FROM json_each(?3))`,
  )
  const leverage = database.prepare(
    `SELECT body ->> '$.intent.leverage' AS leverage FROM actions INDEXED BY leverages_of_asset
     WHERE profile = ? AND account = ? AND leverage_of = ? AND state = 'done' ORDER BY created_at DESC, rowid DESC LIMIT 1`,
  )
  const ordered = database.prepare('SELECT EXISTS (SELECT 1 FROM actions WHERE profile = ? AND oid IS NOT NULL) AS any')
  const byAnyId = database.prepare(
    `SELECT id FROM actions WHERE id = ?3 AND profile = ?1 AND account = ?2
     UNION SELECT id FROM actions WHERE profile = ?1 AND account = ?2 AND oid = ?3
     UNION SELECT id FROM actions WHERE profile = ?1 AND account = ?2 AND cloid = ?3`,
  )

  const readable = (rows: readonly Row[]): readonly StoredAction[] =>
    recordsIn<Omit<StoredAction, 'steps'>>('actions', rows, log).map((action) => ({
      ...action,
      steps: rowsOf<ActionStep>(readSteps, action.id),
    }))

  return {
    /** Inserts or replaces the action and appends its latest step, in one transaction, before returning; synced by default. */
    write({ steps, ...action }: StoredAction, durability?: Durability): void {
      const save = () => {
        saveAction(action)
        const { id } = action
        const { count } = countSteps.get(id) as { count: number }
        for (const [i, step] of steps.entries()) {
          if (i >= count) saveStep.run(id, i, step.state, step.at, step.detail)
        }
      }
      inTransaction(database, save, durability)
    },

    /** Whether there is such an action, readable or not: a requested id is never sent again. */
    has: (id: string): boolean => isThere.get(id) !== undefined,

    /** Null also for an unreadable one. */
    read: (id: string): StoredAction | null => readable(rowsOf<Row>(readAction, id))[0] ?? null,

    /** Newest first. */
    recent: (profile: string, limit: number): readonly StoredAction[] => readable(rowsOf<Row>(newest, profile, limit)),
    /** Number of actions of the deployment in each state. */
    counts: (profile: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        rowsOf<{ readonly state: string; readonly count: number }>(byState, profile).map(({ state, count }) => [
          state,
          count,
        ]),
      ),
    /** Actions of a trader that created one of these orders, by any of its ids, however old. */
    ofOrders: (profile: string, account: string, ids: readonly string[]): readonly StoredAction[] =>
      ids.length === 0 ? [] : readable(rowsOf<Row>(ofOrders, profile, account, JSON.stringify(ids))),
    /** The leverage that a trader's latest such action set for an asset, however old; null where none did. */
    leverageSet: (profile: string, account: string, asset: string): number | null =>
      rowsOf<{ leverage: number }>(leverage, profile, account, asset)[0]?.leverage ?? null,
    /** The subset of these ids that belong to orders of a trader's actions. */
    known: (profile: string, account: string, ids: readonly string[]): ReadonlySet<string> =>
      new Set(rowsOf<{ id: string }>(idsOfOrders, profile, account, JSON.stringify(ids)).map(({ id }) => id)),
    /** Whether the service ever accepted an order of this terminal on a deployment. */
    hasOrdered: (profile: string): boolean => (ordered.get(profile) as { any: number }).any === 1,
    /** The ids of a trader's actions, by their own id or one of their order's. */
    find: (profile: string, account: string, id: string): readonly string[] =>
      rowsOf<{ id: string }>(byAnyId, profile, account, id).map((row) => row.id),
    /** Actions of the deployment in no final state, oldest first: a start resumes them. */
    unfinished: (profile: string): readonly StoredAction[] => readable(rowsOf<Row>(open, profile)),
  }
}

/** A stored nonce never decreases. */
export function createNonceStore(database: DatabaseSync) {
  const read = database.prepare('SELECT nonce FROM nonces WHERE signer = ?')
  const write = database.prepare(
    `INSERT INTO nonces (signer, nonce) VALUES (?, ?)
     ON CONFLICT (signer) DO UPDATE SET nonce = max(nonce, excluded.nonce)`,
  )
  return {
    last: (signer: string): number => (read.get(signer) as { nonce: number } | undefined)?.nonce ?? 0,
    save: (signer: string, nonce: number): void => void write.run(signer, nonce),
  }
}
