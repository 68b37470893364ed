/** Ended trades in pages, each with the price's excursion, and their sums. */

import type { DatabaseSync } from 'node:sqlite'
import type { Excursion, TradeRecord } from '../../contract/books/index.ts'
import { collateralOf } from '../../contract/collateral.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { PastTotal, PastTotals, PastTradeRow } from '../../contract/past.ts'
import { bodiesOf, bodyOf, readingsReader, rowsOf } from '../storage/index.ts'
import { notedIds, noteKey } from './noted.ts'
import { pageOf } from './page.ts'
import {
  type Conditions,
  conditionsOf,
  FAMILY_TERMS,
  marketsOf,
  nameOf,
  type QueryOf,
  type SearchableValues,
  stoppable,
  walletOf,
} from './query.ts'
import { byCollateral, familiesIn, readSums, sumOf } from './sums.ts'

const KEYS = {
  time: 'f.time',
  side: 'f.is_long',
  size: 'f.size',
  entry: 'f.entry',
  exit: 'f.exit',
  result: 'f.result',
  money: 'f.family = 2',
  fees: 'f.fees',
  adverse: 'f.adverse',
  favourable: 'f.favourable',
  held: 'f.time - f.opened',
  end: 'f.ending',
  opened: 'f.opened',
  realised: 'f.realised',
  down: 'f.down',
  up: 'f.up',
  family: 'f.family',
  fills: 'f.fills',
  note: noteKey("'trade/' || f.trade"),
} as const

/** For binary contracts a long is UP. */
const SIDE_TERMS: readonly SearchableValues[] = [
  {
    column: '(CASE WHEN f.family <> 1 THEN f.is_long END)',
    names: [
      [1, 'long'],
      [0, 'short'],
    ],
  },
  {
    column: '(CASE WHEN f.family = 1 THEN f.is_long END)',
    names: [
      [1, 'up'],
      [0, 'down'],
    ],
  },
]
const END_TEXTS: SearchableValues = {
  column: 'f.ending',
  names: [
    ...['closed', 'settled', 'liquidated', 'converted'].map((text) => [text, text] as const),
    ['turned_over', 'reversed'],
  ],
}

type TradeQuery = QueryOf<'trades'>

function conditions(database: DatabaseSync, request: TradeQuery): Conditions | null {
  const wallet = walletOf(database, request)
  if (wallet === null) return null
  const byId = database.prepare('SELECT id FROM trade_figures WHERE wallet = ? AND trade = ?')
  const ids = notedIds(database, request)
  return conditionsOf(request, wallet, marketsOf(database, request), {
    columns: [FAMILY_TERMS, ...SIDE_TERMS, END_TEXTS],
    rowsWith: (text) => ids(text).flatMap((trade) => rowsOf<{ id: number }>(byId, wallet, trade).map(({ id }) => id)),
  })
}

export function tradePage(
  database: DatabaseSync,
  request: TradeQuery,
  after: string | null,
  limit: number,
): { readonly rows: readonly PastTradeRow[]; readonly next: string | null } {
  const where = conditions(database, request)
  if (where === null) return { rows: [], next: null }
  const { of, sort } = request
  const markets = marketsOf(database, request)
  const page = pageOf(database, {
    ...{ tables: 'trade_figures f', conditions: where, keys: KEYS, sort, markets, select: 'f.trade AS trade' },
    ...{ after, limit },
  })
  const query = database.prepare('SELECT body, excursion FROM trades WHERE profile = ? AND account = ? AND id = ?')
  const names = new Map(markets.map((market) => [market.asset, nameOf(market)]))
  const entryReading = entryReadings(database, request)
  const rows = page.rows.flatMap(({ trade }): PastTradeRow[] => {
    const [kept] = rowsOf<{ body: string; excursion: string | null }>(query, of.profile, of.account, trade as string)
    if (kept === undefined) return []
    const record = bodyOf<TradeRecord>(kept.body)
    if (record === null) return []
    const excursion = kept.excursion === null ? null : bodyOf<Excursion>(kept.excursion)
    const collateral = collateralOf(record.family, request.outcomes)
    const name = names.get(record.asset) ?? record.name ?? record.asset
    return [{ ...record, excursion, collateral, name, ...entryReading(record) }]
  })
  return { rows, next: page.next }
}

/** An older report says nothing about the entry of a trade, ms. */
const ENTRY_AGE = 2 * 3_600_000

/** The last report of its station that was observed before a trade began; a five-minute value where there is no report. */
function entryReadings(database: DatabaseSync, { stations: { service, of } }: TradeQuery) {
  const readings = readingsReader(database)
  return ({ family, asset, openedAt }: TradeRecord): Pick<PastTradeRow, 'entryReading'> => {
    const station = FAMILY_RULES[family].isMark && Object.hasOwn(of, asset) ? of[asset] : undefined
    if (station === undefined || openedAt === null) return {}
    const known = readings(service, station, openedAt - ENTRY_AGE, openedAt)
    const reading = known.find(({ kind }) => kind !== 'five_minute') ?? known[0]
    if (reading === undefined) return {}
    return { entryReading: { station, observedAt: reading.observedAt, celsius: reading.celsius } }
  }
}

/** The realized result of trades is net of fees. */
export function tradeTotals(database: DatabaseSync, request: TradeQuery): PastTotals {
  const where = conditions(database, request)
  if (where === null) return { count: 0, totals: [] }
  const totals = familiesIn(request.outcomes).flatMap(({ collateral, sql }): PastTotal[] => {
    const sums = readSums(
      database,
      { fees: 'f.fees', result: 'f.result', unknown: 'NULLIF(f.fees_unknown, 0)' },
      `FROM trade_figures f WHERE ${where.sql} AND ${sql} AND f.is_rough = 0 AND ${stoppable(database)}`,
      where.values,
    )
    const rough = roughTrades(database, request, where, sql)
    const count = sums.count + rough.length
    if (count === 0) return []
    const results = rough.map(({ result }) => result)
    return [
      {
        ...{ collateral, count, traded: null },
        feesUnknown: sums.known('unknown') + rough.filter((one) => one.feesUnknown > 0).length,
        fees: sumOf(
          sums.sum('fees'),
          rough.map(({ fees }) => fees),
        ),
        realised: sumOf(sums.sum('result'), results),
        realisedUnknown: count - sums.known('result') - results.filter((one) => one !== null).length,
      },
    ]
  })
  return byCollateral(totals)
}

/** Trades whose figures the integers cannot hold. */
function roughTrades(
  database: DatabaseSync,
  { of }: TradeQuery,
  where: Conditions,
  collateral: string,
): readonly TradeRecord[] {
  const query = database.prepare(
    `SELECT k.body AS body FROM trade_figures f INDEXED BY trade_figures_rough
     JOIN trades k ON k.profile = ? AND k.account = ? AND k.id = f.trade WHERE f.is_rough = 1 AND ${collateral} AND ${where.sql}`,
  )
  const rows = rowsOf<{ body: string }>(query, of.profile, of.account, ...where.values)
  return bodiesOf<TradeRecord>(rows)
}
