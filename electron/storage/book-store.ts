/** A wallet's books in SQLite: conversions, and the daily results computed from them and the fills. */
import type { DatabaseSync } from 'node:sqlite'
import type { Fill } from '../../contract/account.ts'
import {
  type BookEntry,
  type ConversionEntry,
  DAY_MS,
  type DayEnd,
  type DayResult,
  dayOf,
  fillEntryOf,
  inBookOrder,
  type SettlementEntry,
  type TradeRecord,
} from '../../contract/books/index.ts'
import type { Price } from '../../contract/decimal.ts'
import type { Conversion, OutcomeMarket } from '../../contract/outcome.ts'
import { COMPUTED_THAT_COUNT, createArrivals, createBooksDue } from './books-due.ts'
import { bodiesOf, bodyOf, inTransaction, type PastOf, rowsOf } from './database.ts'
import { createTradeWrites } from './trade-store.ts'

/** The fields of a market that define which coins a conversion takes and gives. */
export type ConvertedMarket = Pick<OutcomeMarket, 'outcomeId' | 'sides' | 'questions' | 'collateral'>

export interface BookStore {
  /** Stores conversions; returns the new ones. */
  addConversions(of: PastOf, conversions: readonly ConversionEntry[]): readonly ConversionEntry[]
  /** Replaces the stored conversions whose coins are unknown; booked ones are no longer among them. */
  keepNotBooked(of: PastOf, conversions: readonly Conversion[]): void
  /** Conversions whose coins are unknown, oldest first. */
  conversionsNotBooked(of: PastOf): readonly Conversion[]
  /** Fills, conversions and computed settlements that no fill has replaced, in the interval [from, to), oldest first. */
  entries(of: PastOf, from: number, to: number): readonly BookEntry[]
  /** End (exclusive) of an interval that contains the first moment and about `some` entries after it; `to` at the latest. */
  stretchEnd(of: PastOf, from: number, to: number, some: number): number
  /** Entries of one asset, and all conversions in the interval. */
  entriesOf(of: PastOf, asset: string, from: number, to: number): readonly BookEntry[]
  /** Replaces the stored composition of outcome markets. */
  keepMarkets(profile: string, markets: readonly ConvertedMarket[]): void
  /** Every outcome market that was ever listed. */
  markets(profile: string): readonly ConvertedMarket[]
  /** Stores the final payouts of coins. */
  keepPayouts(profile: string, payouts: readonly (readonly [coin: string, price: Price])[]): void
  /** Final payout by coin. */
  payouts(profile: string): ReadonlyMap<string, Price>
  /** Since when the books must be recomputed; null where they are up to date. */
  due(of: PastOf): number | null
  /** The place (`placeOf`) of the first entry that arrived since the last call; null where nothing did. */
  takeArrivals(of: PastOf): string | null
  /** The last computed day before a given one, as it ended; null where there is none. */
  endBefore(of: PastOf, day: number): DayEnd | null
  /**
   * Replaces a day and all later days, which are then due unless there is nothing later (`isLast`), and clears what was due before it, when nothing
   * happened.
   * @param tradesFrom trades that ended before this are stored already; `made.trades` are those since.
   */
  keepDay(of: PastOf, day: number, made: DayMade, isLast: boolean, tradesFrom?: number): void
  /** Stores trades of a day that is not completely computed, in place of those in the interval [from, to); the day stays due. */
  keepTrades(of: PastOf, from: number, to: number, trades: readonly TradeRecord[]): void
  /** Conversions in the interval [from, to), oldest first. */
  conversions(of: PastOf, from: number, to: number): readonly ConversionEntry[]
  /** Daily results in the interval [from, to), oldest first. */
  results(of: PastOf, from: number, to: number): readonly DayResult[]
  /** Time of the first of them after a moment, including replaced ones; null where there is none. */
  firstSince(of: PastOf, since: number): number | null
}

/** A computed day. */
interface DayMade {
  readonly results: readonly DayResult[]
  /** Trades that ended on it. */
  readonly trades: readonly TradeRecord[]
  readonly end: DayEnd
}

