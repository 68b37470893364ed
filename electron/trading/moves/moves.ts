/** Moves: each has its own record, on disk before each of its effects. One that an earlier run began is read to its end, and places nothing. */

import type { Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { codeText } from '../../../contract/action-code.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import {
  isMoveUnderWay,
  leftToPlace,
  MOVE_TRANSITIONS,
  type MoveRequest,
  moveIssue,
  moveOff,
} from '../../../contract/move.ts'
import { CallError } from '../../errors.ts'
import { createRuns } from '../../multi-step/index.ts'
import type { StoredAction, StoredMove } from '../../storage/index.ts'
import { derivedId } from '../actions/index.ts'
import type { MovePorts, NewOrder, RecordsOf, RefusalCheck } from './interface.ts'
import { carryOn, idsOf, newOrderOf, type Steering } from './move.ts'
import { refuseUnsent } from './steps.ts'

interface MovesOptions extends RecordsOf<StoredMove> {
  readonly ports: MovePorts
}

/** The request for a move; the bar covers which input it came from. */
export type MoveInput = Omit<MoveRequest, 'by'>

export function createMoves({ ports, ...options }: MovesOptions) {
  const { actionLog } = ports
  /** Orders with a move being checked. */
  const asking = new Set<string>()
  const runs = createRuns<StoredMove>({
    ...options,
    topic: 'moves',
    what: 'move',
    states: MOVE_TRANSITIONS,
    isUnderWay: isMoveUnderWay,
    assetOf: ({ order }) => order.asset,
    takeBack: ({ placeIds }, text) => refuseUnsent(actionLog, placeIds.at(-1), text),
  })

  const run = (first: StoredMove, by: Steering['by'], bar: RefusalCheck): void =>
    runs.run(
      first,
      (run) => carryOn(first, { ...run, by, bar }, ports),
      // The actions know what it had begun; nothing more is started, and a retry of the trader reads all of it again. The new order may be in the
      // market.
      (record, text) =>
        record.state === 'placing'
          ? {
              ...record,
              message: `${text}. The new order may be open: check Open orders. The next start of Isotherm shows the result.`,
            }
          : { ...record, state: 'not_replaced', message: text },
    )

  /** From the last read, or from a new one where that lacks it. */
  async function openOrder({ asset, oid }: MoveInput): Promise<Order> {
    const isIt = (one: Order): boolean => one.oid === oid && one.asset === asset
    const order = ports.lastOpenOrders().find(isIt) ?? (await ports.freshOpenOrders()).orders.find(isIt)
    if (order === undefined) throw new CallError('order_not_open', 'This order no longer rests.', 'oid')
    return order
  }

  /** The replacement of an order. @throws CallError where it cannot be moved so. */
  function newOrder(order: Order, { price, size }: MoveInput, account: string): NewOrder {
    const { oid } = order
    const [made] = actionLog.ofOrders(account, idsOf({ order })).filter(({ intent }) => intent.kind !== 'cancel')
    const off = moveOff(order, { made: made ?? null, isExternal: made === undefined, cancelOff: ports.cancelOff() })
    if (off !== null) throw new CallError('cannot_move', off, 'oid')
    const issue = moveIssue(order, { price, size })
    if (issue !== null) throw new CallError('bad_input', issue.message, issue.field)
    if (runs.all().some((one) => one.order.oid === oid && isMoveUnderWay(one.state))) throw beingMoved()
    if (actionLog.live().some((action) => isCancelOf(action, oid) && !isFinal(action.state))) {
      throw new CallError('being_cancelled', 'This order is being canceled.', 'oid')
    }
    return newOrderOf(order, made?.intent ?? null, { price, size: leftToPlace(size, order.filled) })
  }

  /** A cancel of an order that is being moved means that it should be gone. */
  actionLog.onChange((action) => {
    for (const record of runs.running()) {
      if (action.id === record.cancelId || !isCancelOf(action, record.order.oid)) continue
      runs.stopOne(record, 'The order was canceled during the move, so nothing was placed.')
    }
  })

  return {
    /**
     * Moves an order, once for the same request; resolves as soon as the move is journalled.
     * @throws CallError with the field where the order cannot be moved so, ServiceError of the reads behind that: nothing was done.
     */
    async move(request: MoveInput, bar: RefusalCheck): Promise<{ readonly id: string }> {
      const { requestId: id, oid, price, size } = request
      if (runs.has(id)) return { id }
      const account = options.signedIn()
      if (asking.has(oid)) throw beingMoved()
      asking.add(oid)
      try {
        const order = await openOrder(request)
        const intent = newOrder(order, request, account)
        const refusal = bar(intent) ?? (await ports.check(order, intent))
        if (refusal !== null) throw new CallError(codeText(refusal.code), refusal.message, refusal.field)
        if (!ports.isCurrent(account)) throw new CallError('signed_out', COMMON.anotherWallet)
        const at = options.serverTime()
        const record: StoredMove = {
          ...{ id, profile: options.profile, account, order, price, size, state: 'cancelling', at, changedAt: at },
          ...{ cancelId: derivedId(id, 'cancel'), placeIds: [], filled: null, placed: null, message: null },
        }
        runs.begin(record)
        run(record, 'press', bar)
      } finally {
        asking.delete(oid)
      }
      return { id }
    },
    /** Retries one that was not replaced: reads its order's end once more, and places the rest. @throws CallError */
    retry(id: string, bar: RefusalCheck): void {
      const record = runs.waiting(id, 'not_replaced')
      const left = leftToPlace(record.size, record.filled ?? record.order.filled)
      const blocked = bar(newOrderOf(record.order, null, { price: record.price, size: left }))
      if (blocked !== null) throw new CallError(codeText(blocked.code), blocked.message, blocked.field)
      const again: StoredMove = { ...record, state: 'reading', changedAt: options.serverTime() }
      runs.begin(again)
      run(again, 'retry', bar)
    },
    /** Ends a move that was not replaced as it is. @throws CallError */
    leave: (id: string): void =>
      runs.begin({
        ...runs.waiting(id, 'not_replaced'),
        state: 'left',
        changedAt: options.serverTime(),
      }),
    /**
     * Stops moves under way from placing anything more. @param asset only those in it; null for all. @param by what stops them. @param account only of
     * it; null for all.
     */
    stop: (asset: string | null, by: string, account?: string | null): void =>
      runs.stop(asset, `Stopped by ${by}: nothing was placed.`, account),
    takeUpEarlierRun(): void {
      runs.takeUp((record) => {
        if (record.state !== 'not_replaced') run(record, 'nobody', () => null)
      })
    },
    /** The deployment is shutting down: running moves read nothing more. */
    halt: runs.halt,
    underWay: runs.underWay,
    topics: runs.topics,
  }
}

const isCancelOf = ({ intent, state }: Pick<StoredAction, 'intent' | 'state'>, oid: string): boolean =>
  intent.kind === 'cancel' && intent.oid === oid && state !== 'refused'

const beingMoved = () =>
  new CallError('being_moved', 'This order is already being moved. Wait until that is done.', 'oid')
