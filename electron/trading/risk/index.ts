/** Risk: limits, the day's result, arming, and the checks of an order. */
export { type Arming, createArming } from './arming.ts'
export { type AutomationThrottle, createAutomationThrottle } from './automation-throttle.ts'
export { createDayLossWatch } from './day-loss-watch.ts'
export { createDayResult } from './day-result.ts'
export type { ShownBook } from './depth-share.ts'
export { createExposure, type Exposure } from './exposure.ts'
export { createKillSwitch, createSafetyRecords, type KillSwitch } from './kill-switch.ts'
export { limitRefusal } from './limit-refusals.ts'
export { bandRefusal, checkDayLoss, checkPlace, createBudgets, type RateLimit } from './limits.ts'
export { createMarketImpact, liveBook, type MarketImpact } from './market-impact.ts'
export { createOverrides, holds, type Limits, type Overrides } from './overrides.ts'
export { createPeriodCollar } from './period-collar.ts'
export { createSelfCross } from './self-cross.ts'
export {
  createHeldRisks,
  createWorstCase,
  createWorstCaseTopic,
  type HeldRisk,
  type ReadWorstCase,
  unknownWorstCase,
  worstCaseRefusal,
} from './worst-case-now.ts'
