/** Totals of a column, as displayed and as parsed from CSV, for comparison. */
import { add, type Decimal } from '../../contract/decimal.ts'
import { readRecords } from '../../contract/testing/read-csv.ts'

const total = (values: readonly string[]): Decimal =>
  values.filter((value) => value !== '').reduce<Decimal>((sum, value) => add(sum, value as Decimal), '0' as Decimal)

/** The content of a cell as a decimal: without unit, spaces, commas and the formula guard; empty for a dash. */
const seen = (text: string): string => text.replaceAll('\u2212', '-').replaceAll(/[+,\s]|USD[CH]|°F|[—']/g, '')

/** From text that is copied with its titles. */
export function seenTotal(text: string, title: string): Decimal {
  const [heads = '', ...lines] = text.split('\n')
  const at = heads.split('\t').indexOf(title)
  if (at < 0) throw new Error(`no column ${title}`)
  return total(lines.map((line) => seen(line.split('\t')[at] ?? '')))
}

/** From CSV. */
export const csvTotal = (csv: string, title: string): Decimal =>
  total(
    readRecords(csv).map((record) => {
      const value = record[title]
      if (value === undefined) throw new Error(`no column ${title}`)
      return value
    }),
  )
