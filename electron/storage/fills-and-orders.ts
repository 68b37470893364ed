/** The trader's fills and orders in SQLite, how far back each was read, and the names of their markets. */

import type { DatabaseSync } from 'node:sqlite'
import { type Fill, fillIdOf, type Order } from '../../contract/account.ts'
import { fillEntryOf } from '../../contract/books/index.ts'
import { createBooksDue, createComputedSettlements } from './books-due.ts'
import { type Durability, inTransaction, type PastOf, recordsOf, rowsOf } from './database.ts'

/**
 * Fills, orders and how far back they were read are not flushed to the drive one by one, which would keep an order waiting: a power cut loses the latest,
 * together with the mark that they were read, and the service has them.
 */
const READ_AGAIN: Durability = 'written'

/** Every fill of a trader that was ever read. */
export type FillStore = ReturnType<typeof createFillStore>

/** Every order of a trader that was ever read, in its last known state. */
export type OrderStore = ReturnType<typeof createOrderStore>

/** Start and end (inclusive), the service's time, ms. */
export interface Stretch {
  readonly since: number
  readonly until: number
}

/** Whether two intervals leave no millisecond between them. */
const isTouching = (a: Stretch, b: Stretch): boolean => a.since <= b.until + 1 && b.since <= a.until + 1

/** The union of touching intervals. */
const joined = (stretches: readonly Stretch[]): Stretch => ({
  since: Math.min(...stretches.map(({ since }) => since)),
  until: Math.max(...stretches.map(({ until }) => until)),
})

/** From now back to the first gap; a gap of a single moment does not count, since no page can show more of it. */
export function knownOf(stretches: readonly Stretch[]): Stretch | null {
  let at = stretches.length - 1
  const newest = stretches[at]
  if (newest === undefined) return null
  for (let below = stretches[at - 1]; below !== undefined; below = stretches[at - 1]) {
    if ((stretches[at]?.since ?? 0) - below.until > 2) break
    at -= 1
  }
  const oldest = stretches[at] ?? newest
  return { since: oldest.since, until: oldest.until }
}

