/** Account reads: stored, compared with the actions of this terminal, and cached briefly for windows. */

import type { Address, Cloid } from '../../contract/address.ts'
import { marketEnd } from '../../contract/instrument.ts'
import { Listeners } from '../../contract/listeners.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { safeText } from '../../contract/safe-text.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { UnreadableRow } from '../../contract/unreadable-row.ts'
import { createFillRecords, createOrderRecords } from '../records/index.ts'
import { FOR, type Page, type Purpose, ServiceError } from '../service/index.ts'
import type { StoredAction } from '../storage/index.ts'
import { createAccountWatch, createReadCache, createUnreadableRows } from './account/index.ts'
import type { ActionLog, TradingIdentity } from './actions/index.ts'
import { createExternal } from './external/index.ts'
import type { TradingOptions } from './interface.ts'
import { createOwn, createWalletLedger } from './ledger/index.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { createExecutions, createReconciler, createSafetyNet, type SafetyNet } from './reconcile/index.ts'

interface AccountReadingParts {
  readonly actionLog: ActionLog
  readonly numbers: Pick<AssetNumbers, 'sawOrders' | 'sawFills'>
  readonly serverTime: () => Millis
  readonly onServiceError: (error: unknown) => void
}

export type AccountReading = ReturnType<typeof createAccountReading>

/** Maximum age of a read that windows get from the cache, ms. */
const YOUNG = 500

/** Reads the identity at each call, since the signed-in account changes. */
export function signedInOf(identity: Pick<TradingIdentity, 'address' | 'reason'>) {
  /** The error that `signedIn` throws. */
  function signedOut(route: string): ServiceError {
    const message = safeText(identity.reason() ?? COMMON.notSignedIn)
    return new ServiceError({ kind: 'signed_out', route, message, code: 'signed_out' })
  }
  return {
    /** @throws ServiceError of kind `signed_out`. @param route named in the error. */
    signedIn(route: string): Address {
      const address = identity.address()
      if (address === null) throw signedOut(route)
      return address
    },
    signedOut,
  }
}

/** All account reads, each compared with the actions that it may explain. */
export function createAccountReading(
  { service, keys: { identity }, markets, record, clock, log }: TradingOptions,
  { actionLog, numbers, serverTime, onServiceError }: AccountReadingParts,
) {
  const address = (): Address | null => identity.address()
  const offset = (): number => markets.clockOffset()
  // A read without a known service time proves no absence: it counts as older than everything.
  const readTime = (): Millis => (markets.measuredOffset() === null ? millis(0) : serverTime())
  const { name: profile } = service.profile
  const held = service.for(FOR.held)
  const background = service.for(FOR.market)
  const unreadable = createUnreadableRows(log)
  const fills = createFillRecords({
    sawUnreadable: unreadable.saw,
    ...{ store: record.fills, profile, address, serverTime: readTime, clock },
    service: held,
    background,
  })
  const back = { marks: record.historyMarks, service: background, serverTime: readTime }
  const orders = createOrderRecords({
    store: record.orders,
    profile,
    service: held,
    address,
    back,
    clock,
    sawUnreadable: unreadable.saw,
  })
  const origin = originOf(service.profile)
  const own = createOwn({ actionLog, journal: record.journal, wallets: record.wallets, fills, profile, origin })
  const ledger = createWalletLedger({
    store: record.ledger,
    profile,
    origin,
    own,
    fills,
    endOf: (position) => marketEnd(position, markets),
    markOf: (asset) => markets.ticker(asset)?.mark ?? null,
    transfers: record.transfers,
    clockOffset: offset,
    outcomeCollateral: markets.outcomeCollateral,
    clock,
  })
  const external = createExternal({
    own,
    ledger,
    store: record.otherClients,
    wallets: record.wallets,
    fills,
    orders,
    profile,
    origin,
    clock,
  })
  const surfaced = new Listeners<[action: StoredAction]>()
  const safetyNet = createSafetyNet({ actionLog, fills, orders, clock, onSurfaced: surfaced.notify })
  /** Every read may also prove or refute an asset number that was accepted on the trader's confirmation. */
  const net: SafetyNet = {
    async sawOrders(account, orders, began) {
      await safetyNet.sawOrders(account, orders, began)
      kept(() => numbers.sawOrders(account, orders), 'whose number it is')
    },
    async sawFills(account, news) {
      await safetyNet.sawFills(account, news)
      kept(() => numbers.sawFills(account, () => news), 'whose number it is')
    },
  }

  /** A bug in the comparison must not fail the read for its caller. */
  const compared = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.error({ err: error }, 'what a read shows could not be compared with the actions'),
    )
  }
  /** A failed write to disk does not discard what was read. */
  const kept = (work: () => void, what: string): void => {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, `what a read shows could not be kept: ${what}`)
    }
  }
  /** An order may get its id only after its fills were read. */
  actionLog.onChange(({ account, oid }) => {
    if (oid !== null) kept(() => numbers.sawFills(account, () => fills.ofOrder(oid)), 'whose number it is')
  })
  fills.onNew((news) => compared(net.sawFills(address() ?? '', news)))
  orders.onRead((past) => compared(net.sawOrders(address() ?? '', past, null)))

  const watch = createAccountWatch({
    service: (purpose) => service.for(purpose),
    clock,
    actionLog,
    reconciler: createReconciler({ actionLog, offset, clock }),
    executions: createExecutions({
      ...{ actionLog, ofOrder: fills.ofOrder, clock, offset },
      outcomeCollateral: markets.outcomeCollateral,
    }),
    fills,
    orders,
    net,
    sawOpen(account, open) {
      kept(() => orders.saw(open), 'the open orders')
      external.sawOpen(account, open)
    },
    ledger,
    external,
    address,
    serverTime: readTime,
    families: () => markets.families(),
    setOwnOrders: (own) => markets.setOwnOrders(own),
    onServiceError,
    sawUnreadable: unreadable.saw,
    signedOut: signedInOf(identity).signedOut,
    log,
  })
  return { watch, fills, orders, ledger, external, onSurfaced: surfaced.on, unreadable }
}

