/** Reads the order history back to a moment, page by page, newest first. */
import type { Order } from '../../../contract/account.ts'
import type { Address } from '../../../contract/address.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { TradingService } from '../../service/index.ts'

const PAGE = 200
const MOST_PAGES = 20

/** Orders of the history, and whether they reach back as far as was asked for. */
export interface HistoryRead {
  readonly orders: readonly Order[]
  readonly complete: boolean
}

/**
 * Everything the history has since `since` (the service's time), at most 4,000 orders; the first page is read in any case.
 * @throws ServiceError
 */
export async function readHistorySince(
  service: Pick<TradingService, 'orderHistory'>,
  address: Address,
  since: number,
): Promise<HistoryRead> {
  const orders = new Map<string, Order>()
  let before: Millis | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows: readonly Order[] = await service.orderHistory(address, { limit: PAGE, before })
    const known = orders.size
    for (const order of rows) if (!orders.has(order.oid)) orders.set(order.oid, order)
    if (rows.length < PAGE) return { orders: [...orders.values()], complete: true }
    const oldest = rows.reduce((time, order) => Math.min(time, order.time), Number.MAX_SAFE_INTEGER)
    if (oldest < since) return { orders: [...orders.values()], complete: true }
    /** Orders of the same millisecond may straddle two pages: the next one begins inside that millisecond while that gets further. */
    const overlapping: number = oldest + 1
    const stuck = orders.size === known || overlapping === before
    before = millis(stuck ? oldest : overlapping)
  }
  return { orders: [...orders.values()], complete: false }
}
