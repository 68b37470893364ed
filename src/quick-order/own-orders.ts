/** Stepping through own resting orders: the chosen one, and its new price. Pure. */
import { useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import {
  add,
  compare,
  type Decimal,
  multiply,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  trimZeros,
} from '../../contract/decimal.ts'
import { requestedOrderOf } from '../../contract/requested-order.ts'
import { useTopic } from '../market-data/index.ts'
import { useOpenOrders } from '../queries/index.ts'
import type { Permission } from '../trade-forms/index.ts'
import { askOf, type Change, type Enter, type Question } from './preview.ts'

/** The chosen order as it was when chosen, and its requested price and size. */
export interface Chosen {
  readonly order: Order
  readonly price: Price
  /** The total size including fills. */
  readonly size: Size
}

export const choose = (order: Order): Chosen => ({ order, price: order.price, size: order.size })

/** The orders of a market, the newest first. */
export const ordersOf = (asset: string | null, orders: readonly Order[]): readonly Order[] =>
  orders.filter((order) => order.asset === asset).sort((a, b) => b.time - a.time || (a.oid < b.oid ? 1 : -1))

/** The next or previous one, in a ring; the first where the chosen one is gone. */
export function nextOrder(own: readonly Order[], oid: string, step: 1 | -1): Order | null {
  const at = own.findIndex((order) => order.oid === oid)
  return (at < 0 ? own[0] : own[(at + step + own.length) % own.length]) ?? null
}

/** Changes the price by ticks, or the size by steps; unchanged where the result would be zero. */
export function moved(chosen: Chosen, change: Change, tick: Price | null): Chosen {
  switch (change.kind) {
    case 'price': {
      if (tick === null) return chosen
      const price = padTo(add(chosen.price, multiply(tick, String(change.ticks) as Decimal) as Price), placesOf(tick))
      return signOf(price) > 0 ? { ...chosen, price } : chosen
    }
    case 'size': {
      const size = add(chosen.size, String(change.by) as Size)
      return signOf(size) > 0 ? { ...chosen, size } : chosen
    }
    case 'set-size':
      return { ...chosen, size: change.size }
  }
}

/** Whether the trader requested another price or size. */
export const isMoved = ({ order, price, size }: Chosen): boolean =>
  compare(order.price, price) !== 0 || compare(order.size, size) !== 0

/**
 * What changed on the chosen order since, as a sentence that ends the request; null while unchanged. An order that filled in the meantime must be
 * reviewed again.
 */
function changedSince({ order }: Chosen, own: readonly Order[]): string | null {
  const now = own.find(({ oid }) => oid === order.oid)
  if (now === undefined) return 'The order has ended. Press Tab for the next one.'
  if (compare(now.filled, order.filled) !== 0) return `${trimZeros(now.filled)} filled in the meantime. Check it again.`
  return compare(now.price, order.price) === 0 && compare(now.size, order.size) === 0
    ? null
    : 'The order has changed. Check it again.'
}

/** The inputs that decide Enter. */
interface EnterInputs {
  /** Null while they are being read. */
  readonly own: readonly Order[] | null
  /** Why this order cannot be moved at all or to there; null where it can. */
  readonly refusal: string | null
  readonly permission: Permission
  /** `4 s old` while prices are stale. */
  readonly stale: string | null
  /** `5.90 °F through the ask` where the price is far enough through the book to require a confirmation. */
  readonly far: string | null
  /** The question of the last Enter. */
  readonly question: string | null
}

type MoveEnter =
  | { readonly does: 'move'; readonly order: Order; readonly to: { readonly price: Price; readonly size: Size } }
  /** It has changed since it was chosen: `order` is its current state, null where it is over. */
  | { readonly does: 'look'; readonly text: string; readonly order: Order | null }
  | Exclude<Enter, { does: 'send' }>

export const READING_ORDERS = 'Loading orders…'
export const NO_ORDERS = 'No open orders in this market.'

export function enterMove(chosen: Chosen | null, inputs: EnterInputs): MoveEnter {
  const { own, refusal, permission, stale, far, question } = inputs
  const refuse = (text: string): MoveEnter => ({ does: 'refuse', text })
  if (chosen === null || own === null) return refuse(own === null ? READING_ORDERS : NO_ORDERS)
  const { order, price, size } = chosen
  const message = changedSince(chosen, own)
  if (message !== null) return { does: 'look', text: message, order: own.find(({ oid }) => oid === order.oid) ?? null }
  if (!isMoved(chosen)) return refuse('Unchanged: use ↑↓ to choose a price, Enter to move.')
  if (refusal !== null) return refuse(refusal)
  if (permission.orders === 'none' || (permission.orders === 'reducing' && !order.reduceOnly)) {
    return refuse(permission.reason)
  }
  const questions: readonly Question[] = [
    ...(stale === null || order.reduceOnly ? [] : [{ kind: 'stale' as const, text: `Prices are ${stale}.` }]),
    ...(far === null ? [] : [{ kind: 'far' as const, text: `The price is ${far}.` }]),
  ]
  return askOf(questions, [order.oid, price, size], question) ?? { does: 'move', order, to: { price, size } }
}

// The trader's resting orders, including those that this terminal just sent and no read has shown yet: a cancel must not wait for a read.

/** The fields of an order that a cancel needs. */
export type RestingOrder = Pick<Order, 'oid' | 'cloid' | 'asset' | 'side' | 'price' | 'size' | 'time'>

const NO_ACTIONS: readonly ActionRecord[] = []

/** Merges the orders that were read with those in the actions. Pure. */
export function restingOrders(
  read: readonly RestingOrder[],
  actions: readonly ActionRecord[],
): readonly RestingOrder[] {
  const known = new Set(read.map(({ oid }) => oid))
  const sent = actions.flatMap(({ intent, state, oid, cloid, createdAt }): readonly RestingOrder[] => {
    if ((state !== 'resting' && state !== 'partly_filled') || oid === null || known.has(oid)) return []
    const order = requestedOrderOf(intent)
    if (order === null || order.size === null || order.worst === null) return []
    return [{ oid, cloid, asset: order.asset, side: order.side, price: order.worst, size: order.size, time: createdAt }]
  })
  return [...read, ...sent]
}

/** Null while unknown. */
export function useRestingOrders(): readonly RestingOrder[] | null {
  const read = useOpenOrders().data ?? null
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  return useMemo(() => (read === null ? null : restingOrders(read, actions)), [read, actions])
}
