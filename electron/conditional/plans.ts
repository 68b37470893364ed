/** The active exit plans, and the results of the orders that they wait for. */

import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Address } from '../../contract/address.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  greater,
  lesser,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  ZERO,
} from '../../contract/decimal.ts'
import { AT_WORK, type ExitSide, leftOf } from '../../contract/exit-rules.ts'
import { MESSAGES as COMMON } from '../../contract/messages.ts'
import { isMoveFinal, isMoveUnderWay, type MoveView } from '../../contract/move.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import type { StoredConditional } from '../storage/index.ts'
import { derivedId, type Refusal } from '../trading/index.ts'
import {
  coveredAfter,
  coveredOf,
  type EntryFill,
  eventsFor,
  eventsOfFinishedEntry,
  exitId,
  mayEnd,
  rolesOf,
} from './plan-group.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { createReconciling, type Reconciling } from './reconciling.ts'
import type { ConditionalSteps, SavedConditionals } from './saved-conditionals.ts'
import { KIND_LABELS } from './trigger.ts'
import type { Watching } from './watching.ts'

export interface Plans extends Reconciling {
  /** The exits of the same plan, ended or not, including this one. */
  groupOf(exit: StoredConditional): readonly StoredConditional[]
  /** Takes the results of the orders that plans wait for from trading. */
  followEntries(): void
  /** Late orders of plans that ended for lack of one; each is returned once. */
  lateOrders(): readonly ActionRecord[]
  /** The result of a plan's order, through every move of it; null while trading does not know it. */
  foundOf(exit: StoredConditional, entry: string): ReturnType<typeof entryFillOf>
  /** The price that a plan's order pays, or will pay; null while unknown. */
  entryPriceOf(exit: StoredConditional): Price | null
  /** Size of a position that plans protect, without one of them. */
  protectedOf(asset: string, side: 'long' | 'short', without: string | undefined): Size
}

interface PlansOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  readonly mine: () => readonly StoredConditional[]
  readonly steps: ConditionalSteps
  readonly watching: (record: StoredConditional) => Watching
  /** Why a time exit closes now; null while it does not. */
  readonly isTime: (record: StoredConditional) => string | null
  readonly trading: Pick<ConditionalTrading, 'submit' | 'action' | 'isKnown' | 'topics' | 'closedBefore'>
  /** The current price of an asset, for an entry whose own is not read yet. */
  readonly markOf: (asset: string) => Price | null
  readonly address: () => Address | null
  readonly report: Report
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Log
}

/** An order that trading does not know this long after its plan was set will not come, ms. */
const NEVER_SENT = 60_000
const NEVER_CAME = 'Its order was never sent.'

