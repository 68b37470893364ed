/** How much of a wallet's past is kept, and the file that it is in. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RecordsView } from '../../contract/past.ts'
import { millis } from '../../contract/time.ts'
import { type PastOf, rowsOf } from '../storage/index.ts'

interface Counted {
  readonly count: number
  readonly oldest: number | null
}

export function readKept(database: DatabaseSync, path: string, of: PastOf): RecordsView {
  const wallet = '(SELECT id FROM past_wallets WHERE profile = ? AND account = ?)'
  const countOf = (rows: string): Counted => {
    const query = database.prepare(`SELECT COUNT(*) AS count, MIN(time) AS oldest FROM ${rows}`)
    return rowsOf<Counted>(query, of.profile, of.account)[0] ?? { count: 0, oldest: null }
  }
  const fills = countOf(`fill_figures WHERE wallet = ${wallet}`)
  const orders = countOf(`order_figures WHERE wallet = ${wallet} AND is_open = 0`)
  const pragma = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return {
    fills: fills.count,
    orders: orders.count,
    oldestFill: fills.oldest === null ? null : millis(fills.oldest),
    oldestOrder: orders.oldest === null ? null : millis(orders.oldest),
    file: {
      bytes: sizeOf(path) + sizeOf(`${path}-wal`),
      free: pragma('freelist_count') * pragma('page_size'),
    },
  }
}
