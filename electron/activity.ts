/** Activity: what this terminal did, assembled into one list for the windows, newest event first. */

import { type ActionRecord, type Execution, newestEventAt, serviceTime } from '../contract/action.ts'
import {
  type ActivityChanges,
  type ActivityRow,
  CANCELED_BY_USER,
  type ExternalTrade,
  MAX_ROWS,
  type RowOf,
  type SafetyRecord,
} from '../contract/activity.ts'
import type { Address } from '../contract/address.ts'
import type { AlgoView } from '../contract/algo.ts'
import type { ConditionalRecord } from '../contract/conditional.ts'
import { compare, signOf, ZERO } from '../contract/decimal.ts'
import { type Listen, Listeners } from '../contract/listeners.ts'
import { MESSAGES as COMMON } from '../contract/messages.ts'
import type { MoveView } from '../contract/move.ts'
import type { PositionClose } from '../contract/position-close.ts'
import { priceLabel } from '../contract/price-text.ts'
import { requestedOrderOf } from '../contract/requested-order.ts'
import type { ReversalView } from '../contract/reversal.ts'
import { type Cancel, type Clock, type Millis, millis } from '../contract/time.ts'
import type { StoredFlatten } from './storage/index.ts'
import { type TopicSource, topicOf, VersionedRows } from './topics/index.ts'
import { totalOf } from './trading/index.ts'

type Reasons = ReturnType<typeof createReasons>

const UNFILLED: ReadonlySet<ActionRecord['state']> = new Set(['refused', 'rejected', 'cancelled', 'expired'])
/** A cancel by the venue is known only from reads: at most this long after the fill that caused it, ms. */
const AT_ONCE = 5_000
/** The service's status of a canceled order without further detail. */
const PLAIN = /^cancell?ed\b\s*(;.*)?$/i

const UNEXPLAINED = COMMON.noReason

/** Why orders ended without a fill: by their own message, or as other actions of the terminal explain it. Pure. */
function createReasons(actions: readonly ActionRecord[], moves: readonly MoveView[]) {
  const cancels = new Map<string, ActionRecord>()
  for (const action of actions) {
    if (action.intent.kind !== 'cancel' || action.state === 'refused' || action.state === 'rejected') continue
    for (const id of [action.intent.oid, action.intent.cloid]) if (id !== null) cancels.set(id, action)
  }
  const moved = new Map(moves.filter(({ state }) => state !== 'kept').map((move) => [move.order.oid, move]))
  const traded = actions.filter(({ execution }) => execution != null)

  const cancelOf = ({ oid, cloid }: ActionRecord): ActionRecord | null =>
    (oid === null ? undefined : cancels.get(oid)) ?? (cloid === null ? undefined : cancels.get(cloid)) ?? null

  /** What this terminal did to a canceled order; null where it did nothing. */
  function ownText(action: ActionRecord): string | null {
    const move = action.oid === null ? undefined : moved.get(action.oid)
    if (move !== undefined) return `Canceled to move it to ${priceLabel(move.price)}.`
    const cancel = cancelOf(action)
    if (cancel === null) return null
    return cancel.held === undefined ? CANCELED_BY_USER : `Canceled by Isotherm (${cancel.held.what}).`
  }

  /** An own order that traded against the side of this one at the moment it ended; null for none. */
  function ownTaker(action: ActionRecord): ActionRecord | null {
    const resting = requestedOrderOf(action.intent)
    const { limit = null } = resting ?? {}
    if (resting === null || limit === null) return null
    const endedAt = serviceTime(action, action.updatedAt)
    const isTaker = (other: ActionRecord): boolean => {
      const { execution, intent } = other
      const order = requestedOrderOf(intent)
      if (execution == null || order === null || order.asset !== resting.asset || execution.side === resting.side)
        return false
      const since = endedAt - serviceTime(other, execution.at)
      if (since < -AT_ONCE || since > AT_ONCE || other.id === action.id) return false
      return order.worst === null || compare(order.worst, limit) * (execution.side === 'sell' ? 1 : -1) <= 0
    }
    return traded.find(isTaker) ?? null
  }

  function wordsOfCancel(action: ActionRecord): string {
    const own = ownText(action)
    if (own !== null) return own
    const detail = action.steps.findLast(({ state }) => state === 'cancelled')?.detail ?? null
    if (requestedOrderOf(action.intent)?.tif === 'IOC') {
      const isPart = signOf(action.filled ?? ZERO) > 0
      return isPart ? 'IOC: the rest did not fill within its limit.' : 'IOC: nothing filled within its limit.'
    }
    if (detail !== null && !PLAIN.test(detail)) return `The venue canceled it: ${detail}`
    const taker = ownTaker(action)
    if (taker === null) return `${UNEXPLAINED} Isotherm sent no cancel for it.`
    const side = taker.execution?.side ?? 'buy'
    return `${UNEXPLAINED} Your own ${side} filled at that moment: the venue cancels an order rather than match it with another of yours.`
  }

  return {
    /** Null for an action that did what was requested, and for one that continues. */
    of(action: ActionRecord): string | null {
      const { state, message } = action
      if (!UNFILLED.has(state)) return null
      if (message !== null) return message
      if (state === 'expired') return 'The venue reports it as expired. Orders expire when their market ends.'
      return state === 'cancelled' ? wordsOfCancel(action) : null
    },
    /** Whether this terminal ended it: on the trader's request, or for automated work. */
    isByTerminal: (action: ActionRecord): boolean => action.state === 'cancelled' && ownText(action) !== null,
  }
}

