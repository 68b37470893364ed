/** The order journal in SQLite: the newest state of every action, and every step it took. */
import type { DatabaseSync } from 'node:sqlite'
import { type ActionStep, FINAL_STATES } from '../../contract/action.ts'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'
import type { Journal, NonceStore, StoredAction } from './interface.ts'
import { type WorkRow as Row, recordsIn } from './unreadable-rows.ts'

/**
 * A journal over an opened database. Actions under way that cannot be read were set aside when the storage was opened; any other is logged and left
 * where it is.
 */
export function createJournal(database: DatabaseSync, log?: Pick<Log, 'error'>): Journal {
  const saveAction = database.prepare(
    `INSERT INTO actions (id, profile, state, created_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, state = excluded.state, body = excluded.body`,
  )
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
    // As the index of them has it: all that are over need not be looked at.
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
    write({ steps, ...action }, durability) {
      const save = () => {
        const { id, profile, state, createdAt } = action
        saveAction.run(id, profile, state, createdAt, JSON.stringify(action))
        const { count } = countSteps.get(id) as { count: number }
        for (const [i, step] of steps.entries()) {
          if (i >= count) saveStep.run(id, i, step.state, step.at, step.detail)
        }
      }
      inTransaction(database, save, durability)
    },

    has: (id) => isThere.get(id) !== undefined,

    read: (id) => readable(rowsOf<Row>(readAction, id))[0] ?? null,

    recent: (profile, limit) => readable(rowsOf<Row>(newest, profile, limit)),
    counts: (profile) =>
      Object.fromEntries(
        rowsOf<{ readonly state: string; readonly count: number }>(byState, profile).map(({ state, count }) => [
          state,
          count,
        ]),
      ),
    ofOrders: (profile, account, ids) =>
      ids.length === 0 ? [] : readable(rowsOf<Row>(ofOrders, profile, account, JSON.stringify(ids))),
    leverageSet: (profile, account, asset) =>
      rowsOf<{ leverage: number }>(leverage, profile, account, asset)[0]?.leverage ?? null,
    known: (profile, account, ids) =>
      new Set(rowsOf<{ id: string }>(idsOfOrders, profile, account, JSON.stringify(ids)).map(({ id }) => id)),
    hasOrdered: (profile) => (ordered.get(profile) as { any: number }).any === 1,
    find: (profile, account, id) => rowsOf<{ id: string }>(byAnyId, profile, account, id).map((row) => row.id),
    unfinished: (profile) => readable(rowsOf<Row>(open, profile)),
  }
}

/** A stored nonce never goes back, whatever is saved. */
export function createNonceStore(database: DatabaseSync): NonceStore {
  const read = database.prepare('SELECT nonce FROM nonces WHERE signer = ?')
  const write = database.prepare(
    `INSERT INTO nonces (signer, nonce) VALUES (?, ?)
     ON CONFLICT (signer) DO UPDATE SET nonce = max(nonce, excluded.nonce)`,
  )
  return {
    last: (signer) => (read.get(signer) as { nonce: number } | undefined)?.nonce ?? 0,
    save: (signer, nonce) => void write.run(signer, nonce),
  }
}
