/** Reads the journal from disk, independently of the terminal that writes it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface JournalledAction {
  readonly id: string
  readonly state: string
  readonly steps: readonly string[]
  readonly intent: {
    readonly kind: string
    readonly asset?: string
    readonly tif?: string
    readonly oid?: string
    readonly leverage?: number
    readonly amount?: string | null
    readonly conversion?: string
  }
  readonly cloid: string | null
  readonly oid: string | null
  readonly filled: string | null
  readonly message: string | null
  /** The estimate of a prediction that waits for its confirmation. */
  readonly estimate?: { readonly id: string } | null
}

/** Every action, oldest first. */
export function readJournal(userDataDir: string): JournalledAction[] {
  const file = join(userDataDir, 'journal.sqlite')
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2000 })
  try {
    const actions = database.prepare('SELECT id, state, body FROM actions ORDER BY created_at, rowid').all()
    const steps = database.prepare('SELECT state FROM steps WHERE action_id = ? ORDER BY number')
    return actions.map((row) => {
      const { id, state, body } = row as { id: string; state: string; body: string }
      return {
        ...(JSON.parse(body) as Omit<JournalledAction, 'id' | 'state' | 'steps'>),
        id,
        state,
        steps: steps.all(id).map((step) => (step as { state: string }).state),
      }
    })
  } finally {
    database.close()
  }
}

/** An exit as stored on disk. */
interface JournalledExit {
  readonly trigger: string | null
  readonly state: string
  readonly plan: { readonly id: string; readonly role: 'stop' | 'time' | number }
}

/** Every conditional order, newest first. */
export function readExits(userDataDir: string): JournalledExit[] {
  const database = new DatabaseSync(join(userDataDir, 'journal.sqlite'), { readOnly: true, timeout: 2000 })
  try {
    const rows = database.prepare('SELECT body FROM conditionals ORDER BY created_at DESC, rowid DESC').all()
    return rows.map((row) => JSON.parse((row as { body: string }).body) as JournalledExit)
  } finally {
    database.close()
  }
}