/** The records of one trader's work, each list from its owner in main. */
export interface ActivityFacts {
  /** Newest first; a widening close is one of them. */
  readonly actions: readonly ActionRecord[]
  readonly moves: readonly MoveView[]
  readonly reversals: readonly ReversalView[]
  readonly flattens: readonly StoredFlatten[]
  readonly algos: readonly AlgoView[]
  readonly exits: readonly ConditionalRecord[]
  readonly endings: readonly PositionClose[]
  /** Trades of other clients. */
  readonly trades: readonly ExternalTrade[]
  readonly safety: readonly SafetyRecord[]
}

/** Inputs of the rows. */
interface Made {
  readonly reasons: Reasons
  /** Stored actions by their ids. */
  readonly found: (ids: readonly (string | null)[]) => readonly ActionRecord[]
  /** By the id of the exit, scale or slices that they were sent for. */
  readonly sentFor: (id: string) => readonly ActionRecord[]
  /** The order that a cancel names. */
  readonly orderOf: (oid: string) => ActionRecord | null
}

/** Newest event first, at most `MAX_ROWS`. Actions of a move or a reversal are steps of it, without rows of their own. */
export function activityOf(facts: ActivityFacts): readonly ActivityRow[] {
  const { actions, moves, reversals } = facts
  const made = makersOf(facts)
  const steps = new Set<string | null>([...moves.flatMap(idsOfMove), ...reversals.flatMap(idsOfReversal)])
  // Rows of the same time keep their order here: the result of an event goes above its cause.
  const rows: readonly ActivityRow[] = [
    ...facts.endings.map(endingRow),
    ...facts.trades.map(tradeRow),
    ...facts.safety.map(safetyRow),
    ...actions.filter(({ id }) => !steps.has(id)).map((action) => actionRow(action, made)),
    ...moves.map((move) => moveRow(move, made)),
    ...reversals.map((reversal) => reversalRow(reversal, made)),
    ...facts.exits.map((exit) => exitRow(exit, made)),
    ...facts.algos.map((algo) => algoRow(algo, made)),
    ...facts.flattens.map((flatten) => flattenRow(flatten, made)),
  ]
  return rows.toSorted((a, b) => b.at - a.at).slice(0, MAX_ROWS)
}

const idsOfMove = ({ cancelId, placeIds }: MoveView): readonly string[] => [cancelId, ...placeIds]
const idsOfReversal = ({ closeId, openId }: ReversalView): readonly (string | null)[] => [closeId, openId]

