/** Keeps exit plans at what they protect: the fills of an order as they come, a position as it grows and shrinks. */
import type { AccountView } from '../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  greater,
  lesser,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../contract/decimal.ts'
import type { Clock } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { createDoubt } from './doubt.ts'
import { type createEntryRest, firedOf } from './entry-rest.ts'
import { entryFillOf } from './plan-entry.ts'
import {
  type Covered,
  coveredAfter,
  coveredOf,
  eventsFor,
  eventsOfFinishedEntry,
  exitId,
  isAtWork,
  isPlanned,
  leftOf,
  mayFill,
  type PlannedExit,
  rolesOf,
} from './plan-group.ts'
import type { ConditionalTrading } from './ports.ts'
import type { SavedConditionals } from './saved-conditionals.ts'
import { heldIn } from './sizing.ts'
import type { ConditionalSteps } from './steps.ts'
import type { Watching } from './watching.ts'

export interface Plans {
  /** What belongs to the plan of an exit, ended or not, itself too. */
  groupOf(exit: PlannedExit): readonly PlannedExit[]
  /** Takes what trading knows of the orders that plans wait for. */
  followEntries(): void
  /** What the order of a plan has come to, through every move of it; null while trading has not heard of it. */
  foundOf(exit: PlannedExit, entry: string): ReturnType<typeof entryFillOf>
  /** What the order of a plan pays, or is to pay; null while it is not known. */
  entryPriceOf(exit: PlannedExit): Price | null
  /** Takes what an account read shows of the positions of plans. */
  take(account: AccountView): void
  /** Whether a position was not as its plans have it in a read, and is to be looked at again by now. */
  isDoubtful(): boolean
  /** How much of a position plans protect. */
  protectedOf(asset: string, side: 'long' | 'short'): Size
}

interface PlansOptions {
  readonly saved: Pick<SavedConditionals, 'get' | 'live'>
  readonly mine: () => readonly StoredConditional[]
  readonly steps: ConditionalSteps
  readonly watching: (record: StoredConditional) => Watching
  readonly trading: Pick<ConditionalTrading, 'action' | 'isKnown' | 'topics'>
  /** The price of an asset as of now, for an entry whose own is not read yet. */
  readonly markOf: (asset: string) => Price | null
  /** Cancels what rests of the order of a plan of which something has fired. */
  readonly cancelRest: ReturnType<typeof createEntryRest>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}

/** An order that trading has not heard of this long after its plan was set is not coming, ms. */
const NEVER_SENT = 60_000

