/** From an intent to the request to prepare and the expected prepared action: by kind of intent, and by the asset's family. */
import type { Cloid } from '../../../contract/address.ts'
import { assertNever } from '../../../contract/brand.ts'
import type { CancelIntent, CloseIntent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { binaryPlans } from './binary.ts'
import type { AgentIntent, Planned, PlanOptions } from './interface.ts'
import { outcomeCollateral } from './outcome-collateral.ts'
import { outcomeOrders } from './outcome-orders.ts'
import { scalarPlans } from './scalar.ts'

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

/** Makes plans; each is checked against the current market, account and limits. @throws ServiceError of the reads it needs. */
export function createPlanner(options: PlanOptions) {
  const scalar = scalarPlans(options)
  const binary = binaryPlans(options)
  const outcomes = { ...outcomeOrders(options), ...outcomeCollateral(options) }

  const cancel = (intent: CancelIntent): Promise<Planned> =>
    isCoin(intent.asset) ? outcomes.cancel(intent) : scalar.cancel(intent)

  async function close(id: string, intent: CloseIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    if (isCoin(intent.asset)) return outcomes.close(id, intent, again)
    if (options.facts.market(intent.asset) !== null) return scalar.close(id, intent, cloid, again)
    const market = await binary.marketOf(intent.asset)
    return market === null ? scalar.close(id, intent, cloid, again) : binary.close(id, intent, market, again)
  }

  /** @param again whether this intent is planned again because its prepared action went stale. */
  return function plan(id: string, intent: AgentIntent, cloid: Cloid | null, again: boolean): Promise<Planned> {
    switch (intent.kind) {
      case 'place':
        if (cloid === null && intent.signer !== 'wallet') throw new Error('an order needs a client order id')
        return scalar.place(id, intent, intent.signer === 'wallet' ? null : cloid, again)
      case 'predict':
        return scalar.predict(id, intent, again)
      case 'cancel':
        return cancel(intent)
      case 'close':
        return close(id, intent, cloid, again)
      case 'leverage':
        return scalar.leverage(intent)
      case 'binary_setup':
        return binary.setup()
      case 'binary_predict':
        return binary.predict(id, intent, again)
      case 'outcome_order':
        return outcomes.order(id, intent, again)
      case 'transfer':
        return outcomes.transfer(intent)
      case 'convert':
        return outcomes.convert(intent)
      default:
        return assertNever(intent, 'intent')
    }
  }
}

export type Planner = ReturnType<typeof createPlanner>
