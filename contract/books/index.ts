/** The books: what fills and conversions did to a wallet's money. */

export {
  type BalanceChange,
  CHANGE_NAMES,
  type ChangeName,
  collateralOfChange,
  isUnexplained,
} from './balance-change.ts'
export { createBooks, type Held, unrealisedAt } from './books.ts'
export {
  type Calibration,
  type CalibrationBand,
  calibrationOf,
  type JudgedOpenings,
  judgedOpenings,
  WEIGHTS,
  type Weight,
} from './calibration.ts'
export type { ClosedPosition, ShownPosition, Terms } from './closed-position.ts'
export { conversionEntryOf } from './conversion-entry.ts'
export {
  BUCKET_MS,
  DAY_MS,
  type DayEnd,
  type DayResult,
  dayOf,
  EMPTY_DAY,
  openDay,
} from './day-result.ts'
export { APART, causeOf, type Difference, isAtRest, seenAgain } from './difference.ts'
export {
  type BookEntry,
  type ConversionEntry,
  changeOf,
  familyOfFill,
  fillEntryOf,
  inBookOrder,
  momentOf,
  placeOf,
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
export type { EquitySample } from './equity-sample.ts'
export { type Excursion, excursing } from './excursion.ts'
export { type Explained, explained, explainedTogether, namedTotal } from './explain.ts'
export { GOT_BY, type GotBy, type GotRow, type GotSums, gotRows } from './got.ts'
export {
  adjustPosition,
  agreesWith,
  atRest,
  bookEntries,
  closedBefore,
  type DaySums,
  daySums,
  dayUnknownReason,
  expectedIn,
  expireAdjustments,
  type Ledger,
  openLedger,
  settleAgain,
  settledIn,
  takeClosed,
} from './ledger.ts'
export { reconcileMoney } from './ledger-money.ts'
export { PLACES as BOOK_PLACES } from './lots.ts'
export { filledSpans, longestGap, type PriceSpan, spansOfCandles, spansOfPoints } from './price-spans.ts'
export { binaryResults, profitOf, unrealised } from './profit.ts'
export { type Slippage, shownPriceOf, slippageOf } from './slippage.ts'
export { RESULTS_BY, type ResultFigures, type ResultRow, type ResultsBy, resultFigures, resultRows } from './summary.ts'
export type {
  OpenTrade,
  TradeRecord,
  TradeSums,
} from './trade.ts'
export { averageOf, type CollateralTrades, tradeFigures, tradeSumsOf } from './trade-figures.ts'
export { tradePath } from './trade-path.ts'
