/** Answers questions about the past from an opened database: pages and sums of every kind. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { PastPage, PastTotals, RecordsView } from '../../contract/past.ts'
import { millis } from '../../contract/time.ts'
import { type PastOf, rowsOf } from '../storage/index.ts'
import { fillPage, fillTotals } from './fills.ts'
import { orderPage, orderTotals } from './orders.ts'
import type { OwnedQuery } from './query.ts'
import { settlementPage, settlementTotals } from './settlements.ts'
import { tradePage, tradeTotals } from './trades.ts'

interface Counted {
  readonly count: number
  readonly oldest: number | null
}

/** The amount of a wallet's stored past, and its file. */
export function readStoredAmount(database: DatabaseSync, path: string, of: PastOf): RecordsView {
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

/** @param after the previous page's cursor; null for the first. @throws RangeError for a cursor that no page returned. */
export function readPage(database: DatabaseSync, request: OwnedQuery, after: string | null, limit: number): PastPage {
  return atOnce(database, (): PastPage => {
    switch (request.kind) {
      case 'fills':
        return { kind: 'fills', ...fillPage(database, request, after, limit) }
      case 'orders':
        return { kind: 'orders', ...orderPage(database, request, after, limit) }
      case 'settlements':
        return { kind: 'settlements', ...settlementPage(database, request, after, limit) }
      case 'trades':
        return { kind: 'trades', ...tradePage(database, request, after, limit) }
    }
  })
}

/** Exact sums of all matches. */
export function readTotals(database: DatabaseSync, request: OwnedQuery): PastTotals {
  return atOnce(database, () => {
    switch (request.kind) {
      case 'fills':
        return fillTotals(database, request)
      case 'orders':
        return orderTotals(database, request)
      case 'settlements':
        return settlementTotals(database, request)
      case 'trades':
        return tradeTotals(database, request)
    }
  })
}

/** All queries of an answer see the same state: rows may be moving into sums meanwhile. */
export function atOnce<Answer>(database: DatabaseSync, answer: () => Answer): Answer {
  if (database.isTransaction) return answer()
  database.exec('BEGIN')
  try {
    return answer()
  } finally {
    database.exec('ROLLBACK')
  }
}
