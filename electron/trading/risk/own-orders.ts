/** The trader's own orders that rest or may come to rest: what reads show, and what is on its way. */
import type { Order } from '../../../contract/account.ts'
import { type Price, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { addsExposure, orderAskedFor } from '../../../contract/order-asked-for.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent, type Refusal } from '../actions/index.ts'
import { type OwnOrder, ownOrderMet, selfCrossRefusal } from './self-cross.ts'

interface OwnOrdersOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'recordsOf'>
  /** By the last read. */
  readonly openOrders: () => readonly Order[]
}

/** What is asked about. */
export interface AskedToGo {
  readonly intent: Intent
  readonly account: string
  /** Its action; null for what is only asked about. */
  readonly id: string | null
  /** An order that it is to take the place of, which is gone by then. */
  readonly inPlaceOf: Pick<Order, 'oid'> | null
}

/**
 * Those that it could meet: all that rest, and of what is on its way what was asked for before it or has left already, so that of two that
 * would meet one another the first one goes.
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

/** What may rest of an action, null for one that never does. */
function restingOf({ intent, filled }: StoredAction): OwnOrder | null {
  const order = orderAskedFor(intent)
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
  /** What an asset trades at, as far as is known. */
  readonly priceOf: (asset: string) => Price | null
  /** The coin of the other side of an outcome with two. */
  readonly mirrorOf: (asset: string) => string | null
  /** What the trader calls an asset. */
  readonly nameOf: (asset: string) => string
}

/** Why what adds exposure may not go: it could trade with an own order. What reduces always may. */
export const createSelfCross =
  (options: SelfCrossOptions) =>
  (asked: AskedToGo): Refusal | null => {
    if (!addsExposure(asked.intent)) return null
    const order = orderAskedFor(asked.intent)
    if (order === null) return null
    const { asset, side } = order
    const worst = order.worst ?? options.priceOf(asset)
    if (worst === null) return null
    const met = ownOrderMet({ asset, side, worst }, ownOrders(asked, options), options.mirrorOf(asset))
    return met === null ? null : selfCrossRefusal(met, { asset, side, worst }, options.nameOf)
  }
