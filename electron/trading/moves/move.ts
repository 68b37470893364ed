/**
 * One move, step by step: the record is on disk before each effect. The new order is placed only if the cancel is known to have ended the old one,
 * what that one traded is known too, and the trader still waits for it; its size is at most the rest.
 */

import type { Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { type Price, type Size, signOf, ZERO } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { leftToPlace } from '../../../contract/move.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { StoredAction, StoredMove } from '../../storage/index.ts'
import { derivedId, type Refusal } from '../actions/index.ts'
import type { MovePorts, NewOrder, RefusalCheck } from './interface.ts'
import { type OrderEnd, OTHER_WALLET, readEnd, settled, stopRefusal, within } from './steps.ts'

/** After this long nothing is placed automatically, ms: the market has moved on. */
const PLACES_WITHIN = 10_000
const TOO_LATE = stopRefusal('The cancel and its fills were not certain within 10 s.')
/** Delay before an inconclusive read is repeated, doubling up to the second value, ms. */
const READ_AGAIN = [250, 5_000] as const

/** Controls a running move. */
export interface Steering {
  /** Writes the change and returns the new record. @throws Error when it is not on disk. */
  readonly write: (change: Partial<StoredMove>) => StoredMove
  /** Why nothing more may be placed, or null. */
  readonly stopped: () => string | null
  /**
   * What started it: the trader's request, or a later retry of an order that was not replaced. `nobody`: an earlier run began it; it is read to its
   * end, and no more.
   */
  readonly by: 'press' | 'retry' | 'nobody'
  /** The deployment is shutting down: nothing more is read. */
  readonly isHalted: () => boolean
  readonly bar: RefusalCheck
}

/** Continues a move from its recorded state; resolves once it is over, or waits for the trader. */
export async function carryOn(first: StoredMove, steering: Steering, ports: MovePorts): Promise<void> {
  const { write } = steering
  const { clock, actionLog } = ports
  const time = within(clock, PLACES_WITHIN)
  let record = first
  let isDoubtful = false

  async function cancel(): Promise<void> {
    const { id, cancelId, order } = record
    if (steering.by === 'press' && actionLog.get(cancelId) === null) {
      await ports.submit(cancelId, { kind: 'cancel', asset: order.asset, oid: order.oid, cloid: order.cloid })
    }
    await settled(ports, cancelId, isFinal, (state) => {
      if (state !== 'unknown' || isDoubtful) return
      isDoubtful = true
      record = write({ id, state: 'checking' })
    })
    record = write({ state: 'reading' })
  }

  /** The action that made the order is over too, as far as this terminal caused that: until then limits count both orders. */
  async function ownIsOver(): Promise<void> {
    const { oid, cloid } = record.order
    const own = actionLog
      .live()
      .find(
        (action) => action.oid === oid || (cloid !== null && action.cloid === cloid && action.intent.kind !== 'cancel'),
      )
    if (own !== undefined) await settled(ports, own.id, isFinal, () => {}, time.left())
  }

  async function end(): Promise<OrderEnd> {
    for (let wait: number = READ_AGAIN[0]; ; wait = Math.min(2 * wait, READ_AGAIN[1])) {
      if (ports.isCurrent(record.account)) {
        const found = await readEnd(record.order, ports).catch(() => null)
        // A lagging list still shows an order whose cancel is done: it is not conclusive yet.
        const isLagging = found?.kind === 'rests' && actionLog.get(record.cancelId)?.state === 'done'
        if (found !== null && !isLagging) return found
      }
      await new Promise<void>((resolve) => void clock.after(wait, () => !steering.isHalted() && resolve()))
    }
  }

  /** Why nothing may be placed at this moment, or null: checked after every wait up to the signature. */
  function mayNotNow(): Refusal | null {
    if (!ports.isCurrent(record.account)) return OTHER_WALLET
    return time.isOver() ? TOO_LATE : null
  }

  /** Why nothing is placed although something is left, or null. */
  function whyNot(): string | null {
    const cancelled = actionLog.get(record.cancelId)
    if (steering.by === 'nobody') return 'Isotherm stopped halfway.'
    if (steering.by === 'press' && cancelled?.state !== 'done') {
      return `The order ended before it could be canceled. ${cancelled?.message ?? ''}`.trim()
    }
    if (isDoubtful) return 'The cancel had no certain result for a while.'
    return mayNotNow()?.message ?? null
  }

  async function afterEnd(found: OrderEnd): Promise<void> {
    if (found.kind === 'rests') {
      const text = actionLog.get(record.cancelId)?.message ?? null
      write({ state: 'kept', message: text ?? 'The order was not canceled and still rests.' })
      return
    }
    const { filled } = found
    const left = leftToPlace(record.size, filled)
    if (signOf(left) === 0) {
      write({ state: 'filled', filled })
      return
    }
    await ownIsOver()
    let why = whyNot()
    if (why === null) {
      // The old order's margin is free in an account read that begins now; without it the new order would be refused for no reason.
      await ports.freshAccount().catch(() => null)
      why = whyNot()
    }
    const stop = steering.stopped()
    if (placeLeft() !== null) return placed()
    if (stop !== null) write({ state: 'stopped', filled, message: stop })
    else if (why !== null) write({ state: 'not_replaced', filled, message: why })
    else await place(filled, left)
  }

  async function place(filled: Size, left: Size): Promise<void> {
    const placeId = derivedId(record.id, `place/${record.placeIds.length + 1}`)
    const [made] = actionLog.ofOrders(record.account, idsOf(record)).filter(({ intent }) => intent.kind !== 'cancel')
    const intent = newOrderOf(record.order, made?.intent ?? null, { price: record.price, size: left })
    record = write({ state: 'placing', filled, placed: left, placeIds: [...record.placeIds, placeId], message: null })
    const refusal = () => stopRefusal(steering.stopped()) ?? mayNotNow() ?? steering.bar(intent)
    await ports.submit(placeId, intent, { refusal })
    await placed()
  }

  /** An earlier new order that did not certainly come to nothing, or null: while there is one, no other is placed. */
  const placeLeft = (): string | null => record.placeIds.find((id) => !cameToNothing(actionLog.get(id))) ?? null

  async function placed(): Promise<void> {
    for (let id = placeLeft(); id !== null; id = placeLeft()) {
      await settled(ports, id, (state) => isFinal(state) || state === 'resting' || state === 'partly_filled')
      if (cameToNothing(actionLog.get(id))) continue
      write({ state: 'moved', message: null })
      return
    }
    const last = record.placeIds.at(-1)
    const action = last === undefined ? null : actionLog.get(last)
    if (steering.stopped() !== null) write({ state: 'stopped', message: steering.stopped() })
    else
      write({
        state: 'not_replaced',
        message: action?.message ?? 'Isotherm stopped before the new order was sent.',
      })
  }

  if (record.state === 'placing' || placeLeft() !== null) return placed()
  if (record.state === 'cancelling' || record.state === 'checking') {
    isDoubtful = record.state === 'checking'
    await cancel()
  }
  return afterEnd(await end())
}

/** Whether nothing of an order is, or ever was, in the market. */
export function cameToNothing(action: StoredAction | null): boolean {
  if (action === null) return true
  const { state, filled, execution } = action
  if (state !== 'refused' && state !== 'rejected' && state !== 'expired') return false
  return signOf(filled ?? ZERO) === 0 && signOf(execution?.size ?? ZERO) === 0
}

/** Ids by which an order is found among the actions. */
export const idsOf = ({ order: { oid, cloid } }: Pick<StoredMove, 'order'>): readonly string[] =>
  cloid === null ? [oid] : [oid, cloid]

/**
 * The replacement of an order: same side, time in force and reduce-only, at the new price.
 * @param made the intent of the order, where this terminal made it: it has a time in force that the service does not return.
 */
export function newOrderOf(
  { asset, side, tif, reduceOnly }: Order,
  made: Intent | null,
  { price, size }: { readonly price: Price; readonly size: Size },
): NewOrder {
  if (isCoin(asset)) return { kind: 'outcome_order', asset, side, size, mode: { kind: 'limit', price } }
  const request = made?.kind === 'place' ? made.tif : null
  return { kind: 'place', asset, side, price, size, tif: tif ?? request ?? 'GTC', reduceOnly }
}
