/** The books: what fills and conversions did to a wallet's money. */

export {
  type BalanceChange,
  CHANGE_NAMES,
  type ChangeCause,
  type ChangeName,
  collateralOfChange,
  isUnexplained,
} from './balance-change.ts'
export { type Booked, type Books, createBooks, type Held, type SavedBooks, unrealisedAt } from './books.ts'
export {
  BANDS,
  type Calibration,
  type CalibrationBand,
  calibrationOf,
  type JudgedOpenings,
  judgedOpenings,
  type OpeningSums,
  WEIGHTS,
  type Weight,
} from './calibration.ts'
export { conversionEntryOf } from './conversion-entry.ts'
export {
  BUCKET_MS,
  DAY_MS,
  type DayEnd,
  type DayResult,
  dayOf,
  EMPTY_DAY,
  type OpenDay,
  openDay,
  workOut,
} from './day-result.ts'
export {
  type BookEntry,
  type Collateral,
  type ConversionEntry,
  collateralOf,
  type FillEntry,
  familyOfFill,
  fillEntryOf,
  momentOf,
  placeOf,
  SETTLEMENT,
  type SettlementEntry,
} from './entry.ts'
export {
  type CurvePoint,
  dailyResults,
  equityCurve,
  largestFall,
  summedResults,
  tradedCurve,
} from './equity-curve.ts'
export {
  BALANCES,
  type BalanceId,
  COLLATERALS,
  collateralOfBalance,
  type EquitySample,
  equityIn,
  equityOfSample,
  type Sums,
  together,
} from './equity-sample.ts'
export { type Excursion, excursing, excursionOf } from './excursion.ts'
export { type Explained, explained, explainedTogether, namedTotal } from './explain.ts'
export { GOT_BY, type GotBy, type GotRow, type GotSums, gotRows } from './got.ts'
export { heldOf, type Valued } from './held-of.ts'
export { filledSpans, longestGap, type PriceSpan, spansOfCandles, spansOfPoints } from './price-spans.ts'
export { binaryResults, profitOf, unrealised } from './profit.ts'
export {
  bookEntries,
  CONFIRMED_AFTER,
  DIFFERS_FOR,
  openReconciliation,
  type Reconciled,
  type Reconciliation,
  reconcile,
} from './reconcile.ts'
export { type Slippage, shownPriceOf, slippageOf } from './slippage.ts'
export { RESULTS_BY, type ResultFigures, type ResultRow, type ResultsBy, resultFigures, resultRows } from './summary.ts'
export {
  isTurn,
  NO_TRADES,
  type OpenTrade,
  TRADE_ENDS,
  type TradeEnd,
  type TradeRecord,
  type TradeSide,
  type TradeSums,
} from './trade.ts'
export { averageOf, type CollateralTrades, type TradeFigures, tradeFigures, tradeSumsOf } from './trade-figures.ts'
export { type TradePath, tradePath } from './trade-path.ts'
