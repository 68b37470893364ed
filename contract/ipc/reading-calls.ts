/** Reads of the service through main, and problem reports. */

import { z } from 'zod'
import type { AccountView, Fees, Fill, OpenOrdersView } from '../account.ts'
import type { FoundAction } from '../action.ts'
import type { ActivityChanges, FirstOrders } from '../activity.ts'
import { type CalibrationView, type DaySheet, periodInput, type ResultsView, type TradesView } from '../books-view.ts'
import type { EquityView, TransfersView } from '../equity.ts'
import type { MarketChanges } from '../instrument.ts'
import { cloidText } from '../intent.ts'
import type { Candle, ScalarMarket } from '../market.ts'
import type { Conversion, OutcomeOrderStatus, PricePoint } from '../outcome.ts'
import { type ExportedPast, type PastPage, type PastTotals, pastCursor, pastQuery, type RecordsView } from '../past.ts'
import type { LastPrices } from '../quote.ts'
import { HISTORY_PERIODS, type SettlementHistory } from '../settlement-history.ts'
import type { ForecastSkill, Reading } from '../weather/index.ts'
import { byAny, call, nothing, READ } from './call.ts'

const page = z.strictObject({
  limit: z.number().int().min(1).max(500),
  before: z.number().int().nonnegative().nullable(),
})

/** Names the requester within a window. */
const turn = z.string().min(1).max(80)

/** Reads, answered by main or the service. */
export const readingCalls = {
  readMarkets: call<readonly ScalarMarket[]>()(READ, nothing),
  readAccount: call<AccountView>()(READ, nothing),
  readOpenOrders: call<OpenOrdersView>()(READ, nothing),
  readFills: call<readonly Fill[]>()(READ, page),
  readFees: call<Fees>()(READ, nothing),
  /** Candles of the mark of a scalar asset, or the price of UP of a binary one, between two times (ms), oldest first. */
  readCandles: call<readonly Candle[]>()(
    READ,
    z.strictObject({
      family: z.enum(['scalar', 'binary']),
      asset: z.string().min(1).max(40),
      resolution: z.union([z.literal(1), z.literal(15), z.literal(60), z.literal(300), z.literal(900)]),
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
  ),
  /** Price history of coins, oldest first; a coin without one is absent. */
  readPriceHistory: call<Readonly<Record<string, readonly PricePoint[]>>>()(
    READ,
    z.strictObject({ coins: z.array(z.string().min(1).max(40)).min(1).max(20) }),
  ),
  /** All markets of the deployment; only those changed since a version when main still knows it. */
  readMarketList: call<MarketChanges>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** Last prices of all markets; only those changed since a version when main still knows it. */
  readLastPrices: call<LastPrices>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** Activity of this terminal; only the rows changed since a version when main still knows it. */
  readActivity: call<ActivityChanges>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** Daily results of a period in every market. */
  readResults: call<ResultsView>()(READ, z.strictObject({ period: periodInput })),
  /** Results of the trades that ended in a period. */
  readTrades: call<TradesView>()(READ, z.strictObject({ period: periodInput })),
  /** Settlement of every bucket of a period. */
  readSettlementHistory: call<SettlementHistory>()(READ, z.strictObject({ period: z.enum(HISTORY_PERIODS) })),
  /** Stored readings of the deployment's weather stations between two times (ms), newest first. */
  readReadings: call<readonly Reading[]>()(
    READ,
    z.strictObject({ from: z.number().int().nonnegative(), to: z.number().int().nonnegative().max(8.64e15) }),
  ),
  /** Everything kept of the UTC day of a time, service time. */
  readDaySheet: call<DaySheet>()(READ, z.strictObject({ time: z.number().int().nonnegative().max(8.64e15) })),
  /** A page of the stored history, and the start of the next one. Abandons earlier requests of the same `turn` of the window. */
  readPast: call<PastPage>()(
    READ,
    z.strictObject({ query: pastQuery, after: pastCursor, limit: z.number().int().min(1).max(2000), turn }),
  ),
  /** Exact sums of all matches; abandons earlier requests likewise. */
  readPastTotals: call<PastTotals>()(READ, z.strictObject({ query: pastQuery, turn })),
  /** How much of the past is stored. */
  readRecords: call<RecordsView>()(READ, nothing),
  /** Whether the service ever accepted an order of this terminal: on the window's deployment, and on the practice venue. */
  readFirstOrders: call<FirstOrders>()(READ, nothing),
  /** Exports all matches as CSV to a file that the trader chooses in a system dialog. */
  exportPast: call<ExportedPast>()(
    byAny('exports'),
    z.strictObject({
      query: pastQuery,
      /** Period part of the suggested file name: `2026-11`. */
      span: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        .max(60),
    }),
  ),
  /** The trader's actions by a complete id: an action's own or one of its order's. */
  findActions: call<readonly FoundAction[]>()(READ, z.strictObject({ id: z.string().trim().min(1).max(120) })),
  /** How well the stored forecasts of a scalar asset's station predicted the settlements of its buckets. */
  readForecastSkill: call<ForecastSkill>()(READ, z.strictObject({ asset: z.string().min(1).max(40) })),
  /** Exports all stored readings of the deployment's stations as CSV to a file that the trader chooses in a system dialog. */
  exportReadings: call<ExportedPast>()(byAny('exports'), nothing),
  /** Calibration of the shares and contracts bought in a period. */
  readCalibration: call<CalibrationView>()(READ, z.strictObject({ period: periodInput })),
  /** Equity of the wallet over a period, and the explanation of its change. */
  readEquity: call<EquityView>()(READ, z.strictObject({ period: periodInput })),
  /** Transfers, conversions and balance changes. */
  readTransfers: call<TransfersView>()(READ, nothing),
  readConversions: call<readonly Conversion[]>()(READ, nothing),
  /** Status of one outcome order of the trader, by exactly one of its ids (`POST /v1/outcomes/order-status`). */
  readOutcomeOrderStatus: call<OutcomeOrderStatus>()(
    READ,
    z.union([z.strictObject({ oid: z.string().min(1).max(64) }), z.strictObject({ cloid: cloidText })]),
  ),
} as const

/** Problem reports, which the trader reads in full before sharing. The terminal never sends one. */
export const reportCalls = {
  /**
   * The current report, redacted: `saveProblemReport` writes this text from then on.
   * @param details also the full text of notices, and whole log lines: both may name orders.
   */
  readProblemReport: call<{ readonly text: string }>()(byAny('exports'), z.strictObject({ details: z.boolean() })),
  /** Saves the report last given to this window, verbatim, to a file that the trader chooses; returns whether it was saved. */
  saveProblemReport: call<{ readonly saved: boolean }>()(byAny('exports'), nothing),
} as const
