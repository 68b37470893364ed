/** The trading service over HTTP: one file per family, one adapter per resource, errors, retries. */
export { acceptance, certaintyOf } from './certainty.ts'
export { isAbsent, ReadLog, ServiceError } from './errors.ts'
export { parseAnswer } from './json.ts'
export { retryAfterOf } from './problem.ts'
export { type DeploymentProfile, deploymentProfile, FIRST_COIN_NUMBER, isLoopback, parseProfile } from './profile.ts'
export { OPEN_ROUTES, type RouteName } from './profile-routes.ts'
export { FOR, type Purpose, rankOf } from './purpose.ts'
export { RequestBudget } from './request-budget.ts'
export { inParts, type ListParts, PartlyUnreadable } from './rows.ts'
export { createTradingService, type TradingService } from './trading-service.ts'
export type {
  ClientOrder,
  Page,
  PreparedAction,
  PreparedKind,
  RuntimeConfig,
  SubmitAck,
  TypedDataDomain,
  UserAction,
} from './types.ts'
export { Wire } from './wire.ts'
