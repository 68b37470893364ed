/** The trader's resting orders, with those that this terminal just sent and that no read has shown yet: a cancel must not wait for one. */
import { useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { orderAskedFor } from '../../contract/order-asked-for.ts'
import { useTopic } from '../market-data/index.ts'
import { useOpenOrders } from '../queries/index.ts'

/** What a cancel has to know of an order. */
export type RestingOrder = Pick<Order, 'oid' | 'cloid' | 'asset' | 'side' | 'price' | 'size' | 'time'>

const NO_ACTIONS: readonly ActionRecord[] = []

/** Those that were read, and those that actions tell of. Pure. */
export function restingOrders(
  read: readonly RestingOrder[],
  actions: readonly ActionRecord[],
): readonly RestingOrder[] {
  const known = new Set(read.map(({ oid }) => oid))
  const sent = actions.flatMap(({ intent, state, oid, cloid, createdAt }): readonly RestingOrder[] => {
    if ((state !== 'resting' && state !== 'partly_filled') || oid === null || known.has(oid)) return []
    const order = orderAskedFor(intent)
    if (order === null || order.size === null || order.worst === null) return []
    return [{ oid, cloid, asset: order.asset, side: order.side, price: order.worst, size: order.size, time: createdAt }]
  })
  return [...read, ...sent]
}

/** Null while they are not known. */
export function useRestingOrders(): readonly RestingOrder[] | null {
  const read = useOpenOrders().data ?? null
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  return useMemo(() => (read === null ? null : restingOrders(read, actions)), [read, actions])
}