export function createPlans(options: PlansOptions): Plans {
  const { saved, mine, steps, watching, isTime, trading, markOf, report, clock } = options
  const cancelRest = createEntryRest(options)
  const late = new Set<string>()

  /** One exit of each plan that is not over. */
  const plans = (): readonly StoredConditional[] => {
    const first = new Map<string, StoredConditional>()
    for (const record of mine()) {
      if (LIVE.has(record.state) && !first.has(record.plan.id)) first.set(record.plan.id, record)
    }
    return [...first.values()]
  }

  const groupOf = ({ plan }: StoredConditional): readonly StoredConditional[] =>
    rolesOf(plan.terms).flatMap((role) => {
      const exit = saved.get(exitId(plan.id, role))
      return exit === null ? [] : [exit]
    })

  const foundOf = ({ target, position, plan }: StoredConditional, entry: string) =>
    entryFillOf(entry, {
      ...{ action: trading.action, supposed: plan.entryPx ?? markOf(target.asset), side: position },
      moves: trading.topics.view({ kind: 'moves' }) ?? [],
    })

  /** Whether the order of a plan may be filling now: a move without a replacement leaves none to fill. */
  const isFilling = (exit: StoredConditional): boolean => {
    const { entry, isEntryOver } = exit.plan
    return entry !== null && !isEntryOver && foundOf(exit, entry)?.isStill !== true
  }

  function followEntry(exit: StoredConditional, entry: string): void {
    const group = groupOf(exit)
    const found = foundOf(exit, entry)
    if (found === null) {
      const isLate = clock.now() - (exit.steps[0]?.at ?? 0) > NEVER_SENT
      if (isLate && !trading.isKnown(entry)) end(group, NEVER_CAME)
      return
    }
    // A time exit with nothing to close does not fire: after that time the trader does not want to be in.
    const fired =
      firedOf(group) ?? group.find((one) => one.kind === 'time' && mayEnd(one) && isTime(one) !== null) ?? null
    if (fired !== null) cancelRest(fired, found.resting)
    const before = coveredOf(exit)
    const covered = coveredAfter(before, found)
    if (covered.isEntryOver && signOf(covered.filled) === 0) {
      end(group, `Its order ended without a fill. ${found.message ?? ''}`.trim())
    } else if (signOf(covered.filled) > 0 && covered.entryPx !== null) {
      steps.apply(eventsFor(group, covered))
      if (covered.isEntryOver) steps.apply(eventsOfFinishedEntry(groupOf(exit), covered))
    }
    if (exit.state === 'waiting') {
      const now = watching(exit)
      if (now.at === 'ended') steps.end(exit, now.reason, 'market_over')
    }
  }

  /** A plan whose order never filled held nothing: its end is not news. */
  function end(group: readonly StoredConditional[], detail: string): void {
    const open = group.filter(({ state }) => state === 'waiting' || state === 'armed')
    steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))
  }

  /** The rest of a plan, as far as it knows. */
  const leftNow = (exit: StoredConditional): Size => leftOf(groupOf(exit), exit.plan)

  const reconciling = createReconciling({ plans, groupOf, isFilling, steps, trading, report, clock })

  return {
    groupOf,
    foundOf,
    entryPriceOf: (exit) =>
      exit.plan.entry === null ? exit.plan.entryPx : (foundOf(exit, exit.plan.entry)?.price ?? exit.plan.entryPx),
    followEntries() {
      for (const exit of plans()) {
        // Also for an order that is over: its price may be read only then, and an order believed to be over may reappear.
        const { entry } = exit.plan
        if (entry !== null) followEntry(exit, entry)
      }
    },
    lateOrders() {
      return mine().flatMap(({ message, plan }) => {
        const entry = message === NEVER_CAME ? plan.entry : null
        const action = entry === null || late.has(entry) ? null : trading.action(entry)
        if (action === null) return []
        late.add(action.id)
        return [action]
      })
    },
    ...reconciling,
    protectedOf(asset, side, without) {
      return plans()
        .filter(({ target, position, plan }) => target.asset === asset && position === side && plan.id !== without)
        .reduce<Size>((sum, exit) => add(sum, leftNow(exit)), ZERO)
    },
  }
}

const LIVE: ReadonlySet<string> = new Set(['waiting', 'armed', 'triggered', 'submitted'])

// The result of the order that a plan waits for, through every move of it. Pure.

interface Around {
  readonly action: (id: string) => ActionRecord | null
  readonly moves: readonly Pick<MoveView, 'order' | 'placeIds' | 'state'>[]
  /** For fills whose price is not read yet: the price of the asset at the first fill, or the known price of earlier fills. */
  readonly supposed: Price | null
  /** Of the position that the order opens. */
  readonly side: ExitSide
}

interface FollowedFill extends EntryFill {
  /** Whether nothing fills now: it is over, or waits for the trader to retry a move without a replacement. */
  readonly isStill: boolean
  readonly message: string | null
  /** Orders of it that may still fill. */
  readonly resting: readonly ActionRecord[]
  /** Ids of all of them. */
  readonly orders: readonly string[]
}

const PLACES = 12

/** Null while trading does not know the order. A moved order continues in its replacement: their fills count together. */
function entryFillOf(entry: string, { action, moves, supposed, side }: Around): FollowedFill | null {
  const first = action(entry)
  if (first === null) return null
  const chain: ActionRecord[] = [first]
  let isMoving = false
  let isHeldUp = false
  for (const made of chain) {
    for (const { order, placeIds, state } of moves) {
      if (made.oid === null || order.oid !== made.oid) continue
      if (isMoveUnderWay(state)) isMoving = true
      else if (!isMoveFinal(state)) isHeldUp = true
      for (const id of placeIds) {
        const placed = action(id)
        if (placed !== null && !chain.some((one) => one.id === id)) chain.push(placed)
      }
    }
  }
  const parts = chain.map((one) => partOf(one, { supposed, side }))
  const filled = parts.reduce<Size>((sum, part) => add(sum, part.filled), ZERO)
  return {
    filled,
    price: averageOf(parts.filter((part) => signOf(part.filled) > 0)) ?? parts[0]?.price ?? null,
    fee: feeOf(parts.filter((part) => signOf(part.filled) > 0)),
    isRead: parts.every((part) => part.isRead),
    isOver: !isMoving && !isHeldUp && chain.every(({ state }) => isFinal(state)),
    isStill: !isMoving && chain.every(({ state }) => isFinal(state)),
    message: chain.at(-1)?.message ?? null,
    orders: chain.map(({ id }) => id),
    resting: chain.filter(({ state }) => !isFinal(state)),
  }
}

/** `isRead`: whether all of its fills were read. */
type Part = Pick<EntryFill, 'filled' | 'price' | 'fee' | 'isRead'>

