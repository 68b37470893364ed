/** The trader's fills in SQLite, and of which stretches of time all of them are there. */
import type { DatabaseSync } from 'node:sqlite'
import type { Fill } from '../../contract/account.ts'
import { fillEntryOf } from '../../contract/books/index.ts'
import { fillIdOf } from '../../contract/fill-id.ts'
import { createBooksDue } from './books-due.ts'
import { createComputedSettlements } from './computed-settlement-store.ts'
import type { FillStore, Stretch } from './interface.ts'
import { bodiesOf, rowsOf } from './rows.ts'
import { isTouching, joined } from './stretches.ts'
import { inTransaction } from './transaction.ts'

interface Row {
  readonly body: string
}

export function createFillStore(database: DatabaseSync): FillStore {
  const save = database.prepare(
    'INSERT OR IGNORE INTO fills (profile, account, id, time, oid, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const select = 'SELECT body FROM fills WHERE profile = ? AND account = ?'
  const since = database.prepare(`${select} AND time >= ? ORDER BY time DESC, id DESC`)
  // Left to choose, SQLite reads every fill of the wallet instead of the index of orders.
  const ofOrder = database.prepare(
    `SELECT body FROM fills INDEXED BY fills_by_order WHERE profile = ? AND account = ? AND oid = ?
     ORDER BY time DESC, id DESC`,
  )
  const newest = database.prepare(`${select} ORDER BY time DESC, id DESC LIMIT ?`)
  const due = createBooksDue(database)
  const computed = createComputedSettlements(database)
  const stretches = database.prepare(
    'SELECT since, until FROM fills_read WHERE profile = ? AND account = ? ORDER BY since',
  )
  const forget = database.prepare('DELETE FROM fills_read WHERE profile = ? AND account = ? AND since = ?')
  const keep = database.prepare('INSERT INTO fills_read (profile, account, since, until) VALUES (?, ?, ?, ?)')

  return {
    add({ profile, account }, fills) {
      if (fills.length === 0) return []
      return inTransaction(database, () => {
        const fresh = fills.filter((fill) => {
          const { time, oid } = fill
          return Number(save.run(profile, account, fillIdOf(fill), time, oid, JSON.stringify(fill)).changes) > 0
        })
        const taken = fresh.map((fill) => ({ fill, instead: computed.replacedBy({ profile, account }, fill) }))
        due(
          { profile, account },
          taken.filter(({ instead }) => instead.length === 0).map(({ fill }) => fillEntryOf(fill)),
          taken.flatMap(({ fill, instead }) => (instead.length === 0 ? [] : [fill, ...instead])),
        )
        return fresh
      })
    },
    since: ({ profile, account }, from) => bodiesOf<Fill>(rowsOf<Row>(since, profile, account, from)),
    ofOrder: ({ profile, account }, oid) => bodiesOf<Fill>(rowsOf<Row>(ofOrder, profile, account, oid)),
    newest: ({ profile, account }, limit) => bodiesOf<Fill>(rowsOf<Row>(newest, profile, account, limit)),
    stretches: ({ profile, account }) => rowsOf<Stretch>(stretches, profile, account),
    extend({ profile, account }, stretch) {
      inTransaction(database, () => {
        const touching = rowsOf<Stretch>(stretches, profile, account).filter((one) => isTouching(one, stretch))
        for (const one of touching) forget.run(profile, account, one.since)
        const whole = joined([...touching, stretch])
        keep.run(profile, account, whole.since, whole.until)
      })
    },
  }
}
