/** All that trading reads of the account, and what every read is compared with. */
import type { Address } from '../../contract/address.ts'
import { type Listen, Listeners } from '../../contract/listeners.ts'
import { marketEnd } from '../../contract/market-end.ts'
import { type Millis, millis } from '../../contract/time.ts'
import { createFillRecords, createOrderRecords, type FillRecords, type OrderRecords } from '../records/index.ts'
import { FOR, type ServiceError } from '../service/index.ts'
import type { StoredAction } from '../storage/index.ts'
import { type AccountWatch, createAccountWatch, createUnreadableRows, type UnreadableRows } from './account/index.ts'
import type { ActionLog } from './actions/index.ts'
import { createForeign, type Foreign } from './foreign/index.ts'
import type { TradingOptions } from './interface.ts'
import { createOwn, createWalletLedger, type WalletLedger } from './ledger/index.ts'
import type { AssetNumbers } from './numbers/index.ts'
import { createExecutions, createReconciler, createSafetyNet, type SafetyNet } from './reconcile/index.ts'

interface ReadingParts {
  readonly actionLog: ActionLog
  readonly numbers: Pick<AssetNumbers, 'sawOrders' | 'sawFills'>
  readonly serverTime: () => Millis
  readonly signedOut: (route: string) => ServiceError
  readonly onServiceError: (error: unknown) => void
}

export interface Reading {
  readonly watch: AccountWatch
  readonly fills: FillRecords
  readonly orders: OrderRecords
  readonly ledger: WalletLedger
  readonly foreign: Foreign
  /** An action that had ended is open again: the service shows its order. */
  readonly onSurfaced: Listen<[action: StoredAction]>
  readonly unreadable: UnreadableRows
}

export function createReading(
  { service, keys: { identity }, markets, record, clock, log }: TradingOptions,
  { actionLog, numbers, serverTime, signedOut, onServiceError }: ReadingParts,
): Reading {
  const address = (): Address | null => identity.address()
  const offset = (): number => markets.clockOffset()
  // A read of which the service's time is not known proves no absence: it counts as if it were before everything.
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
  const foreign = createForeign({
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
  /** Whatever a read shows also tells whose a number is that was taken on the trader's word. */
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

  /** A mistake of the terminal's own here must not keep the read from whoever asked for it. */
  const compared = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.error({ err: error }, 'what a read shows could not be compared with the actions'),
    )
  }
  /** What cannot be written down is known all the same. */
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
      foreign.sawOpen(account, open)
    },
    ledger,
    foreign,
    address,
    serverTime: readTime,
    families: () => markets.families(),
    setOwnOrders: (own) => markets.setOwnOrders(own),
    onServiceError,
    sawUnreadable: unreadable.saw,
    signedOut,
    log,
  })
  return { watch, fills, orders, ledger, foreign, onSurfaced: surfaced.on, unreadable }
}

/** Where the service is; the practice venue of this machine is the same one at every port. */
const originOf = ({ baseUrl, network }: TradingOptions['service']['profile']): string =>
  network === 'practice' ? 'practice' : new URL(baseUrl).origin
