/**
 * How positions ended, in pages: the service's settlement fills, and the ends that this terminal saw, each once. They are few compared with fills, so
 * all matches are sorted here.
 */

import type { DatabaseSync } from 'node:sqlite'
import { type Fill, fillIdOf } from '../../contract/account.ts'
import { familyOfFill } from '../../contract/books/index.ts'
import { type Collateral, collateralOf } from '../../contract/collateral.ts'
import { add, compare, type Decimal, type Money, negate, type Size, ZERO } from '../../contract/decimal.ts'
import { isCoin } from '../../contract/outcome.ts'
import type { PastTotal, PastTotals, SettlementRow } from '../../contract/past.ts'
import type { PositionClose } from '../../contract/position-close.ts'
import { recordsOf } from '../storage/index.ts'
import { NO_NOTES, type NotesOn, noteOf, notesOn } from './noted.ts'
import { marketsOf, plain, type QueryOf, termsOf } from './query.ts'
import { byCollateral } from './sums.ts'

type SettlementQuery = QueryOf<'settlements'>

/** Maximum difference between the times of a settlement fill and of its market's end, ms; the next end of the same asset is hours away. */
const SAME_WITHIN = 30 * 60_000
/** A coin is settled once, however late. */
const isSame = (ending: PositionClose, fill: Fill): boolean =>
  ending.kind === 'settled' && (isCoin(fill.asset) || Math.abs(ending.at - fill.time) <= SAME_WITHIN)

export function settlementPage(
  database: DatabaseSync,
  request: SettlementQuery,
  after: string | null,
  limit: number,
): { readonly rows: readonly SettlementRow[]; readonly next: string | null } {
  const notes = request.sort.column === 'note' ? notesOn(database, request) : NO_NOTES
  const all = matching(database, request).toSorted(orderOf(request, notes))
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const rows = all.slice(from, from + limit)
  return { rows, next: from + limit < all.length ? (rows.at(-1)?.id ?? null) : null }
}

export function settlementTotals(database: DatabaseSync, request: SettlementQuery): PastTotals {
  const sums = new Map<string, PastTotal>()
  for (const { collateral, result, fee } of matching(database, request)) {
    const sum = sums.get(collateral) ?? { ...NOTHING, collateral }
    sums.set(collateral, {
      ...sum,
      count: sum.count + 1,
      fees: add(sum.fees ?? NO_MONEY, fee ?? NO_MONEY),
      feesUnknown: sum.feesUnknown + (fee === null ? 1 : 0),
      realised: add(sum.realised ?? NO_MONEY, result ?? NO_MONEY),
      realisedUnknown: sum.realisedUnknown + (result === null ? 1 : 0),
    })
  }
  return byCollateral([...sums.values()])
}

const NO_MONEY = ZERO as Money
const NOTHING: Omit<PastTotal, 'collateral'> = {
  count: 0,
  fees: NO_MONEY,
  feesUnknown: 0,
  realised: NO_MONEY,
  realisedUnknown: 0,
  traded: null,
}

function matching(database: DatabaseSync, request: SettlementQuery): readonly SettlementRow[] {
  const { family, asset, filter, from, to } = request
  const names = new Map(marketsOf(database, request).map((one) => [one.asset, one.name ?? one.asset]))
  const terms = termsOf(filter)
  const notes = terms.length === 0 ? NO_NOTES : notesOn(database, request)
  const fills = recordsIn<Fill>(
    database,
    request,
    "fills INDEXED BY fills_of_settlements WHERE profile = ? AND account = ? AND cause = 'settlement' ORDER BY time, id",
  )
  const ends = recordsIn<PositionClose>(database, request, 'endings WHERE profile = ? AND account = ? ORDER BY at, id')
  const all = settlementRows(fills, ends, { names, outcomes: request.outcomes })
  return all.filter((row) => {
    if (row.at < from || row.at >= to) return false
    if ((family !== null && row.family !== family) || (asset !== null && row.asset !== asset)) return false
    const note = noteOf('settlements', row, notes) ?? ''
    const message = plain([row.name, row.asset, row.family, row.how.replaceAll('_', ' '), row.source, note].join('\n'))
    return terms.every((text) => message.includes(text))
  })
}

