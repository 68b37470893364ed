/** Puts rows in order. Stable: rows that are equal stay as they came. Pure. */
import { placesOf, toUnits } from '../../../contract/decimal.ts'
import type { Direction, SortValue } from './column.ts'

type Key = bigint | number | null

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A key for each row, so that it is worked out once and not at every comparison. */
function keysOf<Row>(rows: readonly Row[], value: SortValue<Row>): Key[] {
  if (value.by === 'count') return rows.map(value.of)
  if (value.by === 'text') return ranksOf(rows.map(value.of))
  const decimals = rows.map(value.of)
  const places = decimals.reduce((most, one) => (one === null ? most : Math.max(most, placesOf(one))), 0)
  return decimals.map((one) => (one === null ? null : toUnits(one, places)))
}

/** The place of each text among all of them: comparing texts is slow, and many are the same. */
function ranksOf(texts: readonly (string | null)[]): Key[] {
  const ranks = new Map<string, number>()
  let rank = 0
  let before: string | undefined
  for (const text of [...new Set(texts)].filter((one) => one !== null).sort(byText.compare)) {
    if (before !== undefined && byText.compare(before, text) !== 0) rank += 1
    ranks.set(text, rank)
    before = text
  }
  return texts.map((text) => (text === null ? null : (ranks.get(text) ?? null)))
}

const compareKeys = (a: Exclude<Key, null>, b: Exclude<Key, null>): number => (a < b ? -1 : a > b ? 1 : 0)

/** The rows in order; what has no value stands last in either direction. */
export function sortRows<Row>(rows: readonly Row[], value: SortValue<Row>, direction: Direction): readonly Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return keysOf(rows, value)
    .map((key, index) => ({ key, index }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.index - b.index
      return sign * compareKeys(a.key, b.key) || a.index - b.index
    })
    .map(({ index }) => rows[index] as Row)
}
