/** The books: how fills and conversions change a wallet's money. */

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
  conversionEntryOf,
  familyOfFill,
  fillEntryOf,
  inBookOrder,
  momentOf,
  placeOf,
  type SettlementEntry,
} from './entry.ts'
export type { EquitySample } from './equity-curve.ts'
export {
  type CurvePoint,
  dailyResults,
  equityCurve,
  largestFall,
  summedResults,
  tradedCurve,
} from './equity-curve.ts'
export {
  type Excursion,
  excursing,
  filledSpans,
  longestGap,
  type PriceSpan,
  spansOfCandles,
  spansOfPoints,
  tradePath,
} from './excursion.ts'
export {
  type BalanceChange,
  CHANGE_NAMES,
  type ChangeName,
  collateralOfChange,
  type Explained,
  explained,
  explainedTogether,
  isUnexplained,
  namedTotal,
} from './explain.ts'
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
export { binaryResults, profitOf, unrealised } from './profit.ts'
export {
  SLIPPAGE_BY,
  type Slippage,
  type SlippageBy,
  type SlippageRow,
  type SlippageSums,
  shownPriceOf,
  slippageOf,
  slippageRows,
} from './slippage.ts'
export {
  averageOf,
  type CollateralTrades,
  RESULTS_BY,
  type ResultFigures,
  type ResultRow,
  type ResultsBy,
  resultFigures,
  resultRows,
  tradeFigures,
  tradeSumsOf,
} from './summary.ts'
export type {
  OpenTrade,
  TradeRecord,
  TradeSums,
} from './trade.ts'
