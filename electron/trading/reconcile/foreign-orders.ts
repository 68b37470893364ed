/**
 * Finds open orders that no action of this terminal made: another client trades for the wallet, or a key has leaked. Each is told once; of
 * a wallet that another client trades for with the trader's knowledge they are only marked.
 */
import type { Order } from '../../../contract/account.ts'
import { type Listen, Listeners } from '../../../contract/listeners.ts'
import type { OtherClientView } from '../../../contract/other-client.ts'
import type { Clock } from '../../../contract/time.ts'
import type { OrdersOf, OtherClientStore, StoredAction } from '../../storage/index.ts'
import { type ActionLog, wasSent } from '../actions/index.ts'

export interface ForeignOrders {
  /** The open orders of every family of an account, as reads show them now. */
  sawOpen(account: string, orders: readonly Order[]): void
  /** Those that rest now, of one account, and whether they are expected. */
  view(account: string): OtherClientView
  /** The trader's word that another client trades for the wallet, or does not any more. */
  setExpected(account: string, isExpected: boolean): void
  /** Told of orders that are new and not expected. */
  readonly onFound: Listen<[orders: readonly Order[]]>
  readonly onChange: Listen
}

interface ForeignOrdersOptions {
  readonly actionLog: Pick<ActionLog, 'ofOrders' | 'live'>
  readonly store: OtherClientStore
  readonly profile: string
  readonly clock: Pick<Clock, 'monotonic'>
}

/** An order is the terminal's own if an action turns out to have made it within this, ms: the answer may come after the list shows it. */
const OWN_WITHIN = 3_000

export function createForeignOrders({ actionLog, store, profile, clock }: ForeignOrdersOptions): ForeignOrders {
  const found = new Listeners<[orders: readonly Order[]]>()
  const changes = new Listeners()
  /** When each order that no action knows was first seen, monotonic ms. */
  const nameless = new Map<string, number>()
  let foreign: { readonly account: string; readonly oids: readonly string[] } = { account: '', oids: [] }
  const ofAccount = (account: string): OrdersOf => ({ profile, account })

  /** Whether an action that has no id yet may turn out to have made it. */
  const mayBeOwn = (account: string, { asset }: Order): boolean =>
    actionLog.live().some((action) => action.account === account && isWaitingForId(action, asset))

  function unknownOf(account: string, orders: readonly Order[]): readonly Order[] {
    const ids = orders.flatMap(({ oid, cloid }) => (cloid === null ? [oid] : [oid, cloid]))
    const own = new Set(actionLog.ofOrders(account, ids).flatMap(({ oid, cloid }) => [oid, cloid]))
    return orders.filter(({ oid, cloid }) => !own.has(oid) && (cloid === null || !own.has(cloid)))
  }

  return {
    sawOpen(account, orders) {
      const now = clock.monotonic()
      const unknown = unknownOf(account, orders)
      const seen = new Set(unknown.map(({ oid }) => oid))
      for (const oid of nameless.keys()) if (!seen.has(oid)) nameless.delete(oid)
      for (const { oid } of unknown) if (!nameless.has(oid)) nameless.set(oid, now)
      const certain = unknown.filter(
        (order) => now - (nameless.get(order.oid) ?? now) >= OWN_WITHIN && !mayBeOwn(account, order),
      )
      const oids = certain.map(({ oid }) => oid)
      const isSame = foreign.account === account && foreign.oids.join() === oids.join()
      if (isSame) return
      const fresh = certain.filter(({ oid }) => !store.isTold(ofAccount(account), oid))
      if (fresh.length > 0 && !store.isExpected(ofAccount(account))) found.notify(fresh)
      foreign = { account, oids }
      changes.notify()
      /** Last: what cannot be written is told again at the next start, and not left untold. */
      store.keepTold(
        ofAccount(account),
        fresh.map(({ oid }) => oid),
      )
    },
    view: (account) => ({
      orders: foreign.account === account ? foreign.oids : [],
      isExpected: store.isExpected(ofAccount(account)),
    }),
    setExpected(account, isExpected) {
      store.setExpected(ofAccount(account), isExpected)
      changes.notify()
    },
    onFound: found.on,
    onChange: changes.on,
  }
}

const isWaitingForId = (action: StoredAction, asset: string): boolean =>
  action.oid === null && wasSent(action) && 'asset' in action.intent && action.intent.asset === asset
