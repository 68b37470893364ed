/**
 * Self-cross check: whether an order would trade against the trader's own, resting or about to rest. The two sides of a two-sided outcome are one
 * book: buying Yes at p is selling No at 1 − p.
 */

import type { Order } from '../../../contract/account.ts'
import { compare, ONE, type Price, type Size, subtract, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { addsExposure, requestedOrderOf } from '../../../contract/requested-order.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent, type Refusal } from '../actions/index.ts'

/** An order of the trader that rests, or may come to rest. */
export interface OwnOrder {
  readonly asset: string
  readonly side: Side
  readonly price: Price
  /** Remaining size. */
  readonly size: Size
}

/** An order about to be sent. */
interface AboutToGo {
  readonly asset: string
  readonly side: Side
  /** The worst price that it may trade at. */
  readonly worst: Price
}

/** An order as it appears in the book of `asset`; null when it is in another one. */
function inBookOf(
  { asset: own, side, price }: Pick<OwnOrder, 'asset' | 'side' | 'price'>,
  asset: string,
  mirror: string | null,
): { readonly side: Side; readonly price: Price } | null {
  if (own === asset) return { side, price }
  if (own !== mirror) return null
  return { side: side === 'buy' ? 'sell' : 'buy', price: subtract(ONE, price) }
}

/** The own order that it would trade with first; null for none. @param mirror the coin of the other side, where there are two. */
export function ownOrderMet(
  { asset, side, worst }: AboutToGo,
  own: readonly OwnOrder[],
  mirror: string | null,
): OwnOrder | null {
  let met: { readonly order: OwnOrder; readonly price: Price } | null = null
  for (const order of own) {
    const there = inBookOf(order, asset, mirror)
    if (there === null || there.side === side) continue
    const reach = compare(worst, there.price)
    if (side === 'buy' ? reach < 0 : reach > 0) continue
    const nearer = met === null ? -1 : compare(there.price, met.price)
    if (side === 'buy' ? nearer < 0 : met === null || nearer > 0) met = { order, price: there.price }
  }
  return met?.order ?? null
}

const OWN_ORDER = {
  buy: {
    same: (size: string, at: string): string => `This order could trade with your own order: buy ${size} at ${at}.`,
    mirrored: (size: string, at: string, name: string): string =>
      `This order could trade with your own order: buy ${size} ${name} at ${at}, the other side of the same book.`,
  },
  sell: {
    same: (size: string, at: string): string => `This order could trade with your own order: sell ${size} at ${at}.`,
    mirrored: (size: string, at: string, name: string): string =>
      `This order could trade with your own order: sell ${size} ${name} at ${at}, the other side of the same book.`,
  },
} as const

/** The refusal, with the remedy. @param nameOf display name of an asset. */
export function selfCrossRefusal(met: OwnOrder, request: AboutToGo, nameOf: (asset: string) => string): Refusal {
  const { asset, side, price, size } = met
  const { same, mirrored } = OWN_ORDER[side]
  const [much, at] = [grouped(trimZeros(size)), priceLabel(price)]
  const own = asset === request.asset ? same(much, at) : mirrored(much, at, nameOf(asset))
  return {
    code: 'self_cross',
    message: `${own} Cancel that one first, or change the price.`,
    field: 'price',
  }
}

interface OwnOrdersOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'recordsOf'>
  /** From the last read. */
  readonly openOrders: () => readonly Order[]
}

interface AskedToGo {
  readonly intent: Intent
  readonly account: string
  /** Its action; null for a preview. */
  readonly id: string | null
  /** The order that it replaces, which is gone by then. */
  readonly inPlaceOf: Pick<Order, 'oid'> | null
}

/**
 * Orders that it could meet: all resting ones, and of those under way the ones requested earlier or already sent. Of two orders that would meet, the
 * first one is sent.
 */
function ownOrders({ account, id, inPlaceOf }: AskedToGo, { actionLog, openOrders }: OwnOrdersOptions): OwnOrder[] {
  const gone = endedOrders(actionLog.recordsOf(account))
  const resting = openOrders()
    .filter(({ oid, cloid }) => oid !== inPlaceOf?.oid && !gone.has(oid) && (cloid === null || !gone.has(cloid)))
    .map(({ asset, side, price, size, filled }) => ({ asset, side, price, size: subtract(size, filled) }))
  const onTheWay: OwnOrder[] = []
  let isBefore = true
  for (const action of actionLog.live()) {
    if (action.id === id) isBefore = false
    else if (action.account === account && (isBefore || !isBeforeSent(action.state))) {
      const isReplaced = inPlaceOf !== null && action.oid === inPlaceOf.oid
      const order = isReplaced ? null : restingOf(action)
      if (order !== null) onTheWay.push(order)
    }
  }
  return [...resting, ...onTheWay]
}

/** The part of an action that may rest; null for one that never does. */
function restingOf({ intent, filled }: StoredAction): OwnOrder | null {
  const order = requestedOrderOf(intent)
  if (order === null || order.tif === 'IOC') return null
  const { asset, side, size, worst } = order
  if (size === null || worst === null) return null
  return { asset, side, price: worst, size: subtract(size, filled ?? ZERO) }
}

/** Ids of orders that this terminal knows to be filled or canceled: the last read may be older than that. */
function endedOrders(records: ReturnType<ActionLog['recordsOf']>): ReadonlySet<string> {
  const ended = new Set<string>()
  for (const { intent, state, oid, cloid } of records) {
    const isCancel = intent.kind === 'cancel'
    if (state !== (isCancel ? 'done' : 'cancelled') && (isCancel || state !== 'filled')) continue
    for (const one of isCancel ? [intent.oid, intent.cloid] : [oid, cloid]) if (one !== null) ended.add(one)
  }
  return ended
}

interface SelfCrossOptions extends OwnOrdersOptions {
  /** Last known price of an asset. */
  readonly priceOf: (asset: string) => Price | null
  /** The coin of the other side of a two-sided outcome. */
  readonly mirrorOf: (asset: string) => string | null
  /** Display name of an asset. */
  readonly nameOf: (asset: string) => string
}

/** Why an order that adds exposure may not be sent: it could trade with an own order. What reduces is always allowed. */
export const createSelfCross =
  (options: SelfCrossOptions) =>
  (request: AskedToGo): Refusal | null => {
    if (!addsExposure(request.intent)) return null
    const order = requestedOrderOf(request.intent)
    if (order === null) return null
    const { asset, side } = order
    const worst = order.worst ?? options.priceOf(asset)
    if (worst === null) return null
    const met = ownOrderMet({ asset, side, worst }, ownOrders(request, options), options.mirrorOf(asset))
    return met === null ? null : selfCrossRefusal(met, { asset, side, worst }, options.nameOf)
  }
