/** A wallet's trades that ended, in SQLite, with how far the price went for and against each. */
import type { DatabaseSync } from 'node:sqlite'
import type { TradeRecord } from '../../contract/books/index.ts'
import { signOf } from '../../contract/decimal.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'

export interface TradeStore {
  /** The newest that ended in a stretch of time, its end left out, newest first. */
  newest(of: PastOf, from: number, to: number, limit: number): readonly TradeRecord[]
  /** How many ended in a stretch of time, its end left out. */
  count(of: PastOf, from: number, to: number): number
}

/** Writes trades inside the transaction that keeps the day on which they ended. */
export interface TradeWrites {
  /** Keeps those that ended in a stretch of time, its end left out, in place of what it had. */
  replace(of: PastOf, from: number, to: number, trades: readonly TradeRecord[]): void
}

interface Body {
  readonly body: string
}

export function createTradeWrites(database: DatabaseSync): TradeWrites {
  const forget = database.prepare(
    `DELETE FROM trades WHERE profile = ?1 AND account = ?2 AND closed_at >= ?3 AND closed_at < ?4
     AND id NOT IN (SELECT value FROM json_each(?5))`,
  )
  const same = '(CASE WHEN life = excluded.life THEN'
  const keep = database.prepare(
    `INSERT INTO trades (profile, account, id, closed_at, asset, family, sign, body, life) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, id) DO UPDATE SET closed_at = excluded.closed_at, asset = excluded.asset,
     family = excluded.family, sign = excluded.sign, body = excluded.body, life = excluded.life,
     excursion = ${same} excursion END), adverse = ${same} adverse END), favourable = ${same} favourable END)`,
  )
  return {
    replace({ profile, account }, from, to, trades) {
      forget.run(profile, account, from, to, JSON.stringify(trades.map(({ id }) => id)))
      for (const trade of trades) {
        const { id, closedAt, asset, family, result } = trade
        const sign = result === null ? null : signOf(result)
        keep.run(profile, account, id, closedAt, asset, family, sign, JSON.stringify(trade), lifeOf(trade))
      }
    },
  }
}

/** What the way of the price over its life follows from. */
const lifeOf = ({ openedAt, closedAt, fills, size, entry, exit, first }: TradeRecord): string =>
  [openedAt, closedAt, fills, size, entry, exit, first].join(' ')

export function createTradeStore(database: DatabaseSync): TradeStore {
  const within = 'FROM trades WHERE profile = ? AND account = ? AND closed_at >= ? AND closed_at < ?'
  const newest = database.prepare(`SELECT body ${within} ORDER BY closed_at DESC, id DESC LIMIT ?`)
  const count = database.prepare(`SELECT COUNT(*) AS count ${within}`)
  return {
    newest: ({ profile, account }, from, to, limit) =>
      rowsOf<Body>(newest, profile, account, from, to, limit).map(({ body }) => JSON.parse(body) as TradeRecord),
    count: ({ profile, account }, from, to) =>
      rowsOf<{ count: number }>(count, profile, account, from, to)[0]?.count ?? 0,
  }
}
