/** Settles by reads what became of actions that were sent: one pass over everything that is not final. */
import type { AccountView, Fill, Order } from '../../contract/account.ts'
import type { ActionState } from '../../contract/action.ts'
import { assertNever } from '../../contract/brand.ts'
import { compare, type Size } from '../../contract/decimal.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { StoredAction } from '../storage/interface.ts'
import type { Ledger } from './ledger.ts'
import { fateOf, fillsEvent, lookAlikes, orderEvent, orderOf } from './observe.ts'
import type { HistoryRead } from './order-search.ts'
import type { ActionEvent } from './state-machine.ts'

/** What one pass has read. `began` is the service's time when the first of the reads began. */
export interface Reads {
  readonly began: Millis
  readonly open: readonly Order[]
  /** Null when that read failed. */
  readonly account: AccountView | null
  history(since: number): Promise<HistoryRead>
  fills(): Promise<readonly Fill[]>
}

/** States in which reads decide. */
const OPEN_ENDED: ReadonlySet<ActionState> = new Set(['acknowledged', 'unknown', 'resting', 'partly_filled'])
/** States whose outcome nobody has seen yet. */
const UNSETTLED: ReadonlySet<ActionState> = new Set(['acknowledged', 'unknown'])

export const isOpenEnded = (action: StoredAction): boolean => OPEN_ENDED.has(action.state)
export const isUnsettled = (action: StoredAction): boolean => UNSETTLED.has(action.state)

/** After a prepared action's expiry, this long passes before its absence counts, ms. */
const GRACE = 5_000
/** A prepared action without an expiry counts as dead this long after it was sent, ms. */
const LIFE_WITHOUT_EXPIRY = 300_000
/** An order that vanished is searched for in so many passes one after the other, then in one of so many. */
const EAGER_PASSES = 10
const RARE = 60
/** Absence is believed after this many clean passes. */
const CLEAN_PASSES = 2
/** How far the two clocks may disagree when a history is searched, ms. */
const CLOCK_SLACK = 60_000

export interface Reconciler {
  /** Takes the steps that the reads show. Never throws for a failing read: what needs it waits for the next pass. */
  pass(account: string, reads: Reads): Promise<void>
}

export interface ReconcilerOptions {
  readonly ledger: Ledger
  /** Milliseconds to add to the terminal's time to get the service's. */
  readonly offset: () => number
}

