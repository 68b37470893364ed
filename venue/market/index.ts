/**
 * Common parts of the market families: shared types, decimal text, the public tape, account records, events, and the saved form of orders and fills.
 */
export {
  type ExchangeHost,
  FamilyExchange,
  filledSideOf,
  LeveragedExchange,
  type Placed,
  placeResult,
} from './exchange.ts'
export {
  Changes,
  type FamilyHost,
  FamilyReads,
  minimumValueRefusal,
  newest,
  type OrderKey,
  requireAccount,
  Tape,
} from './family.ts'
export { bookInfo, estimateOf, fillInfo, orderInfo, payOut, touchOf, tradeInfo } from './forms.ts'
export { type ProbabilityOutlook, ProbabilityTraders } from './probability-traders.ts'
export {
  complete as whole,
  type FillInfo,
  micros,
  restoreOrder,
  type SavedLeveraged,
  savedFill,
  savedLeveraged,
  savedOrder,
  saveOrder,
  savePosition,
  wasOpen,
} from './saved-parts.ts'
export {
  averageProbabilityText,
  averageText,
  moneyText,
  priceText,
  probabilityText,
  readMoney,
  readPrice,
  readProbability,
  readShares,
  readSize,
  readSlippage,
  readTemperature,
  sharesText,
  sizeText,
} from './texts.ts'
export * from './types.ts'
