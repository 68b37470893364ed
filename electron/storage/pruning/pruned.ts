/** What is no longer kept one by one: from when on everything is, and whether a fill or an order that is read again is among what was. */
import type { DatabaseSync } from 'node:sqlite'
import type { PastOf } from '../interface.ts'
import { rowsOf } from '../rows.ts'

export interface Pruned {
  /** From when on a wallet's fills and orders are kept one by one, the service's time; 0 where all are. */
  cut(of: PastOf): number
  hasFill(of: PastOf, tid: string, time: number): boolean
  hasOrder(of: PastOf, oid: string, time: number): boolean
}

export function createPruned(database: DatabaseSync): Pruned {
  const cut = database.prepare('SELECT cut FROM prunings WHERE profile = ? AND account = ?')
  const wallet = '(SELECT id FROM past_wallets WHERE profile = ? AND account = ?)'
  const fill = database.prepare(`SELECT 1 FROM pruned_fills WHERE wallet = ${wallet} AND tid = ? AND time = ?`)
  const order = database.prepare(`SELECT 1 FROM pruned_orders WHERE wallet = ${wallet} AND oid = ? AND time = ?`)
  return {
    cut: ({ profile, account }) => rowsOf<{ cut: number }>(cut, profile, account)[0]?.cut ?? 0,
    hasFill: ({ profile, account }, tid, time) => fill.get(profile, account, tid, time) !== undefined,
    hasOrder: ({ profile, account }, oid, time) => order.get(profile, account, oid, time) !== undefined,
  }
}
