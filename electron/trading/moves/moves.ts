/** Every move as a record of its own, on disk before each of its effects; one that an earlier run began is read to its end, and places nothing. */
import type { Order } from '../../../contract/account.ts'
import { isFinal } from '../../../contract/action.ts'
import { codeText } from '../../../contract/action-code.ts'
import type { Address } from '../../../contract/address.ts'
import { type Listen, Listeners, onAny } from '../../../contract/listeners.ts'
import {
  isMoveUnderWay,
  leftToPlace,
  type MoveRequest,
  type MoveView,
  moveIssue,
  moveOff,
} from '../../../contract/move.ts'
import type { Millis } from '../../../contract/time.ts'
import { CallError } from '../../errors/index.ts'
import type { Log } from '../../log/index.ts'
import type { MoveStore, StoredAction, StoredMove } from '../../storage/index.ts'
import { type TopicSource, topicOf } from '../../topics/index.ts'
import { derivedId, isBeforeSent, type Refusal, STOPPED } from '../actions/index.ts'
import type { Bar, MovePorts, NewOrder } from './interface.ts'
import { carryOn, idsOf, type Steering } from './move.ts'
import { newOrderOf } from './new-order.ts'
import { told, wordsOf } from './told.ts'

interface MovesOptions {
  readonly store: MoveStore
  readonly profile: string
  readonly ports: MovePorts
  readonly address: () => Address | null
  /** @throws ServiceError when nobody is signed in. */
  readonly signedIn: () => Address
  readonly serverTime: () => Millis
  readonly onIdentity: Listen
  readonly log: Log
}

/** A move as it is asked for; by which hand it comes is the bar's to know. */
export type Asked = Omit<MoveRequest, 'by'>

export interface Moves {
  /**
   * Moves an order, once for the same request; resolves as soon as the move is journalled.
   * @throws CallError with the field where the order cannot be moved so: then nothing was done. ServiceError of the reads behind that.
   */
  move(request: Asked, bar: Bar): Promise<{ readonly id: string }>
  /** Has one that was not replaced read its order's end once more, and place what is left. @throws CallError */
  retry(id: string, bar: Bar): void
  /** Leaves such a one at that. @throws CallError */
  leave(id: string): void
  /** No move that is under way places anything any more. @param asset only those in it; null for all. @param by what stops them. @param account only of it; null for all. */
  stop(asset: string | null, by: string, account?: string | null): void
  takeUpEarlierRun(): void
  /** The deployment ends: what runs reads nothing any more. */
  halt(): void
  /** How many are under way. */
  underWay(): number
  /** The topic `moves`. */
  readonly topics: TopicSource
}

/** How many the windows are shown. */
const SHOWN = 200
const NOTHING: readonly MoveView[] = []

