/**
 * The trading service as the rest of main sees it: typed reads, prepared actions, submits. Everything is already in the project's own
 * types (docs/service/reading-the-wire.md); every failure is a `ServiceError`. What it offers is declared where it is done: in the file of
 * each family.
 */
import type { Clock, Random } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { Secret } from '../secrets/index.ts'
import { agentActions, agentApproval, directOrders } from './actions.ts'
import { type AmountForms, createAmountForms, type KeptForms } from './amount-forms.ts'
import { binaryActions, binaryMarkets } from './binary.ts'
import { HttpClient, type HttpFetch } from './http-client.ts'
import { collateralTransfer, outcomeActions, outcomeMarkets } from './outcome.ts'
import type { DeploymentProfile } from './profile.ts'
import type { Purpose } from './purpose.ts'
import { configuration, referrals, scalarMarkets, walletReads } from './reads.ts'
import { RequestBudget } from './request-budget.ts'
import { Routes } from './routes.ts'

interface TradingServiceOptions {
  readonly profile: DeploymentProfile
  /** Node's `fetch`, or what stands in for it. */
  readonly http: HttpFetch
  readonly clock: Clock
  /** The trader's access token, null while signed out; asked for at every request. */
  readonly token: () => Secret | null
  /** For the jitter of retries and pauses. */
  readonly random: Random
  /** The service's time, ms, for words about its limit on requests; the terminal's own where it is left out. */
  readonly serverTime?: () => number
  /** In which form the service took amounts before; of nothing where it is left out. */
  readonly amountForms?: KeptForms
  readonly log?: Pick<Log, 'info' | 'warn'>
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

/** Its methods stand, with what each promises, in the files of their families. */
export interface TradingService extends ReturnType<typeof familiesOf> {
  readonly profile: DeploymentProfile
  /** What all its requests pass. */
  readonly budget: RequestBudget
  /** The same service, with everything that is asked of it asked for a purpose. */
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
