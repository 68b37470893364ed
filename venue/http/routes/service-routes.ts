/** Every route of the service interface in the venue, one file per resource. */
import type { VenueContext } from '../context.ts'
import type { Route } from '../router.ts'
import { accountActionRoutes, accountRoutes } from './accounts.ts'
import { binaryRoutes } from './binary.ts'
import { directOrderRoutes } from './direct-orders.ts'
import { chartRoutes, configurationRoutes, marketRoutes } from './markets.ts'
import { outcomeRoutes } from './outcomes.ts'
import { preparedOrderRoutes } from './prepared-orders.ts'
import { referralRoutes } from './referrals.ts'
import { weatherRoutes } from './weather.ts'

export { BOOK_LEVELS } from './markets.ts'

/** The route table. */
export const serviceRoutes = (context: VenueContext): Route[] => [
  ...configurationRoutes(context),
  ...marketRoutes(context),
  ...chartRoutes(context),
  ...accountRoutes(context),
  ...directOrderRoutes(context),
  ...preparedOrderRoutes(context),
  ...accountActionRoutes(context),
  ...binaryRoutes(context),
  ...outcomeRoutes(context),
  ...referralRoutes(context),
  ...weatherRoutes(context),
]
