/** How much of a wallet's past is kept one by one, what of it was put together to sums, and what more would be. */
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { KeepRecords, PrunedView, PrunePlan, RecordsView } from '../../contract/record-keeping.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { createPruneChecks, type PastOf, rowsOf } from '../storage/index.ts'

/** All but what the trader chose. */
export type KeptPast = Omit<RecordsView, 'keep'>

/** What each choice would keep from, the service's time. */
export type Cuts = { readonly [K in Exclude<KeepRecords, 'everything'>]: Millis }

export function readKept(database: DatabaseSync, path: string, of: PastOf, cuts: Cuts): KeptPast {
  const wallet = '(SELECT id FROM past_wallets WHERE profile = ?1 AND account = ?2)'
  const one = <Row>(sql: string, ...values: readonly number[]): Row | undefined => {
    const query = database.prepare(sql)
    return rowsOf<never>(query, of.profile, of.account, ...values)[0] as Row | undefined
  }
  const countOf = (sql: string, ...values: readonly number[]): { count: number; oldest: number | null } =>
    one(`SELECT COUNT(*) AS count, MIN(time) AS oldest FROM ${sql}`, ...values) ?? { count: 0, oldest: null }
  const fills = countOf(`fill_figures WHERE wallet = ${wallet}`)
  const orders = countOf(`order_figures WHERE wallet = ${wallet} AND is_open = 0`)
  const checks = createPruneChecks(database)
  const latest = checks.latest(of)

  function planOf(wanted: Millis): PrunePlan {
    const cut = latest === null || wanted <= latest ? wanted : latest
    return {
      cut,
      isHeldBack: cut < wanted,
      fills: countOf(`fill_figures WHERE wallet = ${wallet} AND time < ?3 AND oid IS NOT 'settlement'`, cut).count,
      orders: countOf(`order_figures WHERE wallet = ${wallet} AND is_open = 0 AND time < ?3`, cut).count,
      bars: checks.bars(of, cut),
    }
  }

  function pruned(): PrunedView | null {
    const row = one<{ cut: number; stage: string }>(
      'SELECT cut, stage FROM prunings WHERE profile = ?1 AND account = ?2',
    )
    if (row === undefined) return null
    const summed = (table: string): number =>
      one<{ count: number | null }>(`SELECT SUM(count) AS count FROM ${table} WHERE wallet = ${wallet}`)?.count ?? 0
    return {
      cut: millis(row.cut),
      isDone: row.stage === 'done',
      fills: summed('pruned_fill_sums'),
      orders: summed('pruned_order_sums'),
      openings:
        one<{ count: number }>('SELECT COUNT(*) AS count FROM opening_balances WHERE profile = ?1 AND account = ?2')
          ?.count ?? 0,
    }
  }

  const pragma = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return {
    fills: fills.count,
    orders: orders.count,
    oldestFill: fills.oldest === null ? null : millis(fills.oldest),
    oldestOrder: orders.oldest === null ? null : millis(orders.oldest),
    pruned: pruned(),
    plans: {
      two_years: planOf(cuts.two_years),
      one_year: planOf(cuts.one_year),
      six_months: planOf(cuts.six_months),
    },
    file: {
      bytes: sizeOf(path) + sizeOf(`${path}-wal`),
      free: pragma('freelist_count') * pragma('page_size'),
    },
  }
}
