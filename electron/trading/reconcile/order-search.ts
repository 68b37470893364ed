/** Reads the order history back to a moment. */
import type { Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type PastRead, readBack } from '../../records/index.ts'
import type { TradingService } from '../../service/index.ts'

/** Orders of the history, and whether they reach back as far as was asked for. */
export type HistoryRead = PastRead<Order>

/** Everything the history has since `since` (the service's time), at most 4,000 orders of full pages. @throws ServiceError */
export const readHistorySince = (
  service: Pick<TradingService, 'orderHistory'>,
  address: Address,
  since: number,
): Promise<HistoryRead> =>
  readBack(
    { page: (page) => service.orderHistory(address, page), idOf: ({ oid }) => oid, pageSize: 200, mostPages: 20 },
    since,
  )
