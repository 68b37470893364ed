/** What each fill got against what was shown when its order was sent, in SQLite. */
import type { DatabaseSync } from 'node:sqlite'
import type { Family } from '../../contract/account.ts'
import { dayOf, type GotSums, type Slippage } from '../../contract/books/index.ts'
import { fromUnits, type Money, type Size, signOf, toPlaces, toUnits, trimZeros } from '../../contract/decimal.ts'
import type { Millis } from '../../contract/time.ts'
import type { PastOf } from './interface.ts'
import { rowsOf } from './rows.ts'
import { inTransaction } from './transaction.ts'

/** A fill of which a preview was shown. */
export interface FillSlippage {
  readonly tid: string
  readonly family: Family
  readonly asset: string
  /** Of the order's intent, or what held work it was sent for. */
  readonly kind: string
  readonly size: Size
  readonly slippage: Slippage
  /** The service's time. */
  readonly time: Millis
}

export interface SlippageStore {
  /** Keeps what is known of fills, and that all of them up to a moment were looked at; what was kept of one before is replaced. */
  keep(of: PastOf, slippages: readonly FillSlippage[], until: number): void
  /** Until when all fills were looked at, the service's time; 0 before the first time. */
  until(of: PastOf): number
  /** Sums by day, market and kind of order of a stretch of time from a day's start. */
  sums(of: PastOf, from: number): readonly GotSums[]
}

/** Sizes and money are kept in millionths, as whole numbers. */
const PLACES = 6
const units = (value: Size | Money): bigint => toUnits(toPlaces(value, PLACES), PLACES)

interface SumRow {
  readonly day: number
  readonly family: string
  readonly asset: string
  readonly kind: string
  readonly fills: number
  readonly better: number
  readonly worse: number
  readonly size: string
  readonly money: string
}

export function createSlippageStore(database: DatabaseSync): SlippageStore {
  const save = database.prepare(
    `INSERT OR REPLACE INTO slippages (profile, account, tid, day, family, asset, kind, sign, size, money)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const mark = database.prepare(
    `INSERT INTO slippages_until (profile, account, until) VALUES (?, ?, ?)
     ON CONFLICT (profile, account) DO UPDATE SET until = MAX(until, excluded.until)`,
  )
  const until = database.prepare('SELECT until FROM slippages_until WHERE profile = ? AND account = ?')
  const sums = database.prepare(
    `SELECT day, family, asset, kind, COUNT(*) AS fills, SUM(sign > 0) AS better, SUM(sign < 0) AS worse,
     CAST(SUM(size) AS TEXT) AS size, CAST(SUM(money) AS TEXT) AS money
     FROM slippages WHERE profile = ? AND account = ? AND day >= ? GROUP BY day, family, asset, kind`,
  )
  return {
    keep({ profile, account }, slippages, upTo) {
      inTransaction(
        database,
        () => {
          for (const { tid, family, asset, kind, size, slippage, time } of slippages) {
            const { price, money } = slippage
            const amounts = [signOf(price), units(size), units(money)]
            save.run(profile, account, tid, dayOf(time), family, asset, kind, ...amounts)
          }
          mark.run(profile, account, upTo)
        },
        'written',
      )
    },
    until: ({ profile, account }) => rowsOf<{ until: number }>(until, profile, account)[0]?.until ?? 0,
    sums: ({ profile, account }, from) =>
      rowsOf<SumRow>(sums, profile, account, from).map((row) => ({
        ...row,
        day: row.day as Millis,
        family: row.family as Family,
        size: amount<Size>(row.size),
        money: amount<Money>(row.money),
      })),
  }
}

const amount = <D extends Size | Money>(text: string): D => trimZeros(fromUnits(BigInt(text), PLACES)) as string as D