const recordsIn = <One extends object>(database: DatabaseSync, { of }: SettlementQuery, sql: string): readonly One[] =>
  recordsOf<One>(database.prepare(`SELECT body FROM ${sql}`), of.profile, of.account)

/** Names of markets, and the collateral of outcome markets. */
interface Known {
  readonly names: ReadonlyMap<string, string>
  readonly outcomes: Collateral
}

/** Every settlement fill, completed by the end of the same position; and every other end. @param fills oldest first, like the ends. */
function settlementRows(
  fills: readonly Fill[],
  endings: readonly PositionClose[],
  known: Known,
): readonly SettlementRow[] {
  const { names, outcomes } = known
  const left = new Map<string, PositionClose[]>()
  for (const ending of endings) {
    if (ending.part !== undefined) continue
    left.set(ending.asset, [...(left.get(ending.asset) ?? []), ending])
  }
  const reports = fills.map((fill): SettlementRow => {
    const own = left.get(fill.asset) ?? []
    const at = own.findIndex((one) => isSame(one, fill))
    const [ending] = at < 0 ? [] : own.splice(at, 1)
    return {
      id: `fill/${fillIdOf(fill)}`,
      family: familyOfFill(fill),
      collateral: collateralOf(familyOfFill(fill), outcomes),
      asset: fill.asset,
      name: names.get(fill.asset) ?? ending?.name ?? fill.asset,
      at: fill.time,
      how: 'settled',
      price: fill.price,
      size: fill.side === 'sell' ? fill.size : (negate(fill.size) as Size),
      entry: ending?.entryPx ?? null,
      result: fill.realizedPnl ?? ending?.result ?? null,
      fee: fill.fee,
      source: 'reported',
      isCertain: true,
      before: ending === undefined ? null : idOfEnd(ending),
    }
  })
  return [...reports, ...[...left.values()].flat().map((ending) => endingRow(ending, known))]
}

const idOfEnd = ({ id, at }: PositionClose): string => `end/${id}/${at}`

const endingRow = (ending: PositionClose, { names, outcomes }: Known): SettlementRow => ({
  collateral: collateralOf(ending.family, outcomes),
  id: idOfEnd(ending),
  family: ending.family,
  asset: ending.asset,
  name: names.get(ending.asset) ?? ending.name,
  at: ending.at,
  how: ending.kind,
  price: ending.price,
  size: ending.size,
  entry: ending.entryPx,
  result: ending.result,
  fee: ending.fee,
  // A settlement without the service's fill is computed; what fills closed is reported by them.
  source: ending.kind === 'settled' || !ending.isCertain || ending.price === null ? 'computed' : 'reported',
  isCertain: ending.isCertain,
  before: null,
})

type Key = string | number | null

const KEYS: {
  readonly [C in SettlementQuery['sort']['column']]: {
    readonly of: (row: SettlementRow, notes: NotesOn) => Key
    readonly exact?: true
  }
} = {
  time: { of: ({ at }) => at },
  market: { of: ({ name }) => name.toLowerCase() },
  how: { of: ({ how }) => how },
  price: { of: ({ price }) => price, exact: true },
  size: { of: ({ size }) => size, exact: true },
  entry: { of: ({ entry }) => entry, exact: true },
  result: { of: ({ result }) => result, exact: true },
  fee: { of: ({ fee }) => fee, exact: true },
  source: { of: ({ source }) => source },
  note: { of: (row, notes) => noteOf('settlements', row, notes)?.toLowerCase() ?? null },
}

/** Missing values are last in either direction; equal ones are newest first. */
function orderOf(
  { sort: { column, direction } }: SettlementQuery,
  notes: NotesOn,
): (a: SettlementRow, b: SettlementRow) => number {
  const { of, exact } = KEYS[column]
  const sign = direction === 'ascending' ? 1 : -1
  return (a, b) => {
    const [one, other] = [of(a, notes), of(b, notes)]
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1
    } else if (one !== other) {
      const order = exact === true ? compare(one as Decimal, other as Decimal) : one < other ? -1 : 1
      if (order !== 0) return sign * order
    }
    return b.at - a.at || (a.id < b.id ? -1 : 1)
  }
}
