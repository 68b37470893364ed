/** Moves one slice of rows of a kind into their sums and ids, inside a transaction. */
import type { DatabaseSync } from 'node:sqlite'
import { add, type Decimal } from '../../../contract/decimal.ts'
import { FIGURE_PLACES } from '../figure-tables.ts'
import type { PastOf } from '../interface.ts'
import { rowsOf } from '../rows.ts'
import type { PrunedKind } from './kinds.ts'
import { SUM_MS } from './tables.ts'

/** The last row that was looked at: rows are looked at by time, at the same moment by number. */
export interface Reached {
  readonly time: number
  readonly id: number
}

export interface PruneSlice {
  /** Looks at up to so many rows before a cut that come after the last one. @returns the last of these; null where there is no further one. */
  move(of: PastOf, cut: number, after: Reached, most: number): Reached | null
}

interface Row {
  readonly id: number
  readonly time: number
  readonly key: string
  readonly is_rough: number
  readonly stays: number
}

const PART = 10 ** FIGURE_PLACES

export function createPruneSlice(database: DatabaseSync, kind: PrunedKind): PruneSlice {
  const { figures, bodies, id, ids, sums, keys, counts, amounts } = kind
  const wallet = '(SELECT id FROM past_wallets WHERE profile = ?1 AND account = ?2)'
  const scan = database.prepare(
    `SELECT f.id AS id, f.time AS time, f.${id} AS key, f.is_rough AS is_rough, (${kind.stays}) AS stays FROM ${figures} f
     WHERE f.wallet = ${wallet} AND ${kind.where} AND f.time < ?3 AND (f.time, f.id) > (?4, ?5)
     ORDER BY f.time, f.id LIMIT ?6`,
  )
  const quarter = `f.time - f.time % ${SUM_MS}`
  const part = (column: string, operator: string): string =>
    `COALESCE(SUM(CASE WHEN f.is_rough = 0 THEN f.${column} ${operator} ${PART} END), 0)`
  const added = [
    ...counts.map(([column]) => column),
    ...amounts.flatMap(({ column }) => [`${column}_whole`, `${column}_rest`]),
  ]
  const of = 'FROM json_each(?)'
  const sumUp = database.prepare(
    `INSERT INTO ${sums} (${['wallet', 'time', ...keys.map(([column]) => column), ...added, ...amounts.map(({ column }) => `${column}_text`)].join(', ')})
     SELECT ${['f.wallet', quarter, ...keys.map(([, sql]) => sql), ...counts.map(([, sql]) => sql)].join(', ')},
       ${amounts.flatMap(({ column }) => [part(column, '/'), part(column, '%')]).join(', ')}, ${amounts.map(() => "'0'").join(', ')}
     FROM ${figures} f WHERE f.id IN (SELECT value ${of}) GROUP BY ${['f.wallet', quarter, ...keys.map(([, sql]) => sql)].join(', ')}
     ON CONFLICT DO UPDATE SET ${added.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`,
  )
  const keepIds = database.prepare(
    `INSERT INTO ${ids} (wallet, ${id}, time) SELECT wallet, ${id}, time FROM ${figures} WHERE id IN (SELECT value ${of})`,
  )
  const drop = database.prepare(`DELETE FROM ${bodies} WHERE profile = ? AND account = ? AND ${id} = ? AND time = ?`)
  const body = database.prepare(
    `SELECT body FROM ${bodies} WHERE profile = ? AND account = ? AND ${id} = ? AND time = ?`,
  )
  const own = `f.id = ?1 AND s.wallet = f.wallet AND s.time = ${quarter} AND ${keys.map(([column, sql]) => `s.${column} = ${sql}`).join(' AND ')}`
  const texts = database.prepare(
    `SELECT ${amounts.map(({ column }) => `s.${column}_text`).join(', ')} FROM ${sums} s JOIN ${figures} f ON ${own}`,
  )
  const keepTexts = database.prepare(
    `UPDATE ${sums} AS s SET ${amounts.map(({ column }, i) => `${column}_text = ?${i + 2}`).join(', ')} FROM ${figures} f WHERE ${own}`,
  )

  /** What the whole numbers of a row do not hold is added up as text. */
  function sumText({ profile, account }: PastOf, row: Row): void {
    const [kept] = rowsOf<{ body: string }>(body, profile, account, row.key, row.time)
    const [sum] = rowsOf<Record<string, string>>(texts, row.id)
    if (kept === undefined || sum === undefined) throw new Error(`The sums of ${bodies} lack ${row.key}.`)
    const read: unknown = JSON.parse(kept.body)
    const next = amounts.map(({ column, textOf }) => {
      const before = (sum[`${column}_text`] ?? '0') as Decimal
      const text = textOf(read)
      return text === null ? before : add(before, text)
    })
    keepTexts.run(row.id, ...next)
  }

  return {
    move({ profile, account }, cut, after, most) {
      const rows = rowsOf<Row>(scan, profile, account, cut, after.time, after.id, most)
      const gone = rows.filter(({ stays }) => stays === 0)
      const list = JSON.stringify(gone.map((row) => row.id))
      sumUp.run(list)
      for (const row of gone) if (row.is_rough === 1) sumText({ profile, account }, row)
      keepIds.run(list)
      for (const row of gone) drop.run(profile, account, row.key, row.time)
      return rows.at(-1) ?? null
    },
  }
}
