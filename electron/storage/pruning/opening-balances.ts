/** What a wallet's books stood at when its records before a cut were put together to sums, a row for each market. */
import type { DatabaseSync } from 'node:sqlite'
import type { DayEnd } from '../../../contract/books/index.ts'
import type { PastOf } from '../interface.ts'
import { rowsOf } from '../rows.ts'

export interface OpeningBalances {
  /** Writes them in place of those of an earlier cut, inside a transaction. */
  write(of: PastOf, cut: number, end: DayEnd): void
  /** The books at the cut. */
  read(of: PastOf): DayEnd
  /** How many markets have one. */
  count(of: PastOf): number
}

/** Of one market: what was held, and the trade that was under way. */
interface Balance {
  readonly held: DayEnd['books'][number] | null
  readonly open: DayEnd['open'][string] | null
}

export function createOpeningBalances(database: DatabaseSync): OpeningBalances {
  const forget = database.prepare('DELETE FROM opening_balances WHERE profile = ? AND account = ?')
  const keep = database.prepare(
    'INSERT INTO opening_balances (profile, account, asset, cut, place, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const all = database.prepare(
    'SELECT asset, body FROM opening_balances WHERE profile = ? AND account = ? ORDER BY place',
  )
  const count = database.prepare('SELECT COUNT(*) AS count FROM opening_balances WHERE profile = ? AND account = ?')
  return {
    write({ profile, account }, cut, { books, open }) {
      forget.run(profile, account)
      // In the order in which they were first booked.
      const assets = new Set([...books.map(({ asset }) => asset), ...Object.keys(open)])
      for (const [place, asset] of [...assets].entries()) {
        const balance: Balance = {
          held: books.find((one) => one.asset === asset) ?? null,
          open: open[asset] ?? null,
        }
        keep.run(profile, account, asset, cut, place, JSON.stringify(balance))
      }
    },
    read({ profile, account }) {
      const balances = rowsOf<{ asset: string; body: string }>(all, profile, account).map(
        ({ asset, body }) => [asset, JSON.parse(body) as Balance] as const,
      )
      return {
        books: balances.flatMap(([, { held }]) => (held === null ? [] : [held])),
        open: Object.fromEntries(balances.flatMap(([asset, { open }]) => (open === null ? [] : [[asset, open]]))),
      }
    },
    count: ({ profile, account }) => rowsOf<{ count: number }>(count, profile, account)[0]?.count ?? 0,
  }
}
