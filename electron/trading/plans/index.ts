/** From an intent to what is prepared for it and what the prepared action must be. */
export type { AgentIntent, AnyPlan, DirectPlan, MarketFacts, Plan, Signed, UserPlan } from './interface.ts'
export { createPlanner, type Planner } from './planner.ts'
