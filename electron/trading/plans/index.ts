/** From an intent to the request to prepare and the expected prepared action. */
export { accountFor, createKnownMinimums, dayLossOf, type KnownMinimums } from './guards.ts'
export {
  type AgentIntent,
  type AnyPlan,
  type DirectPlan,
  familyOf,
  limitOf,
  type MarketFacts,
  mirrorOf,
  type Plan,
  type PlanOptions,
  type Signed,
  sizeOf,
  type UserPlan,
} from './interface.ts'
export { createPlanner, type Planner } from './planner.ts'
