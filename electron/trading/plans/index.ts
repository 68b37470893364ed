/** From an intent to what is prepared for it and what the prepared action must be. */
export { accountFor, dayLossOf } from './guards.ts'
export type {
  AgentIntent,
  AnyPlan,
  DirectPlan,
  MarketFacts,
  OutcomeFacts,
  Plan,
  PlanOptions,
  Signed,
  UserPlan,
} from './interface.ts'
export { createPlanner, type Planner } from './planner.ts'
