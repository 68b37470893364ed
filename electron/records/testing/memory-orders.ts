/** Orders in memory, stored as on a disk. */
import type { Order } from '../../../contract/account.ts'
import type { OrderStore, PastOf } from '../../storage/index.ts'

export function memoryOrders(): OrderStore {
  const kept = new Map<string, Order>()
  const keyOf = ({ profile, account }: PastOf, oid: string): string => `${profile}/${account}/${oid}`
  return {
    keep(of, orders) {
      for (const order of orders) kept.set(keyOf(of, order.oid), order)
    },
    oldestOpen: ({ profile, account }) =>
      [...kept].reduce<number | null>(
        (oldest, [key, { status, time }]) =>
          key.startsWith(`${profile}/${account}/`) && (status === 'resting' || status === 'partially_filled')
            ? Math.min(oldest ?? time, time)
            : oldest,
        null,
      ),
    ofIds: (of, oids) => oids.flatMap((oid) => kept.get(keyOf(of, oid)) ?? []),
  }
}
