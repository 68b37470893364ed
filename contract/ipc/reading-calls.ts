/** What windows read of the service through main, and the report of a problem. */
import { z } from 'zod'
import type { AccountView, Fees, Fill, OpenOrdersView } from '../account.ts'
import type { FoundAction } from '../action.ts'
import type { ActivityChanges, FirstOrders } from '../activity.ts'
import { type Cloid, parseCloid } from '../address.ts'
import { askedPeriod, type CalibrationView, type DaySheet, type ResultsView, type TradesView } from '../books-view.ts'
import type { EquityView, TransfersView } from '../equity.ts'
import type { MarketChanges } from '../instrument.ts'
import type { Candle, ScalarMarket } from '../market.ts'
import type { Conversion, OutcomeOrderStatus, PricePoint } from '../outcome.ts'
import { type ExportedPast, type PastPage, type PastTotals, pastCursor, pastQuery, type RecordsView } from '../past.ts'
import type { LastPrices } from '../quote.ts'
import { HISTORY_PERIODS, type SettlementHistory } from '../settlement-history.ts'
import { call, nothing, READ } from './call.ts'

const page = z.strictObject({
  limit: z.number().int().min(1).max(500),
  before: z.number().int().nonnegative().nullable(),
})

/** Whoever asks in a window. */
const turn = z.string().min(1).max(80)

/** Reads, answered as main or the service has it. */
export const readingCalls = {
  readMarkets: call<readonly ScalarMarket[]>()(READ, nothing),
  readAccount: call<AccountView>()(READ, nothing),
  readOpenOrders: call<OpenOrdersView>()(READ, nothing),
  readFills: call<readonly Fill[]>()(READ, page),
  readFees: call<Fees>()(READ, nothing),
  /** Candles of the mark of a scalar or binary asset (of a binary one, the price of UP) between two times (ms), oldest first. */
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
  /** Price history of coins, oldest first; a coin without one is missing. */
  readPriceHistory: call<Readonly<Record<string, readonly PricePoint[]>>>()(
    READ,
    z.strictObject({ coins: z.array(z.string().min(1).max(40)).min(1).max(20) }),
  ),
  /** Every market of the deployment; those that changed after a version where main still knows it, else all. */
  readMarketList: call<MarketChanges>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** Last prices of all markets; those that changed after a version where main still knows it, else all. */
  readLastPrices: call<LastPrices>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** What this terminal did; the rows that changed after a version where main still knows it, else all. */
  readActivity: call<ActivityChanges>()(READ, z.strictObject({ since: z.number().int().nonnegative() })),
  /** What the days of a period made in every market. */
  readResults: call<ResultsView>()(READ, z.strictObject({ period: askedPeriod })),
  /** What the trades that ended in a period came to. */
  readTrades: call<TradesView>()(READ, z.strictObject({ period: askedPeriod })),
  /** What every bucket of a period settled at. */
  readSettlementHistory: call<SettlementHistory>()(READ, z.strictObject({ period: z.enum(HISTORY_PERIODS) })),
  /** All that is kept of the UTC day of a moment, the service's time. */
  readDaySheet: call<DaySheet>()(READ, z.strictObject({ time: z.number().int().nonnegative().max(8.64e15) })),
  /** A page of what is kept of the past, and where the next one begins. What the same turn of the window asked before is given up. */
  readPast: call<PastPage>()(
    READ,
    z.strictObject({ query: pastQuery, after: pastCursor, limit: z.number().int().min(1).max(2000), turn }),
  ),
  /** Exact sums of all that matches; likewise. */
  readPastTotals: call<PastTotals>()(READ, z.strictObject({ query: pastQuery, turn })),
  /** How much of the past is kept. */
  readRecords: call<RecordsView>()(READ, nothing),
  /** Where the service ever took an order of this terminal: on the window's deployment, and on the practice venue. */
  readFirstOrders: call<FirstOrders>()(READ, nothing),
  /** Writes all that matches as CSV to a file that the trader chooses in a box of the system. */
  exportPast: call<ExportedPast>()(
    { from: 'any', rate: 'exports', hand: 'no' },
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
  findActions: call<readonly FoundAction[]>()(READ, z.strictObject({ id: z.string().trim().min(1).max(120) })),
  /** What was bought in a period that comes true or not, with what did. */
  readCalibration: call<CalibrationView>()(READ, z.strictObject({ period: askedPeriod })),
  /** What the wallet was worth over a period, and what explains its change. */
  readEquity: call<EquityView>()(READ, z.strictObject({ period: askedPeriod })),
  /** Transfers, conversions and balance changes. */
  readTransfers: call<TransfersView>()(READ, nothing),
  readConversions: call<readonly Conversion[]>()(READ, nothing),
  /** The status of one outcome order of the trader's, by exactly one of its ids (`POST /v1/outcomes/order-status`). */
  readOutcomeOrderStatus: call<OutcomeOrderStatus>()(
    READ,
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

/** A report of a problem, which the trader reads whole before it goes anywhere. Nothing of it is ever sent by the terminal. */
export const reportCalls = {
  /**
   * The report as it is now, redacted: what `saveProblemReport` writes from then on.
   * @param details also what notices say in full, and whole lines of the log: both may name orders.
   */
  readProblemReport: call<{ readonly text: string }>()(
    { from: 'any', rate: 'exports', hand: 'no' },
    z.strictObject({ details: z.boolean() }),
  ),
  /** Writes the report that this window was given last, to the letter, to a file that the trader chooses; whether one was. */
  saveProblemReport: call<{ readonly saved: boolean }>()({ from: 'any', rate: 'exports', hand: 'no' }, nothing),
} as const
