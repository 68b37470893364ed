/**
 * The growing lists of an account (orders and fills of every family), stored one row per entry: an action changes a row or two, where otherwise the
 * whole account with its history would be rewritten.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export const HISTORY_SCHEMA = `
  CREATE TABLE history (
    address TEXT NOT NULL, list TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL, saved TEXT NOT NULL,
    PRIMARY KEY (address, list, key)
  ) WITHOUT ROWID;
`

type Entry = Record<string, unknown>
type Holder = Record<string, unknown>

/** Key and mutable state of the entries of each list. */
const LISTS = {
  orders: {
    key: ({ oid }: Entry) => String(oid),
    state: ({ status, lots, remaining }: Entry) => `${status} ${lots} ${remaining}`,
  },
  fills: { key: ({ tid, oid, side }: Entry) => `${tid}/${oid}/${side}`, state: () => '' },
} as const
type ListName = keyof typeof LISTS

/** Rows that the core has dropped are deleted once there are more than this many. */
const FORGOTTEN_AT_ONCE = 500

/** The histories in one database. */
export class History {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #update: StatementSync
  readonly #delete: StatementSync
  readonly #select: StatementSync
  /** Stored state of every row, by address, list and key. */
  readonly #known = new Map<string, Map<string, string>>()
  #seq: number

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?, ?)')
    this.#update = database.prepare('UPDATE history SET saved = ? WHERE address = ? AND list = ? AND key = ?')
    this.#delete = database.prepare('DELETE FROM history WHERE address = ? AND list = ? AND key = ?')
    this.#select = database.prepare('SELECT saved FROM history WHERE address = ? AND list = ? ORDER BY seq')
    this.#seq = (database.prepare('SELECT max(seq) AS last FROM history').get() as { last: number | null }).last ?? 0
    this.reread()
  }

  /** Stores the list entries, and returns the saved account with empty lists. The caller holds a transaction. */
  take(address: string, saved: unknown): unknown {
    return replaceLists(saved, (list, path, entries) => {
      this.#save(address, path, LISTS[list], entries)
      return []
    })
  }

  /** The inverse of `take`: fills the lists again. */
  giveBack(address: string, saved: unknown): unknown {
    return replaceLists(saved, (_, path) => {
      const rows = this.#select.all(address, path) as { saved: string }[]
      return rows.map(({ saved }) => JSON.parse(saved) as Entry)
    })
  }

  /** Reads the row states again after a rollback. */
  reread(): void {
    this.#known.clear()
    const rows = this.#database.prepare('SELECT address, list, key, saved FROM history').all() as {
      address: string
      list: string
      key: string
      saved: string
    }[]
    for (const { address, list, key, saved } of rows) {
      const { state } = LISTS[list.replace(/^.*\./, '') as ListName]
      this.#knownOf(address, list).set(key, state(JSON.parse(saved) as Entry))
    }
  }

  #save(address: string, path: string, { key, state }: (typeof LISTS)[ListName], entries: readonly Entry[]): void {
    const known = this.#knownOf(address, path)
    for (const entry of entries) {
      const name = key(entry)
      const now = state(entry)
      const before = known.get(name)
      if (before === now) continue
      const text = JSON.stringify(entry)
      if (before === undefined) this.#insert.run(address, path, name, ++this.#seq, text)
      else this.#update.run(text, address, path, name)
      known.set(name, now)
    }
    if (known.size > entries.length + FORGOTTEN_AT_ONCE) this.#prune(address, path, known, new Set(entries.map(key)))
  }

  #prune(address: string, path: string, known: Map<string, string>, present: ReadonlySet<string>): void {
    for (const name of known.keys()) {
      if (present.has(name)) continue
      this.#delete.run(address, path, name)
      known.delete(name)
    }
  }

  #knownOf(address: string, path: string): Map<string, string> {
    const id = `${address} ${path}`
    const known = this.#known.get(id) ?? new Map<string, string>()
    this.#known.set(id, known)
    return known
  }
}

/** A copy with `replace` applied to every list of the one saved account and its families; other states are returned unchanged. */
function replaceLists(
  saved: unknown,
  replace: (list: ListName, path: string, entries: readonly Entry[]) => readonly Entry[],
): unknown {
  const state = saved as { accounts?: Holder[] } | null
  const [account, ...others] = state?.accounts ?? []
  if (account === undefined || others.length > 0) return saved
  const filled = (holder: Holder, prefix: string): Holder => {
    const copy = { ...holder }
    for (const list of Object.keys(LISTS) as ListName[]) {
      if (Array.isArray(copy[list])) copy[list] = replace(list, `${prefix}${list}`, copy[list] as Entry[])
    }
    return copy
  }
  const whole = filled(account, '')
  for (const family of ['binary', 'outcomes']) {
    const part = whole[family]
    if (typeof part === 'object' && part !== null) whole[family] = filled(part as Holder, `${family}.`)
  }
  return { ...state, accounts: [whole] }
}
