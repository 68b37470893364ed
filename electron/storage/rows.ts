/** Rows of a query, by the columns that it names. */
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

/** All rows. @typeParam Row what the query's columns hold, as the tables declare them. */
export const rowsOf = <Row extends { readonly [Column in keyof Row]: SQLOutputValue }>(
  query: StatementSync,
  ...values: readonly SQLInputValue[]
): Row[] => query.all(...values).map((row) => ({ ...row }) as Row)
