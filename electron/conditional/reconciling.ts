/** Adjusts exit plans to their positions by account reads: as these grow, shrink and end. */
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
import { isAtWork, leftOf } from '../../contract/exit-rules.ts'
import type { Clock, Millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'
import { type Covered, coveredOf, eventsFor, eventsOfSettled, isSettling, mayFill } from './plan-group.ts'
import type { ConditionalTrading, Report } from './ports.ts'
import { createReadConfirmation, heldIn, isHidden } from './read-confirmation.ts'
import type { ConditionalSteps } from './saved-conditionals.ts'

export type Reconciling = ReturnType<typeof createReconciling>

interface ReconcilingOptions {
  /** One exit of each plan that is not over. */
  readonly plans: () => readonly StoredConditional[]
  readonly groupOf: (exit: StoredConditional) => readonly StoredConditional[]
  /** Whether the order of a plan may be filling now. */
  readonly isFilling: (exit: StoredConditional) => boolean
  readonly steps: ConditionalSteps
  readonly trading: Pick<ConditionalTrading, 'topics' | 'closedBefore'>
  readonly report: Report
  readonly clock: Pick<Clock, 'monotonic'>
}

export function createReconciling(options: ReconcilingOptions) {
  const { plans, groupOf, isFilling, steps, trading, report, clock } = options
  const doubt = createReadConfirmation(clock)
  const settling = createSettling({ trading, clock })
  /** By plan: when the position before the one that it was first seen on was closed; null where none was. */
  const closedBefore = new Map<string, Millis | null>()

  const leftNow = (exit: StoredConditional): Size => leftOf(groupOf(exit), exit.plan)

  /** Accepts a difference once two reads some seconds apart agree on it. */
  function isCertain(exit: StoredConditional, left: Size, keys: Set<string>): boolean {
    const key = `${exit.plan.id}/${exit.plan.filled}/${left}`
    keys.add(key)
    return doubt.isProven(key, true)
  }

  function change(exit: StoredConditional, left: Size, entryPx: Price | null): void {
    const group = groupOf(exit)
    const before = leftOf(group, exit.plan)
    const grown = greater(subtract(left, before), ZERO)
    const shrunk = greater(subtract(before, left), ZERO)
    if (signOf(left) === 0 && !mayFill(exit)) {
      steps.end(exit, `Position in ${exit.target.asset} closed.`, 'position_gone')
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

  /**
   * Adjusts the plans of one position to its size.
   * @param settled keys of plans that had certainly closed all they knew of before the read began
   */
  function reconcile(
    here: readonly StoredConditional[],
    held: Size,
    entryPx: Price | null,
    { keys, settled }: { readonly keys: Set<string>; readonly settled: ReadonlySet<string> },
  ): void {
    // Closes under way and orders that still fill are known from their actions before any read shows them: nothing is concluded about such a plan.
    const filling = here.filter(isFilling)
    const closing = here.filter((exit) => !filling.includes(exit) && isAtWork(groupOf(exit)))
    const following = here.find(({ plan }) => plan.entry === null && plan.covers === null)
    // Nor does it take from other plans what it may have closed already.
    let free: Size = held
    for (const exit of here.filter((each) => ![...filling, ...closing, following].includes(each))) {
      const left = leftNow(exit)
      const possible = lesser(left, free)
      free = subtract(free, possible)
      if (compare(possible, left) < 0 && isCertain(exit, possible, keys)) change(exit, possible, null)
    }
    if (following === undefined) return
    const left = leftNow(following)
    const group = groupOf(following)
    if (isSettling(following, group)) {
      const theirs = here.reduce<Size>((sum, exit) => (exit === following ? sum : add(sum, leftNow(exit))), ZERO)
      const isFlat = signOf(held) === 0 || (closing.length === 0 && compare(held, theirs) === 0)
      const isReopened = !isFlat && settling.isReopened(group)
      if (isReopened) {
        const text = 'You reopened the position after its exits closed it, so they ended. Set new exits in Positions.'
        report('error', `Position in ${following.target.asset} has no exits`, text, {
          asset: following.target.asset,
          isBare: true,
        })
      }
      if (isReopened || (isFlat && settled.has(settlingKey(group)))) {
        steps.apply(eventsOfSettled(group))
        return
      }
    }
    if (compare(free, left) < 0) {
      if (!closing.includes(following) && isCertain(following, free, keys)) change(following, free, entryPx)
      return
    }
    // Size beyond all plans is new, even while one of them closes; but not while an order fills, which it may come from.
    const others = closing.filter((exit) => exit !== following)
    const own = greater(
      others.reduce<Size>((rest, exit) => subtract(rest, leftNow(exit)), free),
      left,
    )
    if (filling.length > 0 || compare(own, left) <= 0) return
    // A close may be over before a second read: the first one is believed unless a close of the plan can make it stale.
    const isAtOnce =
      here.length === 1 && closing.length === 1 && groupOf(following).every(({ closed }) => closed === undefined)
    if (isAtOnce || isCertain(following, own, keys)) change(following, own, entryPx)
  }

  /** Whether the position of a plan was closed since it was first seen, and the current one opened after that. */
  function isOfAnother({ plan, account, target }: StoredConditional, size: Size): boolean {
    const now = trading.closedBefore(account, target.asset, size)
    if (now === undefined) return false
    const first = closedBefore.get(plan.id)
    if (first === undefined) closedBefore.set(plan.id, now)
    return first !== undefined && now !== null && now > (first ?? Number.NEGATIVE_INFINITY)
  }

  /** Ends the plans of a position that fills show as closed, where another one is held now; returns the rest. */
  function withoutEnded(here: readonly StoredConditional[], size: Size): readonly StoredConditional[] {
    const ended = here.filter(
      (exit) =>
        !(isFilling(exit) || mayFill(exit) || isAtWork(groupOf(exit)) || isSettling(exit, groupOf(exit))) &&
        isOfAnother(exit, size),
    )
    const [one] = ended
    if (one === undefined) return here
    for (const exit of ended) steps.end(exit, 'Its position was closed; the open one is new.', 'position_gone')
    const left = here.filter((exit) => !ended.includes(exit))
    if (left.length === 0) {
      const text = 'The exits of the previous position ended with it. Set new exits in Positions.'
      report('error', `Position in ${one.target.asset} has no exits`, text, {
        asset: one.target.asset,
        isBare: true,
      })
    }
    return left
  }

  const settlingNow = (): readonly string[] =>
    plans().flatMap((exit) => {
      const group = groupOf(exit)
      return isSettling(exit, group) ? [settlingKey(group)] : []
    })

  function take(account: AccountView, settled: ReadonlySet<string>): void {
    const keys = new Set<string>()
    const live = plans().filter(({ account: of, state }) => of === account.address && state !== 'waiting')
    for (const place of new Set(live.map(placeOf))) {
      const all = live.filter((exit) => placeOf(exit) === place)
      const [one] = all
      if (one === undefined || isHidden(account, one)) continue
      const position = account.positions.find(({ asset }) => asset === one.target.asset)
      const isHeld = heldIn(account, one) !== null
      const here = position === undefined || !isHeld ? all : withoutEnded(all, position.size)
      if (here.length === 0) continue
      reconcile(here, absolute(heldIn(account, one) ?? ZERO), position?.entryPx ?? null, { keys, settled })
    }
    doubt.keep(keys)
    for (const plan of closedBefore.keys())
      if (!plans().some((exit) => exit.plan.id === plan)) closedBefore.delete(plan)
  }

  return {
    /** Call as an account read begins: the returned function takes its result. */
    reading(): (account: AccountView) => void {
      const settled = settling.begins(settlingNow())
      return (account) => {
        take(account, settled)
        settling.ended(settlingNow())
      }
    },
    /** Whether a read differed from the plans, and a second look is due. */
    isDoubtful: (): boolean => doubt.isDue() || settling.isDue(settlingNow()),
  }
}

const placeOf = ({ target, position }: StoredConditional): string => `${target.asset}/${position}`

/** A requested read may have begun this long before, ms. */
const SHARED = 500
/** Interval between two reads for a plan when the first ones were inconclusive, ms. */
const LOOK_AGAIN = 3_000

/** A plan has a new key each time that it settles. */
const settlingKey = (group: readonly StoredConditional[]): string =>
  [group[0]?.plan.id, ...group.map(({ attempt }) => attempt)].join('/')

/**
 * Plans of a whole position that have closed all they knew of. Fills during their close may not be in any read yet. The plans therefore continue
 * until a read that certainly began after it shows nothing more: a read may be a shared older one.
 */
function createSettling({ trading, clock }: Pick<ReconcilingOptions, 'trading' | 'clock'>) {
  /** By key, monotonic ms: the first read that ended since it settled, and the last one that began. */
  const seen = new Map<string, { readonly first: number | null; readonly last: number }>()
  const NEVER = Number.NEGATIVE_INFINITY

  return {
    /** A read begins. @returns the keys among these for which the read is conclusive. */
    begins(keys: readonly string[]): ReadonlySet<string> {
      const now = clock.monotonic()
      for (const id of seen.keys()) if (!keys.includes(id)) seen.delete(id)
      for (const id of keys) seen.set(id, { first: seen.get(id)?.first ?? null, last: now })
      return new Set(keys.filter((id) => now - (seen.get(id)?.first ?? now) > SHARED))
    },
    /** The read was taken; with the keys of what is settling then. */
    ended(keys: readonly string[]): void {
      const now = clock.monotonic()
      for (const id of keys) {
        const one = seen.get(id)
        if (one !== undefined && one.first === null) seen.set(id, { ...one, first: now })
      }
    },
    /** Whether a read is due for one of them. */
    isDue(keys: readonly string[]): boolean {
      const now = clock.monotonic()
      return keys.some((id) => {
        const { first, last } = seen.get(id) ?? { first: null, last: NEVER }
        const isFresh = first !== null && last <= first
        return now - last > (isFresh ? SHARED : LOOK_AGAIN)
      })
    },
    /** Whether the trader has opened the position again since the plan closed it: the new position is not the plan's. */
    isReopened(group: readonly StoredConditional[]): boolean {
      const [one] = group
      if (one === undefined) return false
      const since = Math.max(...group.map(({ updatedAt }) => updatedAt))
      return (trading.topics.view({ kind: 'actions' }) ?? []).some(
        ({ intent, createdAt, filled }) =>
          OPENS.has(intent.kind) &&
          'asset' in intent &&
          intent.asset === one.target.asset &&
          createdAt >= since &&
          signOf(filled ?? ZERO) > 0,
      )
    },
  }
}

/** Intents that may open a position. */
const OPENS: ReadonlySet<string> = new Set(['place', 'predict', 'binary_predict', 'outcome_order'])
