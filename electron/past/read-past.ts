/** Answers questions about the past out of an opened database: pages and sums of every kind. */
import type { DatabaseSync } from 'node:sqlite'
import type { PastPage, PastTotals } from '../../contract/past.ts'
import type { PastAsked } from './asked.ts'
import { fillPage, fillTotals } from './fills.ts'
import { orderPage, orderTotals } from './orders.ts'
import { settlementPage, settlementTotals } from './settlements.ts'
import { tradePage, tradeTotals } from './trades.ts'

/** @param after what the page before said comes next; null for the first. @throws RangeError for what no page said. */
export function readPage(database: DatabaseSync, asked: PastAsked, after: string | null, limit: number): PastPage {
  return atOnce(database, (): PastPage => {
    switch (asked.kind) {
      case 'fills':
        return { kind: 'fills', ...fillPage(database, asked, after, limit) }
      case 'orders':
        return { kind: 'orders', ...orderPage(database, asked, after, limit) }
      case 'settlements':
        return { kind: 'settlements', ...settlementPage(database, asked, after, limit) }
      case 'trades':
        return { kind: 'trades', ...tradePage(database, asked, after, limit) }
    }
  })
}

/** Exact sums of all that matches. */
export function readTotals(database: DatabaseSync, asked: PastAsked): PastTotals {
  return atOnce(database, () => {
    switch (asked.kind) {
      case 'fills':
        return fillTotals(database, asked)
      case 'orders':
        return orderTotals(database, asked)
      case 'settlements':
        return settlementTotals(database, asked)
      case 'trades':
        return tradeTotals(database, asked)
    }
  })
}

/** All queries of an answer see one moment: rows may be moving into sums meanwhile. */
export function atOnce<Answer>(database: DatabaseSync, answer: () => Answer): Answer {
  if (database.isTransaction) return answer()
  database.exec('BEGIN')
  try {
    return answer()
  } finally {
    database.exec('ROLLBACK')
  }
}