/** The address of the service; the practice venue of this machine is the same one at every port. */
const originOf = ({ baseUrl, network }: TradingOptions['service']['profile']): string =>
  network === 'practice' ? 'practice' : new URL(baseUrl).origin

/** The reads that windows ask for, cached while they are young: a window that redraws costs the service nothing. @throws ServiceError */
export function createWindowReads(
  { service, keys, clock }: Pick<TradingOptions, 'service' | 'keys' | 'clock'>,
  { watch, fills, orders, unreadable }: AccountReading,
) {
  const { signedIn } = signedInOf(keys.identity)
  const readCache = createReadCache(clock, YOUNG)
  const marked = <View extends { readonly unreadable?: readonly UnreadableRow[] }>(view: View): View =>
    view.unreadable === undefined ? view : { ...view, unreadable: unreadable.marked(view.unreadable) }
  return {
    clear: () => readCache.clear(),
    /** @throws ServiceError, also where a position cannot be read. Simultaneous reads of windows share one request. */
    readAccount: (purpose?: Purpose) => watch.account(YOUNG, purpose),
    /** Like `readAccount`, by a read that begins after this call. @throws ServiceError */
    freshAccount: (purpose?: Purpose) => watch.freshAccount(purpose),
    /** Like `readAccount` and `freshAccount`, but unreadable positions are listed by name: an unlisted position may be among them. @throws ServiceError */
    readAccountInParts: async (purpose?: Purpose) => marked(await watch.accountInParts(YOUNG, purpose)),
    freshAccountInParts: (purpose?: Purpose) => watch.freshAccountInParts(purpose),
    readOpenOrders: async () => marked(await watch.orders(YOUNG)),
    readOrderHistory: (page: Page) =>
      readCache.read(`history/${page.limit}/${page.before}/${watch.version()}`, async () => {
        signedIn('GET /v1/orders/history/{address}')
        return orders.page(page)
      }),
    readFills: (page: Page) =>
      readCache.read(`fills/${page.limit}/${page.before}/${watch.version()}`, async () => {
        signedIn('GET /v1/trades/{address}')
        return fills.page(page)
      }),
    readFees: () => readCache.read('fees', async () => service.fees(signedIn('GET /v1/fees/{address}'))),
    /** Status of one outcome order of the trader. */
    readOutcomeOrderStatus: async (by: { readonly oid: string } | { readonly cloid: Cloid }) =>
      service.outcomeOrderStatus(signedIn('POST /v1/outcomes/order-status'), by),
    readConversions: () =>
      readCache.read(`conversions/${watch.version()}`, async () => {
        signedIn('GET /v1/outcomes/conversions/history')
        return service.conversions()
      }),
  }
}
