/** Fills in pages, and their sums. */

import type { DatabaseSync } from 'node:sqlite'
import { causeByOrder, type Fill, fillIdOf, fillsOfTrade } from '../../contract/account.ts'
import { familyOfFill, slippageOf } from '../../contract/books/index.ts'
import { type Collateral, collateralOf } from '../../contract/collateral.ts'
import type { Money, Price } from '../../contract/decimal.ts'
import type { FillRow, PastTotals } from '../../contract/past.ts'
import { bodyOf, rowsOf } from '../storage/index.ts'
import { notedIds, noteKey } from './noted.ts'
import { rowsOfPage } from './page.ts'
import {
  type Conditions,
  conditionsOf,
  FAMILY_TERMS,
  marketsOf,
  type QueryOf,
  type SearchableValues,
  SIDE_TERMS,
  walletOf,
} from './query.ts'
import { sumOf, totalsOf } from './sums.ts'

const KEYS = {
  time: 'f.time',
  side: 'f.is_buy',
  price: 'f.price',
  size: 'f.size',
  fee: 'f.fee',
  liquidity: 'f.is_maker',
  realised: 'f.realised',
  slippage: 'CASE WHEN f.is_maker = 1 THEN NULL WHEN f.is_buy = 1 THEN s.units - f.price ELSE f.price - s.units END',
  note: noteKey("'fill/' || f.fill"),
} as const
const LIQUIDITY_TEXTS: SearchableValues = {
  column: 'f.is_maker',
  names: [
    [1, 'maker'],
    [0, 'taker'],
  ],
}
const CAUSE_TEXTS: SearchableValues = {
  column: 'f.cause',
  names: [
    ['settlement', 'settlement'],
    ['liquidation', 'liquidation'],
  ],
}

type FillQuery = QueryOf<'fills'>

/** A fill by its id, and its time, by which its figures are found. */
interface Keyed {
  readonly id: string
  readonly time: number
}

function conditions(database: DatabaseSync, request: FillQuery): Conditions | null {
  const wallet = walletOf(database, request)
  if (wallet === null) return null
  const reports = [FAMILY_TERMS, SIDE_TERMS, LIQUIDITY_TEXTS, CAUSE_TEXTS]
  const rowsWith = rowsWithOf(database, request, wallet)
  const all = conditionsOf(request, wallet, marketsOf(database, request), { columns: reports, rowsWith })
  if (request.oid === null || all === null) return all
  // By the index of orders: that of time has all fills of the wallet.
  const sql = `f.id IN (SELECT id FROM fill_figures INDEXED BY fill_figures_by_order WHERE wallet = ? AND oid = ?) AND ${all.sql}`
  return { sql, values: [wallet, request.oid, ...all.values] }
}

/** By the indexes of ids and times: a term is looked up once and not in every row. */
function rowsWithOf(database: DatabaseSync, request: FillQuery, wallet: number): (text: string) => readonly number[] {
  const { profile, account } = request.of
  const noted = notedIds(database, request)
  const ofOrder = database.prepare(
    'SELECT id FROM fill_figures INDEXED BY fill_figures_by_order WHERE wallet = ? AND oid = ?',
  )
  const ofTrade = database.prepare(
    'SELECT id, time FROM fills WHERE profile = ? AND account = ? AND id >= ? AND id < ?',
  )
  const timeOf = database.prepare('SELECT id, time FROM fills WHERE profile = ? AND account = ? AND id = ?')
  const at = database.prepare('SELECT id FROM fill_figures WHERE wallet = ? AND time = ? AND fill = ?')
  const ids = (found: readonly { readonly id: number }[]): readonly number[] => found.map(({ id }) => id)
  return (text) => {
    // The term of a cause applies to all of them.
    const ofOrders = causeByOrder(text) !== null ? [] : ids(rowsOf<{ id: number }>(ofOrder, wallet, text))
    const begins = fillsOfTrade(text)
    const fills = [
      // The end of all ids with this prefix: `0` follows the slash.
      ...rowsOf<Keyed>(ofTrade, profile, account, begins, begins.replace(/\/$/, '0')),
      ...noted(text).flatMap((id) => rowsOf<Keyed>(timeOf, profile, account, id)),
    ]
    return [...ofOrders, ...fills.flatMap(({ id, time }) => ids(rowsOf<{ id: number }>(at, wallet, time, id)))]
  }
}

export function fillPage(database: DatabaseSync, request: FillQuery, after: string | null, limit: number) {
  const { of, sort, outcomes } = request
  const needsShown =
    sort.column === 'slippage' ? 'LEFT JOIN order_shown s ON s.profile = ? AND s.account = ? AND s.oid = f.oid' : ''
  const body = database.prepare('SELECT body FROM fills WHERE profile = ? AND account = ? AND id = ?')
  const shown = database.prepare('SELECT price FROM order_shown WHERE profile = ? AND account = ? AND oid = ?')
  const page = {
    tables: `fill_figures f ${needsShown}`,
    tableValues: needsShown === '' ? [] : [of.profile, of.account],
    ...{ keys: KEYS, select: 'f.fill AS fill', after, limit },
  }
  return rowsOfPage(database, request, conditions(database, request), page, ({ fill: id }, names): FillRow | null => {
    const [kept] = rowsOf<{ body: string }>(body, of.profile, of.account, id as string)
    const fill = kept === undefined ? null : bodyOf<Fill>(kept.body)
    if (fill === null) return null
    const [seen] = fill.oid === null ? [] : rowsOf<{ price: string }>(shown, of.profile, of.account, fill.oid)
    const about = { name: names.get(fill.asset) ?? fill.asset, outcomes }
    return fillRowOf(fill, about, (seen?.price as Price | undefined) ?? null)
  })
}

const fillRowOf = (
  fill: Fill,
  { name, outcomes }: { readonly name: string; readonly outcomes: Collateral },
  shown: Price | null,
): FillRow => ({
  ...fill,
  id: fillIdOf(fill),
  family: familyOfFill(fill),
  collateral: collateralOf(familyOfFill(fill), outcomes),
  name,
  shown,
  slippage: slippageOf(fill, shown),
})

export const fillTotals = (database: DatabaseSync, request: FillQuery): PastTotals =>
  totalsOf<Fill>(database, request, conditions(database, request), {
    ...{ figures: 'fill_figures', records: 'fills', on: 'k.id = f.fill', index: sumIndex(request) },
    columns: {
      ...{ fees: 'f.fee', realised: 'f.realised' },
      traded: `CASE WHEN f.cause IS NOT 'settlement' THEN f.size END`,
    },
    total(sums, rough, count) {
      const fees = rough.map(({ fee }) => fee)
      const results = rough.map(({ realizedPnl }) => realizedPnl)
      const isKnown = (one: Money | null): boolean => one !== null
      return {
        ...{ fees: sumOf(sums.sum('fees'), fees), realised: sumOf(sums.sum('realised'), results) },
        feesUnknown: count - sums.known('fees') - fees.filter(isKnown).length,
        realisedUnknown: count - sums.known('realised') - results.filter(isKnown).length,
        traded: sumOf(
          sums.sum('traded'),
          rough.map(({ cause, size }) => (cause === 'settlement' ? null : size)),
        ),
      }
    },
  })

/** Where only time and family are filtered, the index covers everything that is summed. */
const sumIndex = ({ asset, filter, oid }: FillQuery): string =>
  asset === null && oid === null && filter.trim() === '' ? 'INDEXED BY fill_figures_by_time' : ''
