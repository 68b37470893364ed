/** A wallet's ended trades in SQLite, with how far the price went for and against each. */
import type { DatabaseSync } from 'node:sqlite'
import { averageOf as averageMoney, type Excursion, type TradeRecord } from '../../contract/books/index.ts'
import type { ExcursionAverages, TradeRow } from '../../contract/books-view.ts'
import { fromUnits, type Money, signOf, toPlaces, toUnits, trimZeros } from '../../contract/decimal.ts'
import { bodyOf, inTransaction, type PastOf, recordsOf, rowsOf } from './database.ts'

export type TradeStore = ReturnType<typeof createTradeStore>

interface Row {
  readonly body: string
  readonly excursion: string | null
}

interface AverageRow {
  readonly is_usdh: number
  readonly sign: number
  readonly trades: number
  readonly adverse: string
  readonly favourable: string
}

/** Money of excursions is also stored in micro-units, so that it can be summed. */
const PLACES = 6
const units = (money: Money): bigint => toUnits(toPlaces(money, PLACES), PLACES)

/** Writes trades inside the transaction that stores the day on which they ended. */
export function createTradeWrites(database: DatabaseSync) {
  const there = database.prepare(
    'SELECT id, body FROM trades WHERE profile = ? AND account = ? AND closed_at >= ? AND closed_at < ?',
  )
  const forget = database.prepare('DELETE FROM trades WHERE profile = ? AND account = ? AND id = ?')
  const same = '(CASE WHEN life = excluded.life THEN'
  const keep = database.prepare(
    `INSERT INTO trades (profile, account, id, closed_at, asset, family, sign, body, life) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, id) DO UPDATE SET closed_at = excluded.closed_at, asset = excluded.asset,
     family = excluded.family, sign = excluded.sign, body = excluded.body, life = excluded.life,
     excursion = ${same} excursion END), adverse = ${same} adverse END), favourable = ${same} favourable END)`,
  )
  return {
    /** Replaces those that ended in the interval [from, to). */
    replace({ profile, account }: PastOf, from: number, to: number, trades: readonly TradeRecord[]): void {
      const before = new Map(
        rowsOf<{ id: string; body: string }>(there, profile, account, from, to).map(({ id, body }) => [id, body]),
      )
      for (const trade of trades) {
        const { id, closedAt, asset, family, result } = trade
        const body = JSON.stringify(trade)
        const isSame = before.get(id) === body
        before.delete(id)
        // A day has thousands of trades, and a fill changes one of them.
        if (isSame) continue
        const sign = result === null ? null : signOf(result)
        keep.run(profile, account, id, closedAt, asset, family, sign, body, lifeOf(trade))
      }
      for (const id of before.keys()) forget.run(profile, account, id)
    },
  }
}

/** The inputs of a trade's excursion. */
const lifeOf = ({ openedAt, closedAt, fills, size, entry, exit, first }: TradeRecord): string =>
  [openedAt, closedAt, fills, size, entry, exit, first].join(' ')

const averageOf = (sum: string, count: number): Money =>
  trimZeros(averageMoney(fromUnits(BigInt(sum), PLACES) as string as Money, count) ?? ('0' as Money))

export function createTradeStore(database: DatabaseSync) {
  const within = 'FROM trades WHERE profile = ? AND account = ? AND closed_at >= ? AND closed_at < ?'
  const newest = database.prepare(`SELECT body, excursion ${within} ORDER BY closed_at DESC, id DESC LIMIT ?`)
  const without = database.prepare(
    `SELECT body FROM trades WHERE profile = ? AND account = ? AND excursion IS NULL AND closed_at < ?
     ORDER BY closed_at DESC LIMIT ?`,
  )
  const keep = database.prepare(
    `UPDATE trades SET excursion = ?, adverse = ?, favourable = ?
     WHERE profile = ? AND account = ? AND id = ? AND life = ?`,
  )
  const averages = database.prepare(
    `SELECT is_usdh, sign, SUM(trades) AS trades, CAST(SUM(adverse) AS TEXT) AS adverse,
     CAST(SUM(favourable) AS TEXT) AS favourable FROM excursion_days
     WHERE profile = ? AND account = ? AND day >= ? AND day < ? AND sign <> 0 GROUP BY is_usdh, sign HAVING SUM(trades) > 0`,
  )
  return {
    /** The latest that ended in the interval [from, to), newest first. */
    newest: ({ profile, account }: PastOf, from: number, to: number, limit: number): readonly TradeRow[] =>
      rowsOf<Row>(newest, profile, account, from, to, limit).flatMap(({ body, excursion }) => {
        const trade = bodyOf<TradeRecord>(body)
        return trade === null ? [] : [{ ...trade, excursion: excursion === null ? null : bodyOf<Excursion>(excursion) }]
      }),
    /** Trades that ended before a moment without a computed excursion, newest first. */
    withoutExcursion: ({ profile, account }: PastOf, before: number, limit: number): readonly TradeRecord[] =>
      recordsOf<TradeRecord>(without, profile, account, before, limit),
    /** Stores excursions of trades; skipped for a trade that was recomputed meanwhile. */
    keepExcursions(
      { profile, account }: PastOf,
      excursions: readonly (readonly [trade: TradeRecord, excursion: Excursion])[],
    ): void {
      inTransaction(
        database,
        () => {
          for (const [trade, excursion] of excursions) {
            const isKnown = excursion.why === undefined
            const amounts = isKnown ? [units(excursion.adverseMoney), units(excursion.favourableMoney)] : [null, null]
            keep.run(JSON.stringify(excursion), ...amounts, profile, account, trade.id, lifeOf(trade))
          }
        },
        'written',
      )
    },
    /** Averages over trades that ended on days in the interval [from, to). */
    excursions: ({ profile, account }: PastOf, from: number, to: number): readonly ExcursionAverages[] =>
      rowsOf<AverageRow>(averages, profile, account, from, to).map((row) => ({
        collateral: row.is_usdh === 1 ? 'USDH' : 'USDC',
        of: row.sign > 0 ? 'winners' : 'losers',
        trades: row.trades,
        adverse: averageOf(row.adverse, row.trades),
        favourable: averageOf(row.favourable, row.trades),
      })),
  }
}
