import type { ActionRecord } from '../../contract/action.ts'
import { add, type Price, type Size, signOf, ZERO } from '../../contract/decimal.ts'
import { leftOf } from '../../contract/exit-rules.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { type createEntryRest, firedOf } from './entry-rest.ts'
import { entryFillOf } from './plan-entry.ts'
import { coveredAfter, coveredOf, eventsFor, eventsOfFinishedEntry, exitId, mayEnd, rolesOf } from './plan-group.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { createReconciling, type Reconciling } from './reconciling.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import type { ConditionalSteps } from './steps.ts'
import type { Watching } from './watching.ts'

export interface Plans extends Reconciling {
  /** What belongs to the plan of an exit, ended or not, itself too. */
  groupOf(exit: StoredConditional): readonly StoredConditional[]
  /** Takes what trading knows of the orders that plans wait for. */
  followEntries(): void
  /** Orders that came after all, of plans that ended since none did; each is told once. */
  lateOrders(): readonly ActionRecord[]
  /** What the order of a plan has come to, through every move of it; null while trading has not heard of it. */
  foundOf(exit: StoredConditional, entry: string): ReturnType<typeof entryFillOf>
  /** What the order of a plan pays, or is to pay; null while it is not known. */
  entryPriceOf(exit: StoredConditional): Price | null
  /** How much of a position plans protect. */
  protectedOf(asset: string, side: 'long' | 'short'): Size
}

interface PlansOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  readonly mine: () => readonly StoredConditional[]
  readonly steps: ConditionalSteps
  readonly watching: (record: StoredConditional) => Watching
  /** Of a time exit: why it closes now, in words; null while it does not. */
  readonly isTime: (record: StoredConditional) => string | null
  readonly trading: Pick<ConditionalTrading, 'action' | 'isKnown' | 'topics' | 'closedBefore'>
  /** The price of an asset as of now, for an entry whose own is not read yet. */
  readonly markOf: (asset: string) => Price | null
  /** Cancels what rests of the order of a plan of which something has fired, or whose time is over before anything of it filled. */
  readonly cancelRest: ReturnType<typeof createEntryRest>
  readonly report: Report
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}

/** An order that trading has not heard of this long after its plan was set is not coming, ms. */
const NEVER_SENT = 60_000
const NEVER_CAME = 'The order that it waited for was never sent.'

export function createPlans({
  saved,
  mine,
  steps,
  watching,
  isTime,
  trading,
  markOf,
  cancelRest,
  report,
  clock,
}: PlansOptions): Plans {
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

  /** Whether the order of a plan may be filling now: a move that put nothing in its place leaves none to fill. */
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
    // A time exit that has nothing to close does not fire: whoever wanted out by then does not want in after it.
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

  /** A plan whose order never filled held nothing: nobody needs to hear of its end. */
  function end(group: readonly StoredConditional[], detail: string): void {
    const open = group.filter(({ state }) => state === 'waiting' || state === 'armed')
    steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))
  }

  /** What is left of a plan, as far as it knows. */
  const leftNow = (exit: StoredConditional): Size => leftOf(groupOf(exit), exit.plan)

  const reconciling = createReconciling({ plans, groupOf, isFilling, steps, trading, report, clock })

  return {
    groupOf,
    foundOf,
    entryPriceOf: (exit) =>
      exit.plan.entry === null ? exit.plan.entryPx : (foundOf(exit, exit.plan.entry)?.price ?? exit.plan.entryPx),
    followEntries() {
      for (const exit of plans()) {
        // Also of an order that is over: what was paid may be read only then, and one that was thought over may be found.
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
    protectedOf(asset, side) {
      return plans()
        .filter(({ target, position }) => target.asset === asset && position === side)
        .reduce<Size>((sum, exit) => add(sum, leftNow(exit)), ZERO)
    },
  }
}

const LIVE: ReadonlySet<string> = new Set(['waiting', 'armed', 'triggered', 'submitted'])
