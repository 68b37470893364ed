/** Rows of a query, by the columns that it names. */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

/** All rows. @typeParam Row what the query's columns hold, as the tables declare them. */
export const rowsOf = <Row extends { readonly [Column in keyof Row]: SQLOutputValue }>(
  query: StatementSync,
  ...values: readonly SQLInputValue[]
): Row[] => query.all(...values).map((row) => ({ ...row }) as Row)

/** The JSON of a column; null where it cannot be read: a damaged row stops no reader, and is set aside by the next check of the file. */
export function bodyOf<One extends object>(body: string): One | null {
  try {
    const found: unknown = JSON.parse(body)
    return typeof found === 'object' ? (found as One | null) : null
  } catch {
    return null
  }
}

/** The JSON of rows, without those that cannot be read. */
export const bodiesOf = <One extends object>(rows: readonly { readonly body: string }[]): One[] =>
  rows.flatMap(({ body }) => bodyOf<One>(body) ?? [])
