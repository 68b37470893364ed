/** The reads that windows ask for, shared while they are young: a window that redraws costs the service nothing. */
import type { Address } from '../../contract/address.ts'
import type { Clock } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import type { FillRecords, OrderRecords } from '../records/index.ts'
import type { TradingService } from '../service/index.ts'
import { type AccountWatch, createReadCache, type UnreadableRows } from './account/index.ts'
import type { Trading } from './interface.ts'

interface AccountReads
  extends Pick<
    Trading,
    | 'readAccount'
    | 'freshAccount'
    | 'readAccountInParts'
    | 'freshAccountInParts'
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

interface AccountReadsOptions {
  readonly service: TradingService
  readonly watch: Pick<
    AccountWatch,
    'account' | 'freshAccount' | 'accountInParts' | 'freshAccountInParts' | 'orders' | 'version'
  >
  readonly fills: Pick<FillRecords, 'page'>
  readonly orders: Pick<OrderRecords, 'page'>
  readonly unreadable: Pick<UnreadableRows, 'marked'>
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** The trader's address. @throws ServiceError when nobody is signed in. */
  readonly signedIn: (route: string) => Address
}

export function createAccountReads({
  service,
  watch,
  fills,
  orders,
  unreadable,
  clock,
  signedIn,
}: AccountReadsOptions): AccountReads {
  const readCache = createReadCache(clock, YOUNG)
  const marked = <View extends { readonly unreadable?: readonly UnreadableRow[] }>(view: View): View =>
    view.unreadable === undefined ? view : { ...view, unreadable: unreadable.marked(view.unreadable) }
  return {
    clear: () => readCache.clear(),
    readAccount: (purpose) => watch.account(YOUNG, purpose),
    freshAccount: (purpose) => watch.freshAccount(purpose),
    readAccountInParts: async (purpose) => marked(await watch.accountInParts(YOUNG, purpose)),
    freshAccountInParts: (purpose) => watch.freshAccountInParts(purpose),
    readOpenOrders: async () => marked(await watch.orders(YOUNG)),
    readOrderHistory: (page) =>
      readCache.read(`history/${page.limit}/${page.before}/${watch.version()}`, async () => {
        signedIn('GET /v1/orders/history/{address}')
        return orders.page(page)
      }),
    readFills: (page) =>
      readCache.read(`fills/${page.limit}/${page.before}/${watch.version()}`, async () => {
        signedIn('GET /v1/trades/{address}')
        return fills.page(page)
      }),
    readFees: () => readCache.read('fees', async () => service.fees(signedIn('GET /v1/fees/{address}'))),
    readOutcomeOrderStatus: async (by) => service.outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), by),
    readConversions: () =>
      readCache.read(`conversions/${watch.version()}`, async () => {
        signedIn('GET /v1/outcomes/conversions/history')
        return service.conversions()
      }),
  }
}
