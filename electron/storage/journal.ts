/** The order journal in SQLite: the newest state of every action, and every step it took. */
import type { DatabaseSync } from 'node:sqlite'
import { type ActionStep, FINAL_STATES } from '../../contract/action.ts'
import type { Log } from '../log/index.ts'
import type { Journal, StoredAction } from './interface.ts'
import { intentOfKept } from './kept-slippage.ts'
import { rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'

interface Row {
  readonly id: string
  readonly body: string
}

/** A journal over an opened database. Rows that cannot be read are logged and left where they are. */
export function createJournal(database: DatabaseSync, log?: Pick<Log, 'error'>): Journal {
  const saveAction = database.prepare(
    `INSERT INTO actions (id, profile, state, created_at, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET profile = excluded.profile, state = excluded.state, body = excluded.body`,
  )
  const countSteps = database.prepare('SELECT count(*) AS count FROM steps WHERE action_id = ?')
  const saveStep = database.prepare('INSERT INTO steps (action_id, number, state, at, detail) VALUES (?, ?, ?, ?, ?)')
  const readAction = database.prepare('SELECT id, body FROM actions WHERE id = ?')
  const readSteps = database.prepare('SELECT state, at, detail FROM steps WHERE action_id = ? ORDER BY number')
  const newest = database.prepare(
    'SELECT id, body FROM actions WHERE profile = ? ORDER BY created_at DESC, rowid DESC LIMIT ?',
  )
  const open = database.prepare(
    // As the index of them has it: all that are over need not be looked at.
    `SELECT id, body FROM actions WHERE profile = ? AND state NOT IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')})
     ORDER BY created_at, rowid`,
  )
  const ofOrders = database.prepare(
    `SELECT id, body FROM actions WHERE profile = ?1 AND account = ?2 AND oid IN (SELECT value FROM json_each(?3))
     UNION SELECT id, body FROM actions WHERE profile = ?1 AND account = ?2 AND cloid IN (SELECT value FROM json_each(?3))`,
  )

  const actionOf = ({ id, body }: Row): StoredAction => {
    const kept = JSON.parse(body) as Omit<StoredAction, 'steps'>
    return { ...kept, intent: intentOfKept(kept.intent), steps: rowsOf<ActionStep>(readSteps, id) }
  }
  const readable = (rows: Row[]): StoredAction[] =>
    rows.flatMap((row) => {
      try {
        return [actionOf(row)]
      } catch (error) {
        log?.error({ err: error, action: row.id }, 'an action in the journal cannot be read')
        return []
      }
    })

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

    read(id) {
      const row = readAction.get(id) as Row | undefined
      return row === undefined ? null : actionOf(row)
    },

    recent: (profile, limit) => readable(rowsOf<Row>(newest, profile, limit)),
    ofOrders: (profile, account, ids) =>
      ids.length === 0 ? [] : readable(rowsOf<Row>(ofOrders, profile, account, JSON.stringify(ids))),
    unfinished: (profile) => readable(rowsOf<Row>(open, profile)),
  }
}
