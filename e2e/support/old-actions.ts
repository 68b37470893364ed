/** A past in the journal of a terminal that does not run: actions of long ago, and as many later ones as a terminal never archives. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface OldAction {
  readonly id: string
  readonly oid: string
  readonly cloid: string
}

/** The newest that stay in the journal of each profile. */
const KEPT = 8_000
const HOUR = 3_600_000

/** @param madeAt when each of the old ones was made, ms. @returns the old ones, which are due. */
export function addOldActions(userDataDir: string, madeAt: readonly number[]): readonly OldAction[] {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'))
  try {
    const seen = database.prepare('SELECT profile, account FROM wallets').get()
    if (seen === undefined) throw new Error('the terminal saw no account')
    const { profile, account } = seen as { readonly profile: string; readonly account: string }
    const saveAction = database.prepare(
      'INSERT INTO actions (id, profile, state, created_at, body) VALUES (?, ?, ?, ?, ?)',
    )
    const saveStep = database.prepare('INSERT INTO steps (action_id, number, state, at, detail) VALUES (?, ?, ?, ?, ?)')
    const add = (number: number, at: number): OldAction => {
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      const [oid, cloid] = [String(70_000_000 + number), `0x${(0xabc0000 + number).toString(16).padStart(32, '0')}`]
      const order = { asset: 'NYCTMP1', side: 'buy', price: '553.10', size: '12', tif: 'GTC', reduceOnly: false }
      const body = {
        ...{ id, profile, account, oid, cloid, intent: { kind: 'place', ...order }, state: 'filled', filled: '12' },
        ...{ createdAt: at, updatedAt: at + 900, clockOffset: 0, code: null, message: null, field: null },
        ...{ mismatches: [], prepared: null },
      }
      saveAction.run(id, profile, 'filled', at, JSON.stringify(body))
      for (const [place, state] of ['drafted', 'sent', 'filled'].entries())
        saveStep.run(id, place, state, at + place * 300, state === 'sent' ? `sent as ${oid}` : null)
      return { id, oid, cloid }
    }
    database.exec('BEGIN')
    const old = madeAt.map((at, i) => add(i, at))
    for (let i = 0; i < KEPT; i++) add(old.length + i, Date.now() - HOUR + i)
    database.exec('COMMIT')
    return old
  } finally {
    database.close()
  }
}

/** How many actions the journal itself has of the old ones. */
export function leftInJournal(userDataDir: string, before: number): number {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'), { readOnly: true, timeout: 2000 })
  try {
    const { count } = database.prepare('SELECT COUNT(*) AS count FROM actions WHERE created_at < ?').get(before) as {
      count: number
    }
    return count
  } finally {
    database.close()
  }
}
