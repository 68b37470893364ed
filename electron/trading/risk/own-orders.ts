/** The trader's own orders that rest or may come to rest: what reads show, and what is on its way. */
import type { Order } from '../../../contract/account.ts'
import { type Price, subtract, ZERO } from '../../../contract/decimal.ts'
import { addsExposure, orderAskedFor } from '../../../contract/order-asked-for.ts'
import type { StoredAction } from '../../storage/index.ts'
import { type ActionLog, isBeforeSent, type Refusal } from '../actions/index.ts'
import { type OwnOrder, ownOrderMet, selfCrossRefusal } from './self-cross.ts'

interface OwnOrdersOptions {
  readonly actionLog: Pick<ActionLog, 'live' | 'get' | 'recordsOf'>
  /** By the last read. */
  readonly openOrders: () => readonly Order[]
}

/**
 * Those that an action could meet: all that rest, and of what is on its way what was asked for before it or has left already, so that of two that
 * would meet one another the first one goes.
 */
export function ownOrdersBefore(id: string, { actionLog, openOrders }: OwnOrdersOptions): readonly OwnOrder[] {
  const mine = actionLog.get(id)
  if (mine === null) return []
  const gone = endedOrders(actionLog.recordsOf(mine.account))
  const resting = openOrders()
    .filter(({ oid, cloid }) => !gone.has(oid) && (cloid === null || !gone.has(cloid)))
    .map(({ asset, side, price, size, filled }) => ({ asset, side, price, size: subtract(size, filled) }))
  const onTheWay: OwnOrder[] = []
  let isBefore = true
  for (const action of actionLog.live()) {
    if (action.id === id) isBefore = false
    else if (action.account === mine.account && (isBefore || !isBeforeSent(action.state))) {
      const order = restingOf(action)
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
  if (side === null || size === null || worst === null) return null
  return { asset, side, price: worst, size: subtract(size, filled ?? ZERO) }
}

/** Ids of orders that this terminal knows to be filled or cancelled: the last read may be older than that. */
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

/** Why an action that adds exposure may not go: it could trade with an own order. What reduces always may. */
export const createSelfCross =
  (options: SelfCrossOptions) =>
  (id: string): Refusal | null => {
    const intent = options.actionLog.get(id)?.intent
    if (intent === undefined || !addsExposure(intent)) return null
    const order = orderAskedFor(intent)
    if (order === null || order.side === null) return null
    const { asset, side } = order
    const worst = order.worst ?? options.priceOf(asset)
    if (worst === null) return null
    const met = ownOrderMet({ asset, side, worst }, ownOrdersBefore(id, options), options.mirrorOf(asset))
    return met === null ? null : selfCrossRefusal(met, { asset, side, worst }, options.nameOf)
  }
