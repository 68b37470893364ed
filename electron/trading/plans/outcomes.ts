/** Plans for outcome markets: orders of shares and their collateral (docs/service/outcomes.md). */
import type { PlanOptions } from './interface.ts'
import { outcomeCollateral } from './outcome-collateral.ts'
import { outcomeOrders } from './outcome-orders.ts'

/** @throws ServiceError of the reads it needs. */
export const outcomePlans = (options: PlanOptions) => ({ ...outcomeOrders(options), ...outcomeCollateral(options) })
