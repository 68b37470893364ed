/** What has to be certain before records of a wallet are pruned, and which of them must stay: told by what is on disk. */
import type { DatabaseSync } from 'node:sqlite'
import { FINAL_STATES } from '../../../contract/action.ts'
import { type DayEnd, dayOf } from '../../../contract/books/index.ts'
import type { PruneBar } from '../../../contract/record-keeping.ts'
import type { Millis } from '../../../contract/time.ts'
import type { PastOf, Stretch } from '../interface.ts'
import { rowsOf } from '../rows.ts'
import { knownOf } from '../stretches.ts'

export interface PruneChecks {
  /** Why nothing before a cut may be pruned yet; none where it may. */
  bars(of: PastOf, cut: number): readonly PruneBar[]
  /** The last cut before which nothing is at work: the start of the day of the oldest open order or action; null where none is. */
  latest(of: PastOf): Millis | null
}

export function createPruneChecks(database: DatabaseSync): PruneChecks {
  const own = 'profile = ?1 AND account = ?2'
  const stretches = database.prepare(`SELECT since, until FROM fills_read WHERE ${own} ORDER BY since`)
  const ordersRead = database.prepare(`SELECT 1 FROM history_read WHERE ${own} AND kind = 'past' AND is_done = 1`)
  const due = database.prepare(`SELECT 1 FROM books_due WHERE ${own} AND since < ?3`)
  const noExcursion = database.prepare(
    `SELECT 1 FROM trades WHERE ${own} AND excursion IS NULL AND closed_at < ?3 LIMIT 1`,
  )
  const notLookedAt = database.prepare(
    `SELECT 1 FROM slippages_due INDEXED BY slippages_due_of_wallet WHERE ${own} AND time < ?3 LIMIT 1`,
  )
  const standing = database.prepare(`SELECT ending FROM book_days WHERE ${own} ORDER BY day DESC LIMIT 1`)
  const openSince = database.prepare(
    `SELECT MIN(time) AS time FROM (
       SELECT MIN(f.time) AS time FROM order_figures f JOIN past_wallets w ON w.id = f.wallet
         WHERE w.profile = ?1 AND w.account = ?2 AND f.is_open = 1
       UNION ALL SELECT MIN(created_at) FROM actions
         WHERE profile = ?1 AND state NOT IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')}) AND account = ?2)`,
  )
  /** A bucket's position is over within hours: one that still stands is played anew from its fills to find how it ended. */
  function isUnsettled({ profile, account }: PastOf, cut: number): boolean {
    const [row] = rowsOf<{ ending: string }>(standing, profile, account)
    if (row === undefined) return false
    const { books, open } = JSON.parse(row.ending) as DayEnd
    return books.some(({ asset, family }) => family !== 'outcome' && (open[asset]?.openedAt ?? 0) < cut)
  }

  return {
    bars({ profile, account }, cut) {
      const is = (query: typeof due): boolean => query.get(profile, account, cut) !== undefined
      const bars: readonly (readonly [PruneBar, boolean])[] = [
        ['fills', (knownOf(rowsOf<Stretch>(stretches, profile, account))?.since ?? 1) > 0],
        ['orders', ordersRead.get(profile, account) === undefined],
        ['books', is(due)],
        ['prices', is(noExcursion)],
        ['previews', is(notLookedAt)],
        ['endings', isUnsettled({ profile, account }, cut)],
      ]
      return bars.filter(([, holds]) => holds).map(([bar]) => bar)
    },
    latest({ profile, account }) {
      const time = rowsOf<{ time: number | null }>(openSince, profile, account)[0]?.time ?? null
      return time === null ? null : dayOf(time)
    },
  }
}