export function createMoves({ store, profile, ports, log, ...options }: MovesOptions): Moves {
  const { actionLog } = ports
  /** Oldest first. */
  const records = new Map<string, StoredMove>()
  /** Why those that run place nothing any more; null where they may. */
  const running = new Map<string, string | null>()
  /** Orders of which a move is being checked. */
  const asking = new Set<string>()
  const listeners = new Listeners()
  let shown: readonly MoveView[] | null = null
  let halted = false
  const isHalted = (): boolean => halted

  for (const record of store.recent(profile, SHOWN).toReversed()) records.set(record.id, record)

  /** Memory, then whoever listens. */
  function keep(record: StoredMove): void {
    records.set(record.id, record)
    for (const { id, state } of records.values()) {
      if (records.size <= 2 * SHOWN) break
      if (!isMoveUnderWay(state) && state !== 'not_replaced') records.delete(id)
    }
    shown = null
    listeners.notify()
  }

  function write(record: StoredMove): void {
    store.write(record)
    keep(record)
  }

  function writeOrSay(record: StoredMove): void {
    try {
      write(record)
    } catch (error) {
      log.error({ err: error, move: record.id }, 'a move could not be journalled')
      throw new CallError('journal_failed', `The journal could not be written, so nothing was done: ${wordsOf(error)}`)
    }
  }

  function run(first: StoredMove, by: Steering['by'], bar: Bar): void {
    running.set(first.id, null)
    const update = (change: Partial<StoredMove>): StoredMove => {
      const record = { ...(records.get(first.id) ?? first), ...change, changedAt: options.serverTime() }
      if (!isMoveUnderWay(record.state)) return told(record, { write, keep, log })
      write(record)
      return record
    }
    const steering = { write: update, stopped: () => running.get(first.id) ?? null, by, isHalted, bar }
    carryOn(first, steering, ports)
      .catch((error: unknown) => {
        // What it had begun is known to its actions; nothing more is begun, and a try of the trader's reads all of it anew.
        log.error({ err: error, move: first.id }, 'a move stopped on an unforeseen error')
        const record = records.get(first.id) ?? first
        const message = `It stopped in the middle: ${wordsOf(error)}`
        // The new order may be in the market.
        if (record.state === 'placing')
          keep({ ...record, message: `${message}. The next start tells what became of it.` })
        else keep({ ...record, state: 'not_replaced', message })
      })
      .finally(() => {
        running.delete(first.id)
        listeners.notify()
      })
  }

  /** By the last read, or by one that begins now where that lacks it. */
  async function openOrder({ asset, oid }: Asked): Promise<Order> {
    const isIt = (one: Order): boolean => one.oid === oid && one.asset === asset
    const order = ports.lastOpenOrders().find(isIt) ?? (await ports.freshOpenOrders()).orders.find(isIt)
    if (order === undefined) throw new CallError('order_not_open', 'This order rests no more.', 'oid')
    return order
  }

  /** The order that is to take the place of one. @throws CallError where that one cannot be moved so. */
  function newOrder(order: Order, { price, size }: Asked, account: string): NewOrder {
    const { oid } = order
    const [made] = actionLog.ofOrders(account, idsOf({ order })).filter(({ intent }) => intent.kind !== 'cancel')
    const off = moveOff(order, { made: made ?? null, isForeign: made === undefined, cancelOff: ports.cancelOff() })
    if (off !== null) throw new CallError('cannot_move', off, 'oid')
    const issue = moveIssue(order, { price, size })
    if (issue !== null) throw new CallError('bad_input', issue.message, issue.field)
    if ([...records.values()].some((one) => one.order.oid === oid && isMoveUnderWay(one.state))) throw beingMoved()
    if (actionLog.live().some((action) => isCancelOf(action, oid) && !isFinal(action.state))) {
      throw new CallError('being_cancelled', 'This order is being cancelled.', 'oid')
    }
    return newOrderOf(order, made?.intent ?? null, { price, size: leftToPlace(size, order.filled) })
  }

  function waiting(id: string): StoredMove {
    const record = records.get(id)
    if (record?.state === 'not_replaced' && record.account === options.address() && !running.has(id)) return record
    throw new CallError('not_waiting', 'This does not wait for you any more.', 'id')
  }

  function stopOne(record: StoredMove, words: string): void {
    if (!running.has(record.id) || running.get(record.id) !== null) return
    running.set(record.id, words)
    const placeId = record.placeIds.at(-1)
    const placing = placeId === undefined ? null : actionLog.get(placeId)
    if (placing === null || !isBeforeSent(placing.state)) return
    const refusal: Refusal = { code: STOPPED, message: words, field: null }
    void actionLog.offer(placing.id, { type: 'refused', refusal, mismatches: [] })
  }

  /** Whoever cancels an order that is being moved wants it gone. */
  actionLog.onChange((action) => {
    for (const id of running.keys()) {
      const record = records.get(id)
      if (record === undefined || action.id === record.cancelId || !isCancelOf(action, record.order.oid)) continue
      stopOne(record, 'The order was cancelled while it was moved, so nothing was placed.')
    }
  })

  let who = options.address()
  /** Of the account that is signed in; after signing out its own stay, until another one signs in. */
  function view(): readonly MoveView[] {
    const now = options.address() ?? who
    if (now !== who) shown = null
    who = now
    if (shown === null) {
      const own = [...records.values()].filter(({ account }) => account === who).slice(-SHOWN)
      shown = own.length === 0 ? NOTHING : own.toReversed().map(({ profile: _p, account: _a, ...rest }) => rest)
    }
    return shown
  }

  return {
    async move(request, bar) {
      const { requestId: id, oid, price, size } = request
      if (store.read(id) !== null) return { id }
      const account = options.signedIn()
      if (asking.has(oid)) throw beingMoved()
      asking.add(oid)
      try {
        const order = await openOrder(request)
        const intent = newOrder(order, request, account)
        const refusal = bar(intent) ?? (await ports.check(order, intent))
        if (refusal !== null) throw new CallError(codeText(refusal.code), refusal.message, refusal.field)
        if (!ports.isCurrent(account)) throw new CallError('signed_out', 'Another wallet is signed in now.')
        const at = options.serverTime()
        const record: StoredMove = {
          ...{ id, profile, account, order, price, size, state: 'cancelling', at, changedAt: at },
          ...{ cancelId: derivedId(id, 'cancel'), placeIds: [], filled: null, placed: null, message: null },
        }
        writeOrSay(record)
        run(record, 'press', bar)
      } finally {
        asking.delete(oid)
      }
      return { id }
    },
    retry(id, bar) {
      const record = waiting(id)
      const left = leftToPlace(record.size, record.filled ?? record.order.filled)
      const barred = bar(newOrderOf(record.order, null, { price: record.price, size: left }))
      if (barred !== null) throw new CallError(codeText(barred.code), barred.message, barred.field)
      const again: StoredMove = { ...record, state: 'reading', changedAt: options.serverTime() }
      writeOrSay(again)
      run(again, 'retry', bar)
    },
    leave: (id) => writeOrSay({ ...waiting(id), state: 'left', changedAt: options.serverTime() }),
    stop(asset, by, account = null) {
      for (const id of running.keys()) {
        const record = records.get(id)
        if (record === undefined || (asset !== null && record.order.asset !== asset)) continue
        if (account !== null && record.account !== account) continue
        stopOne(record, `Stopped by ${by}: nothing was placed.`)
      }
    },
    takeUpEarlierRun() {
      for (const record of store.unfinished(profile)) {
        keep(record)
        if (record.state !== 'not_replaced') run(record, 'nobody', () => null)
      }
    },
    halt() {
      halted = true
    },
    underWay: () => running.size,
    topics: topicOf('moves', view, onAny(listeners.on, options.onIdentity)),
  }
}

const isCancelOf = ({ intent, state }: Pick<StoredAction, 'intent' | 'state'>, oid: string): boolean =>
  intent.kind === 'cancel' && intent.oid === oid && state !== 'refused'

const beingMoved = () =>
  new CallError('being_moved', 'This order is being moved already; wait until that is done.', 'oid')
