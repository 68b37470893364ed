/** One page of rows in an order, by the last row of the page before: as fast far down as at the top, and nothing that comes in moves it. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Conditions } from './conditions.ts'

type Key = bigint | string | null

export interface PageOf<Column extends string> {
  /** Tables, the one of the rows as `f`. */
  readonly tables: string
  readonly conditions: Conditions
  /** Values of `tables`, before those of the conditions. */
  readonly tableValues?: readonly SQLInputValue[]
  /** What is put in order for each column, as SQL; whole numbers or text. */
  readonly keys: { readonly [One in Column]: string }
  readonly sort: { readonly column: Column; readonly direction: 'ascending' | 'descending' }
  /** What is taken of a row, as SQL. */
  readonly select: string
  readonly after: string | null
  readonly limit: number
}

/** A row with what is taken of it; whole numbers as `bigint`. */
type Found = { readonly id: bigint; readonly key: Key } & { readonly [Name: string]: Key }

/** @returns the rows, and what the next page is asked by; null where there is none. */
export function pageOf<Column extends string>(
  database: DatabaseSync,
  page: PageOf<Column>,
): { readonly rows: readonly Found[]; readonly next: string | null } {
  const { tables, tableValues = [], conditions, keys, sort, select, after, limit } = page
  const key = keys[sort.column]
  const isDown = sort.direction === 'descending'
  const way = isDown ? 'DESC' : 'ASC'
  const past = after === null ? NOTHING : pastThe(cursorOf(after), key, isDown)
  const order = sort.column === 'time' ? `f.time ${way}, f.id ${way}` : `key ${way} NULLS LAST, f.id ${way}`
  const query = database.prepare(
    `SELECT f.id AS id, ${key} AS key, ${select} FROM ${tables} WHERE ${conditions.sql}${past.sql} ORDER BY ${order} LIMIT ?`,
  )
  query.setReadBigInts(true)
  const rows = query.all(...tableValues, ...conditions.values, ...past.values, limit + 1) as Found[]
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last !== undefined ? textOf(last) : null }
}

const NOTHING: Conditions = { sql: '', values: [] }

/** Rows after one: what has no value stands last in either direction. */
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

const textOf = ({ key, id }: Found): string =>
  JSON.stringify([key === null ? null : typeof key === 'bigint' ? { n: String(key) } : key, String(id)])

/** @throws RangeError for what no page said. */
function cursorOf(text: string): Cursor {
  try {
    const [key, id] = JSON.parse(text) as [null | string | { readonly n: string }, string]
    return { key: key === null || typeof key === 'string' ? key : BigInt(key.n), id: BigInt(id) }
  } catch {
    throw new RangeError('The page does not begin where a page before it ended.')
  }
}
