/** What windows read of the service, through main. */
import { z } from 'zod'
import type { AccountView, Fees, Fill, OpenOrdersView } from '../account.ts'
import { type Cloid, parseCloid } from '../address.ts'
import { askedPeriod, type CalibrationView, type ResultsView, type TradesView } from '../books-view.ts'
import type { DaySheet } from '../day-sheet.ts'
import type { EquityView, TransfersView } from '../equity-view.ts'
import type { FirstOrders } from '../first-orders.ts'
import type { FoundAction } from '../found-action.ts'
import type { MarketChanges } from '../instrument.ts'
import type { Candle, ScalarMarket } from '../market.ts'
import type { Conversion, OutcomeOrderStatus, PricePoint } from '../outcome.ts'
import { type ExportedPast, type PastPage, type PastTotals, pastCursor, pastQuery, type RecordsView } from '../past.ts'
import type { LastPrices } from '../quote.ts'
import { HISTORY_PERIODS, type SettlementHistory } from '../settlement-history/index.ts'
import { call, nothing } from './call.ts'

const page = z.strictObject({
  limit: z.number().int().min(1).max(500),
  before: z.number().int().nonnegative().nullable(),
})

/** Whoever asks in a window. */
const turn = z.string().min(1).max(80)

/** Reads, answered as main or the service has it. */
export const readingCalls = {
  readMarkets: call<readonly ScalarMarket[]>()(nothing),
  readAccount: call<AccountView>()(nothing),
  readOpenOrders: call<OpenOrdersView>()(nothing),
  readFills: call<readonly Fill[]>()(page),
  readFees: call<Fees>()(nothing),
  /** Candles of the mark of a scalar or binary asset (of a binary one, the price of UP) between two times (ms), oldest first. */
  readCandles: call<readonly Candle[]>()(
    z.strictObject({
      family: z.enum(['scalar', 'binary']),
      asset: z.string().min(1).max(40),
      resolution: z.union([z.literal(1), z.literal(15), z.literal(60), z.literal(300), z.literal(900)]),
      from: z.number().int().nonnegative(),
      to: z.number().int().nonnegative(),
    }),
  ),
  /** Price history of coins, oldest first; a coin without one is missing. */
  readPriceHistory: call<Readonly<Record<string, readonly PricePoint[]>>>()(
    z.strictObject({ coins: z.array(z.string().min(1).max(40)).min(1).max(20) }),
  ),
  /** Every market of the deployment; those that changed after a version where main still knows it, else all. */
  readMarketList: call<MarketChanges>()(z.strictObject({ since: z.number().int().nonnegative() })),
  /** Last prices of all markets; those that changed after a version where main still knows it, else all. */
  readLastPrices: call<LastPrices>()(z.strictObject({ since: z.number().int().nonnegative() })),
  /** What the days of a period made in every market. */
  readResults: call<ResultsView>()(z.strictObject({ period: askedPeriod })),
  /** What the trades that ended in a period came to. */
  readTrades: call<TradesView>()(z.strictObject({ period: askedPeriod })),
  /** What every bucket of a period settled at. */
  readSettlementHistory: call<SettlementHistory>()(z.strictObject({ period: z.enum(HISTORY_PERIODS) })),
  /** All that is kept of the UTC day of a moment, the service's time. */
  readDaySheet: call<DaySheet>()(z.strictObject({ time: z.number().int().nonnegative().max(8.64e15) })),
  /** A page of what is kept of the past, and where the next one begins. What the same turn of the window asked before is given up. */
  readPast: call<PastPage>()(
    z.strictObject({ query: pastQuery, after: pastCursor, limit: z.number().int().min(1).max(2000), turn }),
  ),
  /** Exact sums of all that matches; likewise. */
  readPastTotals: call<PastTotals>()(z.strictObject({ query: pastQuery, turn })),
  /** How much of the past is kept. */
  readRecords: call<RecordsView>()(nothing),
  /** Where the service ever took an order of this terminal: on the window's deployment, and on the practice venue. */
  readFirstOrders: call<FirstOrders>()(nothing),
  /** Writes all that matches as CSV to a file that the trader chooses in a box of the system. */
  exportPast: call<ExportedPast>()(
    z.strictObject({
      query: pastQuery,
      /** What the offered name of the file says of the period: `2026-11`. */
      span: z
        .string()
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        .max(60),
    }),
  ),
  /** The trader's actions by a whole id: an action's own or one of its order's. */
  findActions: call<readonly FoundAction[]>()(z.strictObject({ id: z.string().trim().min(1).max(120) })),
  /** What was bought in a period that comes true or not, with what did. */
  readCalibration: call<CalibrationView>()(z.strictObject({ period: askedPeriod })),
  /** What the wallet was worth over a period, and what explains its change. */
  readEquity: call<EquityView>()(z.strictObject({ period: askedPeriod })),
  /** Transfers, conversions and balance changes. */
  readTransfers: call<TransfersView>()(nothing),
  readConversions: call<readonly Conversion[]>()(nothing),
  /** The status of one outcome order of the trader's, by exactly one of its ids (`POST /v1/outcomes/order-status`). */
  readOutcomeOrderStatus: call<OutcomeOrderStatus>()(
    z.union([
      z.strictObject({ oid: z.string().min(1).max(64) }),
      z.strictObject({
        cloid: z
          .string()
          .refine((text) => parseCloid(text) !== null, 'must be 0x and 32 hex digits')
          .transform((text) => text.toLowerCase() as Cloid),
      }),
    ]),
  ),
} as const
