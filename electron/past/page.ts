/** One page of sorted rows, after the last row of the previous page: equally fast at any depth, and new entries move nothing. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type Conditions, marketsOf, nameKey, nameOf, type OwnedQuery, type PastMarket, stoppable } from './query.ts'

type Key = bigint | string | null

interface PageOf<Column extends string> {
  /** Tables, the one of the rows as `f`. */
  readonly tables: string
  readonly conditions: Conditions
  /** Values of `tables`, before those of the conditions. */
  readonly tableValues?: readonly SQLInputValue[]
  /** The sort key of each column but `market`, in SQL; integers or text. */
  readonly keys: { readonly [One in Exclude<Column, 'market'>]: string }
  readonly sort: { readonly column: Column; readonly direction: 'ascending' | 'descending' }
  /** All existing markets. */
  readonly markets: readonly PastMarket[]
  /** The selected fields of a row, in SQL. */
  readonly select: string
  readonly after: string | null
  readonly limit: number
}

/** A row with its selected fields; integers as `bigint`. */
type Found = { readonly id: bigint; readonly key: Key } & { readonly [Name: string]: Key }

/**
 * A page of the rows that match; none for conditions that are null.
 * @param rowOf the row as it is shown; null for one that is no longer stored. `names` are those of markets, by asset.
 */
export function rowsOfPage<Column extends string, Row extends object>(
  database: DatabaseSync,
  request: Pick<OwnedQuery, 'of'> & Pick<PageOf<Column>, 'sort'>,
  conditions: Conditions | null,
  page: Omit<PageOf<Column>, 'conditions' | 'sort' | 'markets'>,
  rowOf: (found: Found, names: ReadonlyMap<string, string>) => Row | null,
): { readonly rows: readonly Row[]; readonly next: string | null } {
  if (conditions === null) return { rows: [], next: null }
  const markets = marketsOf(database, request)
  const { rows, next } = pageOf(database, { ...page, conditions, sort: request.sort, markets })
  const names = new Map(markets.map((market) => [market.asset, nameOf(market)]))
  return { rows: rows.flatMap((found) => rowOf(found, names) ?? []), next }
}

function pageOf<Column extends string>(database: DatabaseSync, page: PageOf<Column>) {
  const { after, limit, sort } = page
  const cursor = after === null ? null : cursorOf(after)
  const rows = sort.column === 'market' ? byMarket(database, page, cursor) : byKey(database, page, cursor)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown /** The cursor of the next page; null where there is none. */,
    next: rows.length > limit && last !== undefined ? textOf(last) : null,
  }
}

/** One more than requested, where there are more. */
function byKey<Column extends string>(
  database: DatabaseSync,
  { tables, tableValues = [], conditions, keys, sort, select, limit }: PageOf<Column>,
  cursor: Cursor | null,
): readonly Found[] {
  const key = keys[sort.column as Exclude<Column, 'market'>]
  const isDown = sort.direction === 'descending'
  const way = isDown ? 'DESC' : 'ASC'
  const past = cursor === null ? NOTHING : pastThe(cursor, key, isDown)
  // In descending order missing values are last without `NULLS LAST`, which would make SQLite sort every row.
  const keyWay = isDown ? 'DESC' : 'ASC NULLS LAST'
  const order = sort.column === 'time' ? `f.time ${way}, f.id ${way}` : `key ${keyWay}, f.id ${way}`
  const query = database.prepare(
    `SELECT f.id AS id, ${key} AS key, ${select} FROM ${tables} WHERE ${conditions.sql}${past.sql} AND ${stoppable(database)}
     ORDER BY ${order} LIMIT ?`,
  )
  query.setReadBigInts(true)
  return query.all(...tableValues, ...conditions.values, ...past.values, limit + 1) as Found[]
}

/** Market after market by its index, newest first within each: nothing is sorted. */
function byMarket<Column extends string>(
  database: DatabaseSync,
  { tables, tableValues = [], conditions, sort, markets, select, limit }: PageOf<Column>,
  cursor: Cursor | null,
): readonly Found[] {
  const sign = sort.direction === 'ascending' ? 1 : -1
  const ordered = markets.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -sign : sign))
  const [marketId, time] = cursor === null ? [null, null] : String(cursor.key).split('/')
  const begin = marketId === null ? 0 : ordered.findIndex(({ id }) => String(id) === marketId)
  if (begin < 0) throw new RangeError(NO_CURSOR)
  const queryOf = (past: string) => {
    const query = database.prepare(
      `SELECT f.id AS id, f.asset || '/' || f.time AS key, ${select} FROM ${tables}
       WHERE ${conditions.sql}${past} AND ${stoppable(database)} AND f.asset = ? ORDER BY f.time DESC, f.id DESC LIMIT ?`,
    )
    query.setReadBigInts(true)
    return query
  }
  const [first, others] = [queryOf(' AND (f.time, f.id) < (?, ?)'), queryOf('')]
  const rows: Found[] = []
  for (const [index, { id }] of ordered.slice(begin).entries()) {
    const isFirst = cursor !== null && index === 0
    const past = isFirst ? [Number(time), cursor.id] : []
    const query = isFirst ? first : others
    const values = [...tableValues, ...conditions.values, ...past, id, limit + 1 - rows.length]
    rows.push(...(query.all(...values) as Found[]))
    if (rows.length > limit) break
  }
  return rows
}

const NOTHING: Conditions = { sql: '', values: [] }

/** Rows after one: missing values are last in either direction. */
function pastThe({ key: last, id }: Cursor, key: string, isDown: boolean): Conditions {
  const beyond = isDown ? '<' : '>'
  if (last === null) return { sql: ` AND ${key} IS NULL AND f.id ${beyond} ?`, values: [id] }
  if (key === 'f.time') return { sql: ` AND (f.time, f.id) ${beyond} (?, ?)`, values: [last, id] }
  return {
    sql: ` AND (${key} ${beyond} ? OR (${key} = ? AND f.id ${beyond} ?) OR ${key} IS NULL)`,
    values: [last, last, id],
  }
}

interface Cursor {
  readonly key: Key
  readonly id: bigint
}

const NO_CURSOR = 'The page does not begin where a page before it ended.'

const textOf = ({ key, id }: Found): string =>
  JSON.stringify([key === null ? null : typeof key === 'bigint' ? { n: String(key) } : key, String(id)])

/** @throws RangeError for a cursor that no page returned. */
function cursorOf(text: string): Cursor {
  try {
    const [key, id] = JSON.parse(text) as [null | string | { readonly n: string }, string]
    return { key: key === null || typeof key === 'string' ? key : BigInt(key.n), id: BigInt(id) }
  } catch {
    throw new RangeError(NO_CURSOR)
  }
}
