/** Slippage of each fill against the preview at the time of its order, in SQLite. */
import type { DatabaseSync } from 'node:sqlite'
import type { Family, Fill } from '../../contract/account.ts'
import { dayOf, type Slippage, type SlippageSums } from '../../contract/books/index.ts'
import { fromUnits, type Money, type Size, signOf, toPlaces, toUnits, trimZeros } from '../../contract/decimal.ts'
import type { Millis } from '../../contract/time.ts'
import { bodyOf, inTransaction, type PastOf, rowsOf } from './database.ts'

/** A fill of an order with a preview. */
export interface FillSlippage {
  /** Same id as `fillIdOf`. */
  readonly fill: string
  readonly family: Family
  readonly asset: string
  /** Kind of the order's intent, or of the automated work that it was sent for. */
  readonly kind: string
  readonly size: Size
  readonly slippage: Slippage
  /** The service's time. */
  readonly time: Millis
}

/** A fill that was not evaluated yet, with its number in the order of arrival. */
export interface DueFill {
  readonly number: number
  /** Null where it is no longer stored. */
  readonly fill: Fill | null
}

export type SlippageStore = ReturnType<typeof createSlippageStore>

/** Sizes and money are stored in millionths, as integers. */
const PLACES = 6
const units = (value: Size | Money): bigint => toUnits(toPlaces(value, PLACES), PLACES)

interface DueRow {
  readonly number: number
  readonly body: string | null
}

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

export function createSlippageStore(database: DatabaseSync) {
  const save = database.prepare(
    `INSERT OR REPLACE INTO slippages (profile, account, fill, day, family, asset, kind, sign, size, money)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const ofWallet = 'FROM slippages_due INDEXED BY slippages_due_of_wallet WHERE profile = ? AND account = ?'
  const last = database.prepare(`SELECT number ${ofWallet} ORDER BY number DESC LIMIT 1`)
  const due = database.prepare(
    `SELECT due.number, fills.body FROM (SELECT * ${ofWallet} AND number <= ? ORDER BY number LIMIT ?) due
     LEFT JOIN fills ON fills.profile = due.profile AND fills.account = due.account
       AND fills.id = due.fill ORDER BY due.number`,
  )
  const looked = database.prepare('DELETE FROM slippages_due WHERE profile = ? AND account = ? AND number <= ?')
  const sums = database.prepare(
    `SELECT day, family, asset, kind, COUNT(*) AS fills, SUM(sign > 0) AS better, SUM(sign < 0) AS worse,
     CAST(SUM(size) AS TEXT) AS size, CAST(SUM(money) AS TEXT) AS money
     FROM slippages WHERE profile = ? AND account = ? AND day >= ? AND day < ? GROUP BY day, family, asset, kind`,
  )
  return {
    /** The number of the latest fill that was not evaluated; null where there is none. */
    lastDue: ({ profile, account }: PastOf): number | null =>
      rowsOf<{ number: number }>(last, profile, account)[0]?.number ?? null,
    /** Fills that were not evaluated, in the order of arrival, up to a number. */
    due: ({ profile, account }: PastOf, upTo: number, limit: number): readonly DueFill[] =>
      rowsOf<DueRow>(due, profile, account, upTo, limit).map(({ number, body }) => ({
        number,
        fill: body === null ? null : bodyOf<Fill>(body),
      })),
    /** Stores the slippage of fills, replacing earlier entries, and marks fills up to a number as evaluated. */
    keep({ profile, account }: PastOf, slippages: readonly FillSlippage[], upTo: number): void {
      inTransaction(
        database,
        () => {
          for (const { fill, family, asset, kind, size, slippage, time } of slippages) {
            const { price, money } = slippage
            const amounts = [signOf(price), units(size), units(money)]
            save.run(profile, account, fill, dayOf(time), family, asset, kind, ...amounts)
          }
          looked.run(profile, account, upTo)
        },
        'written',
      )
    },
    /** Sums by day, market and kind of order, for days in the interval [from, to). */
    sums: ({ profile, account }: PastOf, from: number, to: number): readonly SlippageSums[] =>
      rowsOf<SumRow>(sums, profile, account, from, to).map((row) => ({
        ...row,
        day: row.day as Millis,
        family: row.family as Family,
        size: amount<Size>(row.size),
        money: amount<Money>(row.money),
      })),
  }
}

const amount = <D extends Size | Money>(text: string): D => trimZeros(fromUnits(BigInt(text), PLACES)) as string as D
