/** What may be sent: limits, the day's result, arming, and the checks of an order. */
export { type Arming, createArming } from './arming.ts'
export { createBudgets } from './budgets.ts'
export { createDayLossWatch } from './day-loss-watch.ts'
export { createDayResult } from './day-result.ts'
export type { ShownBook } from './depth-share.ts'
export { createExposure, type Exposure } from './exposure.ts'
export { createHeldThrottle, type HeldThrottle } from './held-throttle.ts'
export { createKillSwitch, type KillSwitch } from './kill-switch.ts'
export { limitRefusal } from './limit-refusals.ts'
export { checkDayLoss, type RateLimit } from './limits.ts'
export { createMarketImpact, liveBook, type MarketImpact } from './market-impact.ts'
export { checkPlace } from './order-checks.ts'
export { createOverrides, holds, type Limits, type Overrides } from './overrides.ts'
export { createSelfCross } from './own-orders.ts'
export { createPeriodCollar } from './period-collar.ts'
export { bandRefusal } from './price-band.ts'
export { createSafetyRecords, type SafetyRecords } from './safety-records.ts'
export {
  createHeldRisks,
  createWorstCase,
  createWorstCaseTopic,
  type HeldRisk,
  type ReadWorstCase,
  unknownWorstCase,
  worstCaseRefusal,
} from './worst-case-now.ts'
