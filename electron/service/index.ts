/** The trading service over HTTP: one file per family, one adapter per resource, errors, retries. */
export { type Delivery, ServiceError, type ServiceErrorKind } from './errors.ts'
export type { HttpFetch } from './http-client.ts'
export type {
  ClientOrder,
  DirectAck,
  OutcomeMode,
  Page,
  PreparedAction,
  PreparedKind,
  PrepareOrder,
  PrepareOutcomeOrder,
  RuntimeConfig,
  SubmitAck,
  TradingService,
  TypedDataDomain,
  UserAction,
} from './interface.ts'
export { type DeploymentProfile, deploymentProfile, parseProfile } from './profile.ts'
export { switchedOff } from './routes.ts'
export { createTradingService, type TradingServiceOptions } from './trading-service.ts'