/** Rows of days and conversions. */
interface Body {
  readonly body: string
}

interface EntryRow extends Body {
  readonly is_fill: number
}

export function createBookStore(database: DatabaseSync): BookStore {
  const markDue = createBooksDue(database)
  const tradeWrites = createTradeWrites(database)
  const save = database.prepare(
    'INSERT OR IGNORE INTO conversions (profile, account, id, time, body) VALUES (?, ?, ?, ?, ?)',
  )
  const notBooked = database.prepare(
    `INSERT OR REPLACE INTO conversions_not_booked (profile, account, id, time, body) SELECT ?, ?, ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM conversions WHERE profile = ? AND account = ? AND id = ?)`,
  )
  const notBookedOf = database.prepare(
    'SELECT body FROM conversions_not_booked WHERE profile = ? AND account = ? ORDER BY time, id',
  )
  const booked = database.prepare('DELETE FROM conversions_not_booked WHERE profile = ? AND account = ? AND id = ?')
  const within = 'profile = ?1 AND account = ?2 AND time >= ?3 AND time < ?4'
  const between = database.prepare(
    `SELECT 1 AS is_fill, body FROM fills WHERE ${within}
     UNION ALL SELECT 0, body FROM conversions WHERE ${within}
     UNION ALL SELECT 0, body FROM ${COMPUTED_THAT_COUNT} WHERE ${within}`,
  )
  const betweenOf = database.prepare(
    `SELECT 1 AS is_fill, body FROM fills WHERE ${within} AND asset = ?5
     UNION ALL SELECT 0, body FROM conversions WHERE ${within}`,
  )
  // Latest possible time of the n-th entry: each table answers from its index.
  const nth = (table: string) =>
    `SELECT * FROM (SELECT time FROM ${table} WHERE profile = ?1 AND account = ?2 AND time > ?3 ORDER BY time LIMIT 1 OFFSET ?4)`
  const after = database.prepare(
    `SELECT MIN(time) AS time FROM (${['fills', 'conversions', 'computed_settlements'].map(nth).join(' UNION ALL ')})`,
  )
  const market = database.prepare('INSERT OR REPLACE INTO outcome_markets (profile, outcome, body) VALUES (?, ?, ?)')
  const marketsOf = database.prepare('SELECT body FROM outcome_markets WHERE profile = ?')
  const payout = database.prepare('INSERT OR REPLACE INTO payouts (profile, coin, price) VALUES (?, ?, ?)')
  const payouts = database.prepare('SELECT coin, price FROM payouts WHERE profile = ?')
  const due = database.prepare('SELECT since FROM books_due WHERE profile = ? AND account = ?')
  const dueFrom = database.prepare('UPDATE books_due SET since = ? WHERE profile = ? AND account = ?')
  const notDue = database.prepare('DELETE FROM books_due WHERE profile = ? AND account = ?')
  const before = database.prepare(
    'SELECT ending AS body FROM book_days WHERE profile = ? AND account = ? AND day < ? ORDER BY day DESC LIMIT 1',
  )
  const forget = database.prepare('DELETE FROM book_days WHERE profile = ? AND account = ? AND day >= ?')
  const keep = database.prepare('INSERT INTO book_days (profile, account, day, results, ending) VALUES (?, ?, ?, ?, ?)')
  const days = database.prepare(
    'SELECT results AS body FROM book_days WHERE profile = ? AND account = ? AND day >= ? AND day < ? ORDER BY day',
  )
  const first = database.prepare(
    `SELECT MIN(time) AS time FROM (
       SELECT MIN(time) AS time FROM fills WHERE profile = ?1 AND account = ?2 AND time >= ?3
       UNION ALL SELECT MIN(time) FROM conversions WHERE profile = ?1 AND account = ?2 AND time >= ?3
       UNION ALL SELECT MIN(time) FROM computed_settlements WHERE profile = ?1 AND account = ?2 AND time >= ?3)`,
  )
  const conversions = database.prepare(`SELECT body FROM conversions WHERE ${within} ORDER BY time, id`)
  const entriesIn = (rows: readonly EntryRow[]): readonly BookEntry[] =>
    inBookOrder(
      rows.flatMap(({ is_fill, body }): readonly BookEntry[] => {
        const entry = bodyOf<Fill | ConversionEntry | SettlementEntry>(body)
        if (entry === null) return []
        return is_fill === 1 ? [fillEntryOf(entry as Fill)] : [entry as ConversionEntry | SettlementEntry]
      }),
    )

  return {
    addConversions({ profile, account }, conversions) {
      if (conversions.length === 0) return []
      return inTransaction(database, () => {
        const fresh = conversions.filter(
          (one) => Number(save.run(profile, account, one.id, one.time, JSON.stringify(one)).changes) > 0,
        )
        for (const { id } of conversions) booked.run(profile, account, id)
        markDue({ profile, account }, fresh)
        return fresh
      })
    },
    keepNotBooked({ profile, account }, conversions) {
      inTransaction(
        database,
        () => {
          for (const one of conversions)
            notBooked.run(profile, account, one.id, one.time, JSON.stringify(one), profile, account, one.id)
        },
        'written',
      )
    },
    conversionsNotBooked: ({ profile, account }) => bodiesOf<Conversion>(rowsOf<Body>(notBookedOf, profile, account)),
    entries: ({ profile, account }, from, to) => entriesIn(rowsOf<EntryRow>(between, profile, account, from, to)),
    stretchEnd({ profile, account }, from, to, some) {
      const [row] = rowsOf<{ time: number | null }>(after, profile, account, from, some - 1)
      return Math.min(to, (row?.time ?? to) + 1)
    },
    takeArrivals: createArrivals(database),
    entriesOf: ({ profile, account }, asset, from, to) =>
      entriesIn(rowsOf<EntryRow>(betweenOf, profile, account, from, to, asset)),
    keepMarkets(profile, listed) {
      inTransaction(
        database,
        () => listed.forEach((one) => void market.run(profile, one.outcomeId, JSON.stringify(one))),
        'written',
      )
    },
    markets: (profile) => bodiesOf<ConvertedMarket>(rowsOf<Body>(marketsOf, profile)),
    keepPayouts(profile, paid) {
      inTransaction(database, () => paid.forEach(([coin, price]) => void payout.run(profile, coin, price)), 'written')
    },
    payouts: (profile) =>
      new Map(
        rowsOf<{ coin: string; price: string }>(payouts, profile).map(({ coin, price }) => [coin, price as Price]),
      ),
    conversions: ({ profile, account }, from, to) =>
      bodiesOf<ConversionEntry>(rowsOf<Body>(conversions, profile, account, from, to)),
    due: ({ profile, account }) => rowsOf<{ since: number }>(due, profile, account)[0]?.since ?? null,
    endBefore({ profile, account }, day) {
      const [row] = rowsOf<Body>(before, profile, account, day)
      return row === undefined ? null : bodyOf<DayEnd>(row.body)
    },
    keepDay({ profile, account }, day, { results, trades, end }, isLast, tradesFrom) {
      inTransaction(
        database,
        () => {
          const { since = day } = rowsOf<{ since: number }>(due, profile, account)[0] ?? {}
          const until = isLast ? Number.MAX_SAFE_INTEGER : day + DAY_MS
          tradeWrites.replace({ profile, account }, tradesFrom ?? Math.min(dayOf(since), day), until, trades)
          forget.run(profile, account, day)
          keep.run(profile, account, day, JSON.stringify(results), JSON.stringify(end))
          if (isLast) notDue.run(profile, account)
          else dueFrom.run(day + DAY_MS, profile, account)
        },
        // Still due after a power cut that loses it, and then computed again.
        'written',
      )
    },
    keepTrades: (of, from, to, trades) =>
      inTransaction(database, () => tradeWrites.replace(of, from, to, trades), 'written'),
    results: ({ profile, account }, from, to) =>
      bodiesOf<DayResult[]>(rowsOf<Body>(days, profile, account, from, to)).flat(),
    firstSince: ({ profile, account }, since) =>
      rowsOf<{ time: number | null }>(first, profile, account, since)[0]?.time ?? null,
  }
}