/**
 * An action's own fills. Until their price is read, the possible price that leaves a stop the most room is assumed: a marketable order names a worse
 * price than it pays, and a stop counted from that could be beyond the market at once.
 */
function partOf(
  { filled, execution, estimate, intent }: ActionRecord,
  { supposed, side }: Pick<Around, 'supposed' | 'side'>,
): Part {
  const size = filled ?? ZERO
  const isRead = signOf(size) === 0 || (execution != null && compare(execution.size, size) >= 0)
  const request = intent.kind === 'place' ? intent.price : null
  const limit = intent.kind === 'outcome_order' && intent.mode.kind === 'limit' ? intent.mode.price : null
  const average = execution?.average ?? null
  const possible = [average ?? request ?? limit ?? estimate?.average ?? null, supposed].filter(
    (price) => price !== null,
  )
  const furthest = side === 'long' ? lesser<Price> : greater<Price>
  return {
    filled: size,
    price:
      isRead && average !== null
        ? average
        : possible.reduce<Price | null>((one, other) => (one === null ? other : furthest(one, other)), null),
    fee: isRead ? (execution?.fee ?? null) : null,
    isRead,
  }
}

/** Over all fills; null where the price of a part is unknown. */
function averageOf(parts: readonly Part[]): Price | null {
  const [first] = parts
  if (first === undefined || parts.some(({ price }) => price === null)) return null
  if (parts.length === 1) return first.price
  const size = parts.reduce<Size>((sum, part) => add(sum, part.filled), ZERO)
  const value = parts.reduce<Decimal>((sum, part) => add(sum, multiply(part.price ?? ZERO, part.filled)), ZERO)
  return divide(value, size, PLACES) as Decimal as Price
}

const feeOf = (parts: readonly Part[]): Money | null =>
  parts.length === 0 || parts.some(({ fee }) => fee === null)
    ? null
    : parts.reduce<Money>((sum, { fee }) => add(sum, fee ?? ZERO), ZERO)

/** Interval between two tries, ms; then the number of tries before the trader is notified. */
const AGAIN = 2_000
const MAX = 5

/** The exit of a plan that has fired and closes everything it covers; null while none has. */
const firedOf = (group: readonly StoredConditional[]): StoredConditional | null =>
  group.find(({ kind, state, attempt }) => kind !== 'take_profit' && (AT_WORK.has(state) || attempt > 0)) ?? null

/**
 * Cancels the resting part of an entry once a stop or a time exit of its plan has fired, or its time passed before anything filled: the trader no
 * longer wants to be in. A cancel that comes to nothing is retried while the order rests; what fills meanwhile is closed by the exit, which keeps
 * watching until the order is over.
 */
function createEntryRest({
  trading,
  address,
  report,
  clock,
  log,
}: Pick<PlansOptions, 'trading' | 'address' | 'report' | 'clock' | 'log'>): (
  fired: StoredConditional,
  resting: readonly ActionRecord[],
) => void {
  /** When the next try may start, by order, monotonic ms. */
  const next = new Map<string, number>()

  function cancel(fired: StoredConditional, order: ActionRecord, oid: string): void {
    const idOf = (count: number): string => derivedId(order.id, `rest/${count}`)
    let count = 0
    while (trading.isKnown(idOf(count))) count += 1
    const last = count === 0 ? null : trading.action(idOf(count - 1))
    // Under way, or done: the end of the order is about to be read.
    if (last !== null && (!isFinal(last.state) || last.state === 'done')) return
    if (count > MAX || clock.monotonic() < (next.get(order.id) ?? 0)) return
    next.set(order.id, clock.monotonic() + AGAIN)
    const { asset } = fired.target
    const what = KIND_LABELS[fired.kind]
    if (count === 0)
      report(
        'info',
        `${what} on ${asset}: canceling the rest of the order`,
        'It can still fill until the venue confirms the cancel.',
      )
    if (count === MAX) {
      const text = `${last?.message ?? 'The venue did not cancel it.'} Cancel it in Open orders. Any further fill will be closed.`
      report('error', `${what} on ${asset}: rest of the order still open`, text)
    }
    const refusal = (): Refusal | null =>
      fired.account === address() ? null : { code: 'identity_changed', message: COMMON.anotherWallet, field: null }
    const by = { refusal, attempt: { of: fired.id, number: count + 1 }, held: { id: fired.id, what } }
    trading.submit(idOf(count), { kind: 'cancel', asset, oid, cloid: order.cloid }, by).catch((error: unknown) => {
      log.warn({ err: error, conditional: fired.id }, 'the rest of an entry could not be canceled')
    })
  }

  return (fired, resting) => {
    for (const order of resting) if (order.oid !== null) cancel(fired, order, order.oid)
  }
}
