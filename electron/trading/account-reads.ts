/** The reads that windows ask for, shared while they are young: a window that redraws costs the service nothing. */
import type { Fill, Order } from '../../contract/account.ts'
import type { Address } from '../../contract/address.ts'
import type { Clock } from '../../contract/time.ts'
import type { TradingService } from '../service/index.ts'
import { type AccountWatch, createReadCache } from './account/index.ts'
import type { Trading } from './interface.ts'

interface AccountReads
  extends Pick<
    Trading,
    | 'readAccount'
    | 'readOpenOrders'
    | 'readOrderHistory'
    | 'readFills'
    | 'readFees'
    | 'readOutcomeOrderStatus'
    | 'readConversions'
  > {
  /** Another account is signed in. */
  clear(): void
}

/** Reads this young are served to windows as they are, ms. */
const YOUNG = 500

/** Takes what a window's read shows, and gives it back. */
interface Seen {
  orders(orders: readonly Order[]): readonly Order[]
  fills(fills: readonly Fill[]): readonly Fill[]
}

/** @param signedIn the trader's address; throws when nobody is signed in. */
export function createAccountReads(
  service: TradingService,
  watch: Pick<AccountWatch, 'account' | 'orders' | 'version'>,
  clock: Pick<Clock, 'monotonic'>,
  signedIn: (route: string) => Address,
  seen: Seen,
): AccountReads {
  const readCache = createReadCache(clock, YOUNG)
  return {
    clear: () => readCache.clear(),
    readAccount: () => watch.account(YOUNG),
    readOpenOrders: () => watch.orders(YOUNG),
    readOrderHistory: (page) =>
      readCache.read(`history/${page.limit}/${page.before}/${watch.version()}`, async () =>
        seen.orders(await service.orderHistory(signedIn('GET /v1/orders/history/{address}'), page)),
      ),
    readFills: (page) =>
      readCache.read(`fills/${page.limit}/${page.before}/${watch.version()}`, async () =>
        seen.fills(await service.fills(signedIn('GET /v1/trades/{address}'), page)),
      ),
    readFees: () => readCache.read('fees', async () => service.fees(signedIn('GET /v1/fees/{address}'))),
    readOutcomeOrderStatus: async (by) => service.outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), by),
    readConversions: () =>
      readCache.read(`conversions/${watch.version()}`, async () => {
        signedIn('GET /v1/outcomes/conversions/history')
        return service.conversions()
      }),
  }
}