function makersOf({ actions, moves }: ActivityFacts): Made {
  const byId = new Map(actions.map((action) => [action.id, action]))
  const byOrder = new Map<string, ActionRecord>()
  const bySender = new Map<string, ActionRecord[]>()
  for (const action of actions) {
    const { oid, attempt, held, intent } = action
    if (oid !== null && intent.kind !== 'cancel') byOrder.set(oid, action)
    const sender = attempt?.of ?? held?.id
    if (sender !== undefined) bySender.set(sender, [...(bySender.get(sender) ?? []), action])
  }
  return {
    reasons: createReasons(actions, moves),
    found: (ids) => ids.flatMap((id) => (id === null ? [] : (byId.get(id) ?? []))),
    sentFor: (id) => bySender.get(id) ?? [],
    orderOf: (oid) => byOrder.get(oid) ?? null,
  }
}

const newestOf = (at: number, actions: readonly ActionRecord[]): Millis =>
  millis(Math.max(at, ...actions.map(newestEventAt)))

const fillsOf = (actions: readonly ActionRecord[]): Execution | null =>
  totalOf(actions.flatMap(({ execution }) => execution ?? []))

function actionRow(action: ActionRecord, { reasons, orderOf }: Made): RowOf<'action'> {
  const { id, intent } = action
  const canceled = intent.kind === 'cancel' ? orderOf(intent.oid) : null
  const cancels = canceled === null ? null : { oid: canceled.oid, intent: canceled.intent }
  const asset = 'asset' in intent ? intent.asset : null
  return { kind: 'action', id, at: millis(newestEventAt(action)), asset, reason: reasons.of(action), action, cancels }
}

function moveRow(move: MoveView, { reasons, found }: Made): RowOf<'move'> {
  const steps = found(idsOfMove(move))
  const placed = found(move.placeIds)
  const last = placed.at(-1)
  const reason = move.state === 'moved' && last !== undefined ? reasons.of(last) : move.message
  const row = { kind: 'move', id: move.id, at: newestOf(move.changedAt, steps), asset: move.order.asset } as const
  return { ...row, reason, move, steps, fills: fillsOf(placed) }
}

function reversalRow(reversal: ReversalView, { found }: Made): RowOf<'reversal'> {
  const { id, asset, changedAt, message: reason } = reversal
  const steps = found(idsOfReversal(reversal))
  return { kind: 'reversal', id, at: newestOf(changedAt, steps), asset, reason, reversal, steps, fills: fillsOf(steps) }
}

function flattenRow({ id, at, state, cancelOrders, report, children }: StoredFlatten, { found }: Made) {
  const steps = found(children.map((child) => child.id))
  const unfinished = (report?.markets ?? []).flatMap(({ asset, position, cancelled, orders, message }) =>
    position === 'failed' || position === 'left' || cancelled < orders
      ? [`${asset}: ${message ?? 'not finished.'}`]
      : [],
  )
  const reasons =
    state === 'left' ? ['You dismissed it before it finished.'] : [...(report?.failures ?? []), ...unfinished]
  const flatten = { state, cancelOrders, report }
  const row = { kind: 'flatten', id: `flatten/${id}`, at: newestOf(at, steps), asset: null, flatten } as const
  return { ...row, reason: reasons.length === 0 ? null : reasons.join(' ') } satisfies RowOf<'flatten'>
}

/** A child has a row of its own; why one ended without the trader's request is also shown here. */
function algoRow(view: AlgoView, { reasons, sentFor }: Made): RowOf<'algo'> {
  const { id, asset, side, terms, total, state, message, filled, placed, changedAt, children } = view
  const ids = new Set(children.map((child) => child.id))
  const sent = sentFor(id).filter((action) => ids.has(action.id))
  const traded = sent.filter(({ execution }) => execution != null)
  const ends = sent.flatMap((action) => (reasons.isByTerminal(action) ? [] : (reasons.of(action) ?? [])))
  const messages = [...new Set([message, ...ends].filter((reason) => reason !== null))]
  const algo = { asset, side, terms, total, state, message, filled, placed }
  const row = { kind: 'algo', id: `algo/${id}`, at: newestOf(changedAt, traded), asset, algo } as const
  return { ...row, reason: messages.length === 0 ? null : messages.join(' '), fills: fillsOf(traded) }
}