export function createReconciler({ ledger, offset }: ReconcilerOptions): Reconciler {
  /** Clean passes in which an action was missing, per action. */
  const missing = new Map<string, number>()
  /** Passes in which an order that rested was in no read, per action. */
  const vanished = new Map<string, number>()

  async function pass(account: string, reads: Reads): Promise<void> {
    const actions = ledger.live().filter((action) => action.account === account && isOpenEnded(action))
    const claimed = new Set(ledger.live().flatMap((action) => (action.oid === null ? [] : [action.oid])))
    for (const id of vanished.keys()) if (!actions.some((action) => action.id === id)) vanished.delete(id)
    for (const id of missing.keys()) if (!actions.some((action) => action.id === id)) missing.delete(id)

    const searches: StoredAction[] = []
    for (const action of actions) {
      const event = fromOpen(action, reads, claimed)
      if (event === 'search') {
        if (isDue(action)) searches.push(action)
      } else if (event !== null) await ledger.offer(action.id, event)
    }
    if (searches.length === 0) return

    const oldest = Math.min(...searches.map((action) => action.createdAt))
    const history = await reads.history(oldest + offset() - CLOCK_SLACK).catch(() => null)
    if (history === null) return
    const fills = searches.some((action) => action.oid !== null) ? await reads.fills().catch(() => []) : []
    for (const found of ledger.records()) if (found.oid !== null) claimed.add(found.oid)
    for (const action of searches) {
      await noteAmbiguity(action, [...reads.open, ...history.orders], claimed)
      const event = fromHistory(action, reads, history, fills, claimed)
      if (event !== null) await ledger.offer(action.id, event)
    }
  }

  /**
   * Whether the history is searched for an action in this pass. One whose outcome is open is looked for every time; an order that rested
   * and is in no read any more ever more rarely, so that a forgetful service is not read all day.
   */
  function isDue(action: StoredAction): boolean {
    if (isUnsettled(action)) return true
    const passes = vanished.get(action.id) ?? 0
    vanished.set(action.id, passes + 1)
    return passes < EAGER_PASSES || passes % RARE === 0
  }

  /** Says once that several orders could be the action's: it stays unknown, and nothing is guessed. */
  async function noteAmbiguity(
    action: StoredAction,
    orders: readonly Order[],
    claimed: ReadonlySet<string>,
  ): Promise<void> {
    const alike = lookAlikes(action, orders, claimed, earliest(action))
    const found = [...new Map(alike.map((order) => [order.oid, order])).values()]
    if (found.length < 2) return
    const detail = `${found.length} orders look like it (${found.map(({ oid }) => oid).join(', ')}); which one it is cannot be told`
    if (action.steps.some((step) => step.detail === detail)) return
    await ledger.offer(action.id, { type: 'noted', detail })
  }

  /** When nothing that was sent can still arrive. */
  function isPast(action: StoredAction, reads: Reads): boolean {
    const sentAt = action.steps.findLast((step) => step.state === 'sent')?.at ?? action.createdAt
    const dead = action.prepared?.expiresAt ?? sentAt + offset() + LIFE_WITHOUT_EXPIRY
    return reads.began >= dead + GRACE
  }

  /** Counts a clean pass in which the action's effect was missing; whether absence is proven now. */
  function isAbsent(action: StoredAction, reads: Reads): boolean {
    if (!isPast(action, reads)) return false
    const passes = (missing.get(action.id) ?? 0) + 1
    missing.set(action.id, passes)
    return passes >= CLEAN_PASSES
  }

  const earliest = (action: StoredAction): Millis => millis(Math.floor(action.createdAt + offset() - GRACE))

  function fromOpen(action: StoredAction, reads: Reads, claimed: ReadonlySet<string>): ActionEvent | 'search' | null {
    const { intent } = action
    switch (intent.kind) {
      case 'place':
      case 'predict':
      case 'close': {
        const order = orderOf(action, reads.open, claimed, earliest(action))
        if (order === null) return 'search'
        missing.delete(action.id)
        vanished.delete(action.id)
        return orderEvent(action, order, 'open')
      }
      case 'cancel': {
        if (!reads.open.some((order) => order.oid === intent.oid)) return 'search'
        if (!isAbsent(action, reads)) return null
        return action.state === 'unknown'
          ? neverArrived('The cancel never arrived: the order is still open.')
          : rejected('still_open', 'The service took the cancel, but the order is still open.')
      }
      case 'leverage':
        return leverageEvent(action, intent, reads)
      case 'approve_agent':
        return action.state === 'unknown'
          ? neverArrived(
              'No answer came to the approval. If the agent is not approved, the next order asks for it again.',
            )
          : { type: 'confirmed', detail: null }
      default:
        return assertNever(intent, 'intent')
    }
  }

  function leverageEvent(
    action: StoredAction,
    intent: Extract<StoredAction['intent'], { kind: 'leverage' }>,
    { account, ...reads }: Reads,
  ): ActionEvent | null {
    if (account === null) return null
    const position = account.positions.find(({ asset, family }) => asset === intent.asset && family === 'scalar')
    if (position?.leverage === intent.leverage) {
      return { type: 'confirmed', detail: `The position in ${intent.asset} has ${intent.leverage}×.` }
    }
    if (action.state === 'acknowledged' && (position === undefined || position.leverage === null)) {
      return { type: 'confirmed', detail: `Accepted; the next position in ${intent.asset} shows it.` }
    }
    if (!isAbsent(action, { ...reads, account })) return null
    return action.state === 'unknown'
      ? neverArrived(`No answer came, and no read shows ${intent.leverage}× in ${intent.asset}.`)
      : rejected('not_applied', `The service took the change, but the position shows ${position?.leverage}×.`)
  }

  function fromHistory(
    action: StoredAction,
    reads: Reads,
    history: HistoryRead,
    fills: readonly Fill[],
    claimed: ReadonlySet<string>,
  ): ActionEvent | null {
    const { intent } = action
    if (intent.kind === 'cancel') return cancelEvent(action, intent, reads, history)
    const others = new Set([...claimed].filter((oid) => oid !== action.oid))
    const order = orderOf(action, history.orders, others, earliest(action))
    if (order !== null) {
      const event = orderEvent(action, order, 'history')
      if (event !== null) return event
      /** Gone from the open orders and partly filled for good, once two passes agree: the rest was cancelled. */
      if (order.status !== 'partially_filled' || !again(action)) return null
      const { oid, cloid, filled, size } = order
      return { type: 'cancelled', oid, cloid, filled, detail: `${filled} of ${size} filled, the rest is gone` }
    }
    const filled = fillsEvent(action, sizeOf(intent), fills)
    if (filled !== null) return filled
    if (action.state !== 'unknown' || !history.complete) return null
    if (lookAlikes(action, [...reads.open, ...history.orders], others, earliest(action)).length > 0) return null
    if (!isAbsent(action, reads)) return null
    return neverArrived('The order never arrived: no read shows it, and what was signed has expired.')
  }

  const again = (action: StoredAction): boolean => {
    const passes = (missing.get(action.id) ?? 0) + 1
    missing.set(action.id, passes)
    return passes >= CLEAN_PASSES
  }

  function cancelEvent(
    action: StoredAction,
    intent: Extract<StoredAction['intent'], { kind: 'cancel' }>,
    reads: Reads,
    { orders }: HistoryRead,
  ): ActionEvent | null {
    const order = orders.find(({ oid }) => oid === intent.oid)
    if (order === undefined) {
      const certain = action.state === 'acknowledged' || isAbsent(action, reads)
      return certain ? { type: 'confirmed', detail: `Order ${intent.oid} is no longer open.` } : null
    }
    if (order.status === 'filled' || isWhole(order.filled, order.size)) {
      return rejected('already_filled', `The order filled before the cancel: ${fateOf(order)}.`)
    }
    return { type: 'confirmed', detail: `Order ${intent.oid} ${fateOf(order)}` }
  }

  return { pass }
}

/** What an intent asks for; a close leaves it to the service. */
const sizeOf = (intent: StoredAction['intent']): Size | null =>
  intent.kind === 'place' || intent.kind === 'predict' ? intent.size : null

const isWhole = (filled: Size, size: Size): boolean => compare(filled, size) >= 0

const neverArrived = (message: string): ActionEvent => ({
  type: 'never_arrived',
  refusal: { code: 'never_arrived', message, field: null },
})
const rejected = (code: string, message: string): ActionEvent => ({
  type: 'rejected',
  refusal: { code, message, field: null },
})
