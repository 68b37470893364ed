/** Ended trades in pages, each with the price's excursion, and their sums. */

import type { DatabaseSync } from 'node:sqlite'
import type { Excursion, TradeRecord } from '../../contract/books/index.ts'
import { collateralOf } from '../../contract/collateral.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { PastTotals, PastTradeRow } from '../../contract/past.ts'
import { bodyOf, readingsReader, rowsOf } from '../storage/index.ts'
import { notedIds, noteKey } from './noted.ts'
import { rowsOfPage } from './page.ts'
import {
  type Conditions,
  conditionsOf,
  FAMILY_TERMS,
  marketsOf,
  type QueryOf,
  type SearchableValues,
  walletOf,
} from './query.ts'
import { sumOf, totalsOf } from './sums.ts'

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

export function tradePage(database: DatabaseSync, request: TradeQuery, after: string | null, limit: number) {
  const { of, outcomes } = request
  const query = database.prepare('SELECT body, excursion FROM trades WHERE profile = ? AND account = ? AND id = ?')
  const entryReading = entryReadings(database, request)
  const page = { tables: 'trade_figures f', keys: KEYS, select: 'f.trade AS trade', after, limit }
  const where = conditions(database, request)
  return rowsOfPage(database, request, where, page, ({ trade }, names): PastTradeRow | null => {
    const [kept] = rowsOf<{ body: string; excursion: string | null }>(query, of.profile, of.account, trade as string)
    const record = kept === undefined ? null : bodyOf<TradeRecord>(kept.body)
    if (record === null) return null
    const excursion = kept?.excursion == null ? null : bodyOf<Excursion>(kept.excursion)
    const collateral = collateralOf(record.family, outcomes)
    const name = names.get(record.asset) ?? record.name ?? record.asset
    return { ...record, excursion, collateral, name, ...entryReading(record) }
  })
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
export const tradeTotals = (database: DatabaseSync, request: TradeQuery): PastTotals =>
  totalsOf<TradeRecord>(database, request, conditions(database, request), {
    ...{ figures: 'trade_figures', records: 'trades', on: 'k.id = f.trade' },
    columns: { fees: 'f.fees', result: 'f.result', unknown: 'NULLIF(f.fees_unknown, 0)' },
    total(sums, rough, count) {
      const results = rough.map(({ result }) => result)
      return {
        traded: null,
        feesUnknown: sums.known('unknown') + rough.filter((one) => one.feesUnknown > 0).length,
        fees: sumOf(
          sums.sum('fees'),
          rough.map(({ fees }) => fees),
        ),
        realised: sumOf(sums.sum('result'), results),
        realisedUnknown: count - sums.known('result') - results.filter((one) => one !== null).length,
      }
    },
  })
