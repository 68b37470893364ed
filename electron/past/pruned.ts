/** Sums of what is no longer kept one by one, by the same conditions as those of rows: they are added to these. */
import type { DatabaseSync } from 'node:sqlite'
import type { Decimal, Money, Size } from '../../contract/decimal.ts'
import type { PastTotal, PastTotals } from '../../contract/past.ts'
import { millis } from '../../contract/time.ts'
import { rowsOf, SUM_MS } from '../storage/index.ts'
import type { AskedOf } from './asked.ts'
import type { Conditions } from './conditions.ts'
import { sumOf, unitsIn } from './sums.ts'
import { byCollateral, COLLATERALS } from './totals.ts'

type Asked = AskedOf<'fills'> | AskedOf<'orders'>

const AMOUNTS = { fills: ['fee', 'realised', 'size'], orders: ['filled'] } as const
const COUNTS = { fills: ['count', 'fee_unknown', 'realised_unknown'], orders: ['count'] } as const
const TABLES = { fills: 'pruned_fill_sums', orders: 'pruned_order_sums' } as const
/** Ids, and whether it is over, are not told of sums. */
const LACKS = {
  fills: 'NULL AS id, NULL AS oid, NULL AS tid',
  orders: 'NULL AS id, NULL AS oid, 0 AS is_open',
} as const

/**
 * Adds the sums of what was pruned to those of the rows that are kept.
 * @param kept the sums of the rows, by collateral.
 * @throws RangeError for a stretch of time that begins or ends within one of the quarters of an hour that sums stand for.
 */
export function withPruned(
  database: DatabaseSync,
  asked: Asked,
  where: Conditions,
  kept: readonly PastTotal[],
): PastTotals {
  const before = cutOf(database, asked)
  // Of one order alone nothing is told by sums.
  if (before === null || ('oid' in asked && asked.oid !== null)) return byCollateral(kept)
  for (const end of [asked.from, asked.to]) {
    if (end < before && end % SUM_MS !== 0) {
      throw new RangeError(
        `Before ${new Date(before).toISOString().slice(0, 10)} records are kept as sums of quarters of an hour: ask from and up to a full quarter.`,
      )
    }
  }
  const pruned = COLLATERALS.flatMap(({ collateral, sql }) => totalOf(database, asked.kind, where, sql, collateral))
  const count = pruned.reduce((all, one) => all + one.count, 0)
  const all = byCollateral([...kept, ...pruned])
  return count === 0 ? all : { ...all, summed: { count, before: millis(before) } }
}

/** From when on all are kept one by one; null where nothing was pruned. */
function cutOf(database: DatabaseSync, { of }: Asked): number | null {
  const query = database.prepare('SELECT cut FROM prunings WHERE profile = ? AND account = ?')
  return rowsOf<{ cut: number }>(query, of.profile, of.account)[0]?.cut ?? null
}

function totalOf(
  database: DatabaseSync,
  kind: 'fills' | 'orders',
  where: Conditions,
  collateralSql: string,
  collateral: PastTotal['collateral'],
): readonly PastTotal[] {
  const from = `FROM (SELECT *, ${LACKS[kind]} FROM ${TABLES[kind]}) f WHERE ${where.sql} AND ${collateralSql}`
  const columns = AMOUNTS[kind].flatMap((name) => [`${name}_whole`, `${name}_rest`])
  const query = database.prepare(
    `SELECT ${[...COUNTS[kind], ...columns].map((name) => `SUM(f.${name}) AS ${name}`).join(', ')} ${from}`,
  )
  query.setReadBigInts(true)
  const sum = query.get(...where.values) as { readonly [Name: string]: bigint | null }
  const count = Number(sum.count ?? 0)
  if (count === 0) return []
  const texts = database.prepare(
    `SELECT ${AMOUNTS[kind].map((name) => `f.${name}_text`).join(', ')} ${from} AND (${AMOUNTS[kind].map((name) => `f.${name}_text <> '0'`).join(' OR ')})`,
  )
  const rough = rowsOf<Record<string, string>>(texts, ...where.values)
  const amount = <D extends Decimal>(name: string): D =>
    sumOf<D>(
      unitsIn(sum, name),
      rough.map((row) => row[`${name}_text`] as D),
    )
  const isFills = kind === 'fills'
  return [
    {
      collateral,
      count,
      fees: isFills ? amount<Money>('fee') : null,
      feesUnknown: Number(sum.fee_unknown ?? 0),
      realised: isFills ? amount<Money>('realised') : null,
      realisedUnknown: Number(sum.realised_unknown ?? 0),
      traded: amount<Size>(isFills ? 'size' : 'filled'),
    },
  ]
}