export function createPlans({ saved, mine, steps, watching, trading, markOf, cancelRest, clock }: PlansOptions): Plans {
  const doubt = createDoubt(clock)

  /** One exit of each plan that is not over. */
  const plans = (): readonly PlannedExit[] => {
    const first = new Map<string, PlannedExit>()
    for (const record of mine()) {
      if (isPlanned(record) && LIVE.has(record.state) && !first.has(record.plan.id)) first.set(record.plan.id, record)
    }
    return [...first.values()]
  }

  const groupOf = ({ plan }: PlannedExit): readonly PlannedExit[] =>
    rolesOf(plan.terms).flatMap((role) => {
      const exit = saved.get(exitId(plan.id, role))
      return exit !== null && isPlanned(exit) ? [exit] : []
    })

  const foundOf = ({ target, position, plan }: PlannedExit, entry: string) =>
    entryFillOf(entry, {
      ...{ action: trading.action, supposed: plan.entryPx ?? markOf(target.asset), side: position },
      moves: trading.topics.view({ kind: 'moves' }) ?? [],
    })

  /** Whether the order of a plan may be filling now: a move that put nothing in its place leaves none to fill. */
  const isFilling = (exit: PlannedExit): boolean => {
    const { entry, isEntryOver } = exit.plan
    return entry !== null && !isEntryOver && foundOf(exit, entry)?.isStill !== true
  }

  function followEntry(exit: PlannedExit, entry: string): void {
    const group = groupOf(exit)
    const found = foundOf(exit, entry)
    if (found === null) {
      const isLate = clock.now() - (exit.steps[0]?.at ?? 0) > NEVER_SENT
      if (isLate && !trading.isKnown(entry)) end(group, 'The order that it waited for was never sent.')
      return
    }
    const fired = firedOf(group)
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
      if (now.at === 'ended') steps.end(exit, now.reason)
    }
  }

  /** A plan whose order never filled held nothing: nobody needs to hear of its end. */
  function end(group: readonly PlannedExit[], detail: string): void {
    const open = group.filter(({ state }) => state === 'waiting' || state === 'armed')
    steps.apply(open.map(({ id }) => [id, { type: 'cancelled', detail }] as const))
  }

  /** What is left of a plan, of an account read: null for a plan that says nothing of it now. */
  const leftNow = (exit: PlannedExit): Size => leftOf(groupOf(exit), exit.plan)

  /** Takes a difference once two reads some seconds apart agree in it. */
  function isCertain(exit: PlannedExit, left: Size, keys: Set<string>): boolean {
    const key = `${exit.plan.id}/${exit.plan.filled}/${left}`
    keys.add(key)
    return doubt.isProven(key, true)
  }

  function change(exit: PlannedExit, left: Size, entryPx: Price | null): void {
    const group = groupOf(exit)
    const before = leftOf(group, exit.plan)
    const grown = greater(subtract(left, before), ZERO)
    const shrunk = greater(subtract(before, left), ZERO)
    if (signOf(left) === 0 && !mayFill(exit)) {
      steps.end(exit, `The position in ${exit.target.asset} is gone.`)
      return
    }
    const covered: Covered = {
      ...coveredOf(exit),
      filled: add(exit.plan.filled, grown),
      gone: add(exit.plan.gone, shrunk),
      entryPx: entryPx ?? exit.plan.entryPx,
    }
    steps.apply(eventsFor(group, covered))
  }

  /** Brings the plans of one position to what is held of it. */
  function reconcile(here: readonly PlannedExit[], held: Size, entryPx: Price | null, keys: Set<string>): void {
    // What is being closed, and what still fills, is told by its actions before any read shows it: nothing is concluded of such a plan.
    const filling = here.filter(isFilling)
    const closing = here.filter((exit) => !filling.includes(exit) && isAtWork(groupOf(exit)))
    const following = here.find(({ plan }) => plan.entry === null && plan.covers === null)
    // Nor does it take from its neighbours what it may have closed already.
    let free: Size = held
    for (const exit of here.filter((each) => ![...filling, ...closing, following].includes(each))) {
      const left = leftNow(exit)
      const possible = lesser(left, free)
      free = subtract(free, possible)
      if (compare(possible, left) < 0 && isCertain(exit, possible, keys)) change(exit, possible, null)
    }
    if (following === undefined) return
    const left = leftNow(following)
    if (compare(free, left) < 0) {
      if (!closing.includes(following) && isCertain(following, free, keys)) change(following, free, entryPx)
      return
    }
    // What is held beyond all plans is new, also while one of them closes; not while an order fills, of which it may be.
    const others = closing.filter((exit) => exit !== following)
    const own = greater(
      others.reduce<Size>((rest, exit) => subtract(rest, leftNow(exit)), free),
      left,
    )
    if (filling.length > 0 || compare(own, left) <= 0) return
    // A close may be over before a second read: a first one is believed as long as no close of the plan can make it late.
    const isAtOnce =
      here.length === 1 && closing.length === 1 && groupOf(following).every(({ closed }) => closed === undefined)
    if (isAtOnce || isCertain(following, own, keys)) change(following, own, entryPx)
  }

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
    take(account) {
      const keys = new Set<string>()
      const live = plans().filter(({ account: of, state }) => of === account.address && state !== 'waiting')
      for (const place of new Set(live.map(placeOf))) {
        const here = live.filter((exit) => placeOf(exit) === place)
        const [one] = here
        if (one === undefined) continue
        const position = account.positions.find(({ asset }) => asset === one.target.asset)
        reconcile(here, absolute(heldIn(account, one) ?? ZERO), position?.entryPx ?? null, keys)
      }
      doubt.keep(keys)
    },
    isDoubtful: doubt.isDue,
    protectedOf(asset, side) {
      return plans()
        .filter(({ target, position }) => target.asset === asset && position === side)
        .reduce<Size>((sum, exit) => add(sum, leftNow(exit)), ZERO)
    },
  }
}

const LIVE: ReadonlySet<string> = new Set(['waiting', 'armed', 'triggered', 'submitted'])
const placeOf = ({ target, position }: PlannedExit): string => `${target.asset}/${position}`
