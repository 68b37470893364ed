/**
 * The trading service as the rest of main sees it: typed reads, prepared actions, submits. Everything is already in the project's own types
 * (docs/service/reading-the-wire.md); every failure is a `ServiceError`. Its methods are declared in the file of each family.
 */
import type { Clock } from '../../contract/time.ts'
import { agentActions, agentApproval, directOrders } from './actions.ts'
import { type AmountFormStore, type AmountForms, createAmountForms } from './amount-forms.ts'
import { binaryActions, binaryMarkets } from './binary.ts'
import { HttpClient, type HttpClientOptions } from './http-client.ts'
import { collateralTransfer, outcomeActions, outcomeMarkets } from './outcome.ts'
import type { DeploymentProfile } from './profile.ts'
import type { Purpose } from './purpose.ts'
import { configuration, referrals, scalarMarkets, walletReads } from './reads.ts'
import { RequestBudget } from './request-budget.ts'
import { Routes } from './routes.ts'

interface TradingServiceOptions extends Omit<HttpClientOptions, 'baseUrl' | 'budget'> {
  readonly profile: DeploymentProfile
  /** The service's time for messages about its rate limit, ms; default the terminal's own. */
  readonly serverTime?: () => number
  /** The forms in which the service accepted amounts before; default none. */
  readonly amountForms?: AmountFormStore
}

const familiesOf = (routes: Routes, clock: Pick<Clock, 'now'>, amounts: AmountForms) => ({
  ...configuration(routes),
  ...scalarMarkets(routes),
  ...walletReads(routes, clock),
  ...agentActions(routes, amounts),
  ...directOrders(routes),
  ...agentApproval(routes),
  ...binaryMarkets(routes),
  ...binaryActions(routes, amounts),
  ...outcomeMarkets(routes),
  ...outcomeActions(routes, amounts),
  ...collateralTransfer(routes),
  ...referrals(routes),
})

/** Its methods and their contracts are in the files of their families. */
export interface TradingService extends ReturnType<typeof familiesOf> {
  readonly profile: DeploymentProfile
  /** Passed by all its requests. */
  readonly budget: RequestBudget
  /** The same service, with a purpose for all its requests. */
  for(purpose: Purpose): TradingService
}

/** The trading service of a deployment, over HTTP. */
export function createTradingService({ profile, ...options }: TradingServiceOptions): TradingService {
  const budget = new RequestBudget(options)
  const amounts = createAmountForms(options.amountForms)
  const client = new HttpClient({ baseUrl: profile.baseUrl, budget, ...options })
  const serviceFor = (purpose: Purpose | null): TradingService => ({
    profile,
    budget,
    for: serviceFor,
    ...familiesOf(new Routes(profile, client, purpose), options.clock, amounts),
  })
  return serviceFor(null)
}
