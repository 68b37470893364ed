/** Finds open orders that no action of this terminal made. Each is told once, over restarts too. */
import type { Order } from '../../../contract/account.ts'
import type { Clock } from '../../../contract/time.ts'
import type { OrdersOf, OtherClientStore } from '../../storage/index.ts'
import { idsOf, type Own } from '../ledger/index.ts'

export interface ForeignOrders {
  /** The open orders of every family of an account, as reads show them now; those of others that have not been told. */
  sawOpen(account: string, orders: readonly Order[]): readonly Order[]
  /** Ids of those that rest now, of one account. */
  resting(account: string): readonly string[]
}

interface ForeignOrdersOptions {
  readonly own: Own
  readonly store: OtherClientStore
  readonly profile: string
  readonly clock: Pick<Clock, 'monotonic'>
  readonly onChange: () => void
}

/** An order is the terminal's own if an action turns out to have made it within this, ms: the answer may come after the list shows it. */
const OWN_WITHIN = 3_000

export function createForeignOrders({ own, store, profile, clock, onChange }: ForeignOrdersOptions): ForeignOrders {
  /** When each order that no action knows was first seen, monotonic ms. */
  const nameless = new Map<string, number>()
  let foreign: { readonly account: string; readonly oids: readonly string[] } = { account: '', oids: [] }
  const ofAccount = (account: string): OrdersOf => ({ profile, account })

  function unknownOf(account: string, orders: readonly Order[]): readonly Order[] {
    const known = own.known(account, orders.flatMap(idsOf))
    return orders.filter((order) => !idsOf(order).some((id) => known.has(id)))
  }

  return {
    sawOpen(account, orders) {
      const now = clock.monotonic()
      const unknown = unknownOf(account, orders)
      const seen = new Set(unknown.map(({ oid }) => oid))
      for (const oid of nameless.keys()) if (!seen.has(oid)) nameless.delete(oid)
      for (const { oid } of unknown) if (!nameless.has(oid)) nameless.set(oid, now)
      const certain = unknown.filter(
        ({ oid, asset }) => now - (nameless.get(oid) ?? now) >= OWN_WITHIN && !own.isWaitingForId(account, asset),
      )
      const oids = certain.map(({ oid }) => oid)
      if (foreign.account === account && foreign.oids.join() === oids.join()) return []
      foreign = { account, oids }
      onChange()
      return certain.filter(({ oid }) => !store.isTold(ofAccount(account), oid))
    },
    resting: (account) => (foreign.account === account ? foreign.oids : []),
  }
}
