/** Finds rows by words: each must stand somewhere in what a row says. */
import type { Column } from './column.ts'

/** As it is compared: small letters, no accents, one kind of space and minus. */
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[−–]/g, '-').replace(/\s+/g, ' ').toLowerCase()

/** The words of a filter. */
const wordsOfFilter = (filter: string): readonly string[] => plain(filter).trim().split(' ').filter(Boolean)

/** A filter over rows of these columns; what a row says is put together once for each row. */
export function createFilter<Row extends object>(
  columns: readonly Column<Row>[],
): (rows: readonly Row[], filter: string) => readonly Row[] {
  const texts = columns.flatMap(({ text, isLive }) => (text === undefined || isLive === true ? [] : [text]))
  const said = new WeakMap<Row, string>()
  const of = (row: Row): string => {
    const known = said.get(row)
    if (known !== undefined) return known
    const all = plain(texts.map((text) => text(row)).join('\n'))
    said.set(row, all)
    return all
  }
  return (rows, filter) => {
    const words = wordsOfFilter(filter)
    return words.length === 0 ? rows : rows.filter((row) => words.every((word) => of(row).includes(word)))
  }
}