/** The trader's fills in SQLite, and the intervals for which they are complete. */
export function createFillStore(database: DatabaseSync) {
  const save = database.prepare(
    'INSERT OR IGNORE INTO fills (profile, account, id, time, oid, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const select = 'SELECT body FROM fills WHERE profile = ? AND account = ?'
  const since = database.prepare(`${select} AND time >= ? ORDER BY time DESC, id DESC`)
  // By itself SQLite would scan every fill of the wallet instead of using the index of orders.
  const ofOrder = database.prepare(
    `SELECT body FROM fills INDEXED BY fills_by_order WHERE profile = ? AND account = ? AND oid = ?
     ORDER BY time DESC, id DESC`,
  )
  const newest = database.prepare(`${select} ORDER BY time DESC, id DESC LIMIT ?`)
  const due = createBooksDue(database)
  const computed = createComputedSettlements(database)
  const stretches = database.prepare(
    'SELECT since, until FROM fills_read WHERE profile = ? AND account = ? ORDER BY since',
  )
  const forget = database.prepare('DELETE FROM fills_read WHERE profile = ? AND account = ? AND since = ?')
  const keep = database.prepare('INSERT INTO fills_read (profile, account, since, until) VALUES (?, ?, ?, ?)')

  return {
    /** Stores fills; returns the new ones, in their order. */
    add({ profile, account }: PastOf, fills: readonly Fill[]): readonly Fill[] {
      if (fills.length === 0) return []
      return inTransaction(
        database,
        () => {
          const fresh = fills.filter((fill) => {
            const { time, oid } = fill
            return Number(save.run(profile, account, fillIdOf(fill), time, oid, JSON.stringify(fill)).changes) > 0
          })
          const taken = fresh.map((fill) => ({ fill, instead: computed.replacedBy({ profile, account }, fill) }))
          due(
            { profile, account },
            taken.filter(({ instead }) => instead.length === 0).map(({ fill }) => fillEntryOf(fill)),
            taken.flatMap(({ fill, instead }) => (instead.length === 0 ? [] : [fill, ...instead])),
          )
          return fresh
        },
        READ_AGAIN,
      )
    },
    /** Newest first. @param since the service's time. */
    since: ({ profile, account }: PastOf, from: number): readonly Fill[] =>
      recordsOf<Fill>(since, profile, account, from),
    /** Of one order, newest first. */
    ofOrder: ({ profile, account }: PastOf, oid: string): readonly Fill[] =>
      recordsOf<Fill>(ofOrder, profile, account, oid),
    /** The newest, newest first. */
    newest: ({ profile, account }: PastOf, limit: number): readonly Fill[] =>
      recordsOf<Fill>(newest, profile, account, limit),
    /** Intervals for which every fill was read, oldest first; none touches another. */
    stretches: ({ profile, account }: PastOf): readonly Stretch[] => rowsOf<Stretch>(stretches, profile, account),
    /** Marks an interval as completely read. */
    extend({ profile, account }: PastOf, stretch: Stretch): void {
      inTransaction(
        database,
        () => {
          const touching = rowsOf<Stretch>(stretches, profile, account).filter((one) => isTouching(one, stretch))
          for (const one of touching) forget.run(profile, account, one.since)
          const whole = joined([...touching, stretch])
          keep.run(profile, account, whole.since, whole.until)
        },
        READ_AGAIN,
      )
    },
  }
}

/** The trader's orders in SQLite, each in its last known state. */
export function createOrderStore(database: DatabaseSync) {
  const save = database.prepare(
    `INSERT INTO orders (profile, account, oid, time, body) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (profile, account, oid, time) DO UPDATE SET body = excluded.body WHERE body <> excluded.body`,
  )
  const ofIds = database.prepare(
    `SELECT oid, body, MAX(time) AS time FROM orders
     WHERE profile = ? AND account = ? AND oid IN (SELECT value FROM json_each(?)) GROUP BY oid`,
  )
  const oldestOpen = database.prepare(
    `SELECT MIN(f.time) AS time FROM order_figures f JOIN past_wallets w ON w.id = f.wallet
     WHERE w.profile = ? AND w.account = ? AND f.is_open = 1`,
  )
  return {
    /** Stores the current state of orders. */
    keep({ profile, account }: PastOf, orders: readonly Order[]): void {
      if (orders.length === 0) return
      inTransaction(
        database,
        () => {
          for (const order of orders) save.run(profile, account, order.oid, order.time, JSON.stringify(order))
        },
        READ_AGAIN,
      )
    },
    /** By the service's ids; if a service restarts its ids, the latest order of each. */
    ofIds: ({ profile, account }: PastOf, oids: readonly string[]): readonly Order[] =>
      recordsOf<Order>(ofIds, profile, account, JSON.stringify(oids)),
    /** When the oldest order was made that was open in its last read, the service's time; null where there is none. */
    oldestOpen: ({ profile, account }: PastOf): number | null =>
      rowsOf<{ time: number | null }>(oldestOpen, profile, account)[0]?.time ?? null,
  }
}

/** Of one wallet. */
interface HistoryMark {
  /** Everything that ended since then was read, the service's time. */
  readonly backTo: number
  /** The service has nothing older. */
  readonly isDone: boolean
}

/** `past`: how far back; `news`: since when new entries were last read. */
export type MarkKind = 'past' | 'news'

export type HistoryMarkStore = ReturnType<typeof createHistoryMarkStore>

/** How far back each wallet's order history was read, page by page: an order ends after it was made, so no interval is ever known to be complete. */
export function createHistoryMarkStore(database: DatabaseSync) {
  const read = database.prepare(
    'SELECT back_to, is_done FROM history_read WHERE profile = ? AND account = ? AND kind = ?',
  )
  const keep = database.prepare(
    `INSERT INTO history_read (profile, account, kind, back_to, is_done) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET back_to = excluded.back_to, is_done = excluded.is_done`,
  )
  return {
    mark({ profile, account }: PastOf, kind: MarkKind): HistoryMark | null {
      const [row] = rowsOf<{ back_to: number; is_done: number }>(read, profile, account, kind)
      return row === undefined ? null : { backTo: row.back_to, isDone: row.is_done === 1 }
    },
    keepMark: ({ profile, account }: PastOf, kind: MarkKind, { backTo, isDone }: HistoryMark): void =>
      void keep.run(profile, account, kind, backTo, isDone ? 1 : 0),
  }
}

export type PastNames = ReturnType<typeof createPastNames>

/** Names of markets, stored with the figures of the past: a coin has no name once its market is no longer listed. */
export function createPastNames(database: DatabaseSync) {
  const keep = database.prepare(
    `INSERT INTO past_assets (profile, asset, name) VALUES (?, ?, ?)
     ON CONFLICT (profile, asset) DO UPDATE SET name = excluded.name WHERE name IS NOT excluded.name`,
  )
  return {
    /** Stores names of assets, by asset. */
    keepNames: (profile: string, names: ReadonlyMap<string, string>): void =>
      // Names that a power cut loses are written again.
      inTransaction(database, () => names.forEach((name, asset) => void keep.run(profile, asset, name)), 'written'),
  }
}
