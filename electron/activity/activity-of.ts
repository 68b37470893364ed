/** Puts together what this terminal did, as one list, newest event first. Pure. */
import { type ActionRecord, type Execution, newestEventAt } from '../../contract/action.ts'
import { type ActivityRow, MOST_ROWS, type RowOf } from '../../contract/activity.ts'
import type { AlgoView } from '../../contract/algo.ts'
import type { ConditionalRecord } from '../../contract/conditional.ts'
import type { Ending } from '../../contract/ending.ts'
import type { MoveView } from '../../contract/move.ts'
import type { ForeignTrade } from '../../contract/other-client.ts'
import type { ReversalView } from '../../contract/reversal.ts'
import type { SafetyRecord } from '../../contract/safety-record.ts'
import { type Millis, millis } from '../../contract/time.ts'
import type { StoredFlatten } from '../storage/index.ts'
import { totalOf } from '../trading/index.ts'
import { createReasons, type Reasons } from './reasons.ts'

/** What is known of one trader's work, each list as its owner in main keeps it. */
export interface ActivityFacts {
  /** Newest first; a close that widens is one of them. */
  readonly actions: readonly ActionRecord[]
  readonly moves: readonly MoveView[]
  readonly reversals: readonly ReversalView[]
  readonly flattens: readonly StoredFlatten[]
  readonly algos: readonly AlgoView[]
  readonly exits: readonly ConditionalRecord[]
  readonly endings: readonly Ending[]
  /** What other clients traded. */
  readonly trades: readonly ForeignTrade[]
  readonly safety: readonly SafetyRecord[]
}

/** What rows are made with. */
interface Made {
  readonly reasons: Reasons
  /** Actions by their ids, as far as they are kept. */
  readonly found: (ids: readonly (string | null)[]) => readonly ActionRecord[]
  /** By the id of the exit, scale or slices that they were sent for. */
  readonly sentFor: (id: string) => readonly ActionRecord[]
  /** The order that a cancel names. */
  readonly orderOf: (oid: string) => ActionRecord | null
}

/** Newest event first, at most `MOST_ROWS`. What was sent for a move or a reversal is a step of it, and no row of its own. */
export function activityOf(facts: ActivityFacts): readonly ActivityRow[] {
  const { actions, moves, reversals } = facts
  const made = makersOf(facts)
  const steps = new Set<string | null>([...moves.flatMap(idsOfMove), ...reversals.flatMap(idsOfReversal)])
  // Of rows of the same moment the ones that are said first stand first: what an event came to above what brought it.
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
  return rows.toSorted((a, b) => b.at - a.at).slice(0, MOST_ROWS)
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
      ? [`${asset}: ${message ?? 'not all of it is over.'}`]
      : [],
  )
  const reasons = state === 'left' ? ['You left it unfinished.'] : [...(report?.failures ?? []), ...unfinished]
  const flatten = { state, cancelOrders, report }
  const row = { kind: 'flatten', id: `flatten/${id}`, at: newestOf(at, steps), asset: null, flatten } as const
  return { ...row, reason: reasons.length === 0 ? null : reasons.join(' ') } satisfies RowOf<'flatten'>
}

/** A child has a row of its own; why one ended without the trader's word is said here too. */
function algoRow(view: AlgoView, { reasons, sentFor }: Made): RowOf<'algo'> {
  const { id, asset, side, terms, total, state, message, filled, placed, changedAt, children } = view
  const ids = new Set(children.map((child) => child.id))
  const sent = sentFor(id).filter((action) => ids.has(action.id))
  const traded = sent.filter(({ execution }) => execution != null)
  const ends = sent.flatMap((action) => (reasons.isByTerminal(action) ? [] : (reasons.of(action) ?? [])))
  const said = [...new Set([message, ...ends].filter((reason) => reason !== null))]
  const algo = { asset, side, terms, total, state, message, filled, placed }
  const row = { kind: 'algo', id: `algo/${id}`, at: newestOf(changedAt, traded), asset, algo } as const
  return { ...row, reason: said.length === 0 ? null : said.join(' '), fills: fillsOf(traded) }
}

function exitRow(exit: ConditionalRecord, { sentFor }: Made): RowOf<'exit'> {
  const { id, steps, updatedAt, target, state, message } = exit
  const closes = sentFor(id).filter(({ intent }) => intent.kind === 'close')
  const isUnmet = state === 'cancelled' || state === 'failed' || state === 'expired'
  const row = { kind: 'exit', id: `exit/${id}`, at: newestOf(steps.at(-1)?.at ?? updatedAt, closes) } as const
  return { ...row, asset: target.asset, reason: isUnmet ? message : null, exit, fills: fillsOf(closes) }
}

const endingRow = (ending: Ending): RowOf<'ending'> => {
  const { id, at, asset } = ending
  return { kind: 'ending', id: `end/${id}`, at, asset, reason: null, ending }
}

const tradeRow = (trade: ForeignTrade): RowOf<'trade'> => {
  const { id, at, asset } = trade
  return { kind: 'trade', id: `trade/${id}`, at, asset, reason: null, trade }
}

const safetyRow = (safety: SafetyRecord): RowOf<'safety'> => {
  const { id, at } = safety
  return { kind: 'safety', id: `safety/${id}`, at, asset: null, reason: null, safety }
}