function exitRow(exit: ConditionalRecord, { sentFor }: Made): RowOf<'exit'> {
  const { id, steps, updatedAt, target, state, message } = exit
  const closes = sentFor(id).filter(({ intent }) => intent.kind === 'close')
  const isUnmet = state === 'cancelled' || state === 'failed' || state === 'expired'
  const row = { kind: 'exit', id: `exit/${id}`, at: newestOf(steps.at(-1)?.at ?? updatedAt, closes) } as const
  return { ...row, asset: target.asset, reason: isUnmet ? message : null, exit, fills: fillsOf(closes) }
}

const endingRow = (ending: PositionClose): RowOf<'ending'> => {
  const { id, at, asset } = ending
  return { kind: 'ending', id: `end/${id}`, at, asset, reason: null, ending }
}

const tradeRow = (trade: ExternalTrade): RowOf<'trade'> => {
  const { id, at, asset } = trade
  return { kind: 'trade', id: `trade/${id}`, at, asset, reason: null, trade }
}

const safetyRow = (safety: SafetyRecord): RowOf<'safety'> => {
  const { id, at } = safety
  return { kind: 'safety', id: `safety/${id}`, at, asset: null, reason: null, safety }
}

export type Activity = ReturnType<typeof createActivity>

interface ActivityOptions {
  readonly facts: () => ActivityFacts
  /** Of the signed-in wallet: the facts are its own, and stay those of the last one after signing out. */
  readonly address: () => Address | null
  /** Fires whenever facts may have changed; often. */
  readonly onChange: Listen
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** An order takes several steps within this, ms: the list is assembled once for them, and never during a step. */
const GATHER = 40

/** The topic `activity`: what this terminal did, assembled afterwards, and published as changes. */
export function createActivity({ facts, address, onChange, clock }: ActivityOptions) {
  const listeners = new Listeners()
  const rows = new VersionedRows<ActivityRow>(clock.now())
  let watching = 0
  /** Whether facts may have changed since the list was assembled. */
  let isOld = true
  let timer: Cancel | null = null
  let account: Address | null = null

  /** Returns whether there is anything new. */
  function look(): boolean {
    if (!isOld) return false
    isOld = false
    const before = account
    account = address() ?? account
    const now = activityOf(facts())
    for (const row of now) {
      const known = rows.get(row.id)
      if (known === undefined || !isSame(known, row)) rows.set(row.id, row)
    }
    rows.keepOnly(now.map(({ id }) => id))
    return rows.bump(account !== before)
  }

  function lookSoon(): void {
    timer ??= clock.after(GATHER, () => {
      timer = null
      if (look()) listeners.notify()
    })
  }

  const stopListening = onChange(() => {
    isOld = true
    if (watching > 0) lookSoon()
  })
  const version = (): number => {
    look()
    return rows.version
  }

  const topics: TopicSource = {
    ...topicOf('activity', version, listeners.on),
    watched() {
      watching += 1
    },
    unwatched() {
      watching -= 1
    },
  }

  return {
    /** The rows that changed after a version of the topic; all of them where that version is unknown. */
    since(known: number): ActivityChanges {
      look()
      return { ...rows.since(known), account }
    },
    stop(): void {
      stopListening()
      timer?.()
    },
    topics,
  }
}

/** Equality of two rows. Records are replaced and never changed: the same object needs no comparison. */
function isSame(a: ActivityRow, b: ActivityRow): boolean {
  const before = new Map(Object.entries(a))
  return Object.entries(b).every(([key, now]) => {
    const known: unknown = before.get(key)
    return Object.is(known, now) || JSON.stringify(known) === JSON.stringify(now)
  })
}
