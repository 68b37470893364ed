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
import { bodyOf, inTransaction, type PastOf, recordsOf, rowsOf } from './database.ts'
import { createTradeWrites } from './trade-store.ts'

/** The fields of a market that define which coins a conversion takes and gives. */
export type ConvertedMarket = Pick<OutcomeMarket, 'outcomeId' | 'sides' | 'questions' | 'collateral'>

export type BookStore = ReturnType<typeof createBookStore>

/** A computed day. */
interface DayMade {
  readonly results: readonly DayResult[]
  /** Trades that ended on it. */
  readonly trades: readonly TradeRecord[]
  readonly end: DayEnd
}

interface EntryRow {
  readonly is_fill: number
  readonly body: string
}

export function createBookStore(database: DatabaseSync) {
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
    /** Stores conversions; returns the new ones. */
    addConversions({ profile, account }: PastOf, conversions: readonly ConversionEntry[]): readonly ConversionEntry[] {
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
    /** Replaces the stored conversions whose coins are unknown; booked ones are no longer among them. */
    keepNotBooked({ profile, account }: PastOf, conversions: readonly Conversion[]): void {
      inTransaction(
        database,
        () => {
          for (const one of conversions)
            notBooked.run(profile, account, one.id, one.time, JSON.stringify(one), profile, account, one.id)
        },
        'written',
      )
    },
    /** Conversions whose coins are unknown, oldest first. */
    conversionsNotBooked: ({ profile, account }: PastOf): readonly Conversion[] =>
      recordsOf<Conversion>(notBookedOf, profile, account),
    /** Fills, conversions and computed settlements that no fill has replaced, in the interval [from, to), oldest first. */
    entries: ({ profile, account }: PastOf, from: number, to: number): readonly BookEntry[] =>
      entriesIn(rowsOf<EntryRow>(between, profile, account, from, to)),
    /** End (exclusive) of an interval that contains the first moment and about `some` entries after it; `to` at the latest. */
    stretchEnd({ profile, account }: PastOf, from: number, to: number, some: number): number {
      const [row] = rowsOf<{ time: number | null }>(after, profile, account, from, some - 1)
      return Math.min(to, (row?.time ?? to) + 1)
    },
    /** The place (`placeOf`) of the first entry that arrived since the last call; null where nothing did. */
    takeArrivals: createArrivals(database),
    /** Entries of one asset, and all conversions in the interval. */
    entriesOf: ({ profile, account }: PastOf, asset: string, from: number, to: number): readonly BookEntry[] =>
      entriesIn(rowsOf<EntryRow>(betweenOf, profile, account, from, to, asset)),
    /** Replaces the stored composition of outcome markets. */
    keepMarkets(profile: string, listed: readonly ConvertedMarket[]): void {
      inTransaction(
        database,
        () => listed.forEach((one) => void market.run(profile, one.outcomeId, JSON.stringify(one))),
        'written',
      )
    },
    /** Every outcome market that was ever listed. */
    markets: (profile: string): readonly ConvertedMarket[] => recordsOf<ConvertedMarket>(marketsOf, profile),
    keepPayouts(profile: string, paid: readonly (readonly [coin: string, price: Price])[]): void {
      inTransaction(database, () => paid.forEach(([coin, price]) => void payout.run(profile, coin, price)), 'written')
    },
    /** Final payout by coin. */
    payouts: (profile: string): ReadonlyMap<string, Price> =>
      new Map(
        rowsOf<{ coin: string; price: string }>(payouts, profile).map(({ coin, price }) => [coin, price as Price]),
      ),
    /** Conversions in the interval [from, to), oldest first. */
    conversions: ({ profile, account }: PastOf, from: number, to: number): readonly ConversionEntry[] =>
      recordsOf<ConversionEntry>(conversions, profile, account, from, to),
    /** Since when the books must be recomputed; null where they are up to date. */
    due: ({ profile, account }: PastOf): number | null =>
      rowsOf<{ since: number }>(due, profile, account)[0]?.since ?? null,
    /** The last computed day before a given one, as it ended; null where there is none. */
    endBefore: ({ profile, account }: PastOf, day: number): DayEnd | null =>
      recordsOf<DayEnd>(before, profile, account, day)[0] ?? null,
    /**
     * Replaces a day and all later days, which are then due unless there is nothing later (`isLast`), and clears what was due before it, when nothing
     * happened.
     * @param tradesFrom trades that ended before this are stored already; `made.trades` are those since.
     */
    keepDay(
      { profile, account }: PastOf,
      day: number,
      { results, trades, end }: DayMade,
      isLast: boolean,
      tradesFrom?: number,
    ): void {
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
    /** Stores trades of a day that is not completely computed, in place of those in the interval [from, to); the day stays due. */
    keepTrades: (of: PastOf, from: number, to: number, trades: readonly TradeRecord[]): void =>
      inTransaction(database, () => tradeWrites.replace(of, from, to, trades), 'written'),
    /** Daily results in the interval [from, to), oldest first. */
    results: ({ profile, account }: PastOf, from: number, to: number): readonly DayResult[] =>
      recordsOf<DayResult[]>(days, profile, account, from, to).flat(),
    /** Time of the first of them after a moment, including replaced ones; null where there is none. */
    firstSince: ({ profile, account }: PastOf, since: number): number | null =>
      rowsOf<{ time: number | null }>(first, profile, account, since)[0]?.time ?? null,
  }
}
