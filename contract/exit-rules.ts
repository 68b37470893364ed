/** Calculations of an exit plan: prices from an entry, sizes from a position, moves of the stop. Pure, exact decimals. */
import { type ConditionalState, type ConditionalView, type ExitOfPlan, isConditionalFinal } from './conditional.ts'
import {
  absolute,
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  greater,
  HUNDRED,
  lesser,
  type Money,
  multiply,
  type Price,
  percentOf,
  type Size,
  signOf,
  subtract,
  toStep,
  trimZeros,
  ZERO,
} from './decimal.ts'
import { type ExitAfter, type ExitLevel, type ExitShare, type ExitTerms, MAX_TARGETS } from './exit-plan.ts'
import { FAMILY_RULES } from './family-rules.ts'
import type { Family } from './market-ref.ts'
import { priceLabel } from './price-text.ts'

export type ExitSide = 'long' | 'short'

const PLACES = 20

/** A distance from a price in favor of the position. */
const inFavour = (side: ExitSide, from: Price, distance: Price): Price =>
  side === 'long' ? add(from, distance) : subtract(from, distance)

/** A distance from a price against the position. */
const against = (side: ExitSide, from: Price, distance: Price): Price =>
  inFavour(side === 'long' ? 'short' : 'long', from, distance)

/** Whether `a` is better for the position than `b`. */
export const isBetter = (side: ExitSide, a: Price, b: Price): boolean =>
  side === 'long' ? compare(a, b) > 0 : compare(a, b) < 0

/** Rounds to the tick in favor of the position: no stop risks more than stated, no target brings less. */
const favourableTick = (side: ExitSide, price: Price, tick: Price | null): Price =>
  tick === null ? price : toStep(price, tick, side === 'long' ? 'up' : 'down')

/** Rounds to the tick away from the best price: a trailing stop never comes closer than its distance. */
const distantTick = (side: ExitSide, price: Price, tick: Price | null): Price =>
  tick === null ? price : toStep(price, tick, side === 'long' ? 'down' : 'up')

/** The price of a stop or target for an entry price; a level given as a price is returned as it is. */
export function levelPrice(
  kind: 'stop' | 'target',
  level: ExitLevel,
  { side, entry, tick }: { readonly side: ExitSide; readonly entry: Price; readonly tick: Price | null },
): Price {
  if (level.by === 'price') return level.price
  const exact = kind === 'target' ? inFavour(side, entry, level.distance) : against(side, entry, level.distance)
  return favourableTick(side, exact, tick)
}

/**
 * The close fee that break-even counts, basis points: the account's taker rate in scalar markets, none in the other families, whose fees are known
 * only once they are charged. Null while the rate has not been read.
 */
export const closeFeeBps = (family: Family, takerBps: Decimal | null): Decimal | null =>
  FAMILY_RULES[family].breaksEvenAfterFees ? takerBps : ZERO

/**
 * The price at which a close breaks even: the entry plus the fee paid for it and a taker fee for the exit, rounded to the tick without a loss.
 * `entryFee` is for all of `size`; null assumes a taker fee.
 */
export function breakEvenPrice(position: {
  readonly side: ExitSide
  readonly entry: Price
  readonly size: Size
  readonly entryFee: Money | null
  readonly takerBps: Decimal
  readonly tick: Price | null
}): Price {
  const { side, entry, size, entryFee, takerBps, tick } = position
  const taker = divide(multiply(entry, takerBps), BASIS_POINTS, PLACES) as Decimal as Price
  const paid = entryFee === null || signOf(size) === 0 ? taker : (divide(entryFee, size, PLACES) as Decimal as Price)
  return favourableTick(side, inFavour(side, entry, greater(add(taker, paid), ZERO)), tick)
}

/** Whether a stop starts to move by itself. */
export function hasBegun(
  after: ExitAfter,
  now: { readonly side: ExitSide; readonly entry: Price; readonly price: Price; readonly firstTargetClosed: boolean },
): boolean {
  if (after.when === 'at_once') return true
  if (after.when === 'first_target') return now.firstTargetClosed
  return !isBetter(now.side, inFavour(now.side, now.entry, after.distance), now.price)
}

/** Price of a trailing stop for a best price. */
export const trailPrice = (side: ExitSide, best: Price, distance: Price, tick: Price | null): Price =>
  distantTick(side, against(side, best, distance), tick)

/** Closed and total size of one exit of a plan. */
interface ExitPart {
  readonly share: ExitShare
  readonly closed: Size
}

/**
 * Size of each target from now on, in whole lots: together never more than is left. Shares are of `filled`, all that the plan ever covered, each
 * rounded together with those before it, so that 100 percent is exactly everything, at any size.
 */
export function targetSizes(targets: readonly ExitPart[], filled: Size, left: Size, lot: Decimal): readonly Size[] {
  let percent: Decimal = ZERO
  let whole: Size = ZERO
  let free: Size = left
  return targets.map(({ share, closed }) => {
    const before = whole
    if (share.of === 'position') {
      percent = lesser(add(percent, share.percent), HUNDRED)
      const upTo = divide(multiply(filled, percent), HUNDRED, PLACES) as Decimal as Size
      whole = compare(percent, HUNDRED) === 0 ? filled : toStep(upTo, lot)
    } else {
      whole = lesser(add(whole, toStep(share.size, lot)), filled)
    }
    const own = greater(subtract(subtract(whole, before), closed), ZERO)
    const size = lesser(own, free)
    free = subtract(free, size)
    return size
  })
}

/** The part of a position that no stop covers; never below 0. */
export const unprotected = (held: Size, stops: readonly Size[]): Size =>
  greater(
    subtract(
      held,
      stops.reduce<Size>((sum, size) => add(sum, size), ZERO),
    ),
    ZERO,
  )

/** The fields of an active exit that determine where another goes and how much it closes. */
export type HeldExit = Pick<ConditionalView, 'id' | 'kind' | 'state' | 'position' | 'closed'> & {
  readonly target: Pick<ConditionalView['target'], 'asset'>
  readonly plan: Pick<ExitOfPlan, 'id' | 'terms' | 'filled' | 'gone' | 'lot'> & {
    /** Unknown for an exit that was just set. */
    readonly role?: ExitOfPlan['role']
  }
}

type ExitKind = 'stop' | 'target'

/** States in which an exit is closing something. */
export const AT_WORK: ReadonlySet<ConditionalState> = new Set(['triggered', 'submitted'])
/** Whether any exit of a plan is closing something. */
export const isAtWork = (group: readonly Pick<HeldExit, 'state'>[]): boolean =>
  group.some(({ state }) => AT_WORK.has(state))

type Closed = Pick<HeldExit, 'closed'>
const closedOf = ({ closed }: Closed): Size => closed ?? ZERO

/** How much of what a plan covers is still open, from the known closes of its exits. */
export const leftOf = (group: readonly Closed[], { filled, gone }: Pick<ExitOfPlan, 'filled' | 'gone'>): Size =>
  greater(
    group.reduce<Size>((left, exit) => subtract(left, closedOf(exit)), subtract(filled, gone)),
    ZERO,
  )

/** The plan of a group of exits: additions are recorded in exits that are not over, first of all in the newest, which is last. */
const planOf = <Exit extends HeldExit>(group: readonly Exit[]): Exit['plan'] | undefined =>
  (group.findLast(({ state }) => !isConditionalFinal(state)) ?? group[0])?.plan

/** Size of each exit of a plan: the stop and the time exit close all that is left, the targets their shares; together never more. */
export function exitSizes(
  group: readonly HeldExit[],
  {
    terms: { targets },
    lot,
    filled,
    gone,
  }: Pick<ExitOfPlan, 'filled' | 'gone' | 'lot'> & { readonly terms: Pick<ExitTerms, 'targets'> },
): (role: ExitOfPlan['role']) => Size {
  const left = leftOf(group, { filled, gone })
  const parts = targets.map(({ share }, index) => {
    const exit = group.find(({ plan }) => plan.role === index)
    return { share, closed: exit === undefined ? ZERO : closedOf(exit) }
  })
  const sizes = targetSizes(parts, subtract(filled, gone), left, lot ?? ('1' as Size))
  return (role) => (typeof role === 'number' ? (sizes[role] ?? ZERO) : left)
}

/** The exit that a new one of its kind replaces: the stop once it is over, or the first target that was canceled alone and closed nothing. */
export function replacedBy<Exit extends HeldExit>(kind: ExitKind, group: readonly Exit[]): Exit | undefined {
  if (kind === 'stop') return group.find(({ plan, state }) => plan.role === 'stop' && isConditionalFinal(state))
  return group
    .filter(({ plan, state, closed }) => typeof plan.role === 'number' && state === 'cancelled' && closed === undefined)
    .toSorted((a, b) => Number(a.plan.role) - Number(b.plan.role))[0]
}

/** The terms with an exit added, or with `replaced` exchanged; a new stop drops the rules that moved the old one. */
export function termsWith(
  kind: ExitKind,
  price: Price,
  percent: Decimal,
  { terms, filled, gone, lot }: HeldExit['plan'],
  replaced: HeldExit | undefined,
): ExitTerms {
  const level = { by: 'price', price } as const
  if (kind === 'stop') return { ...terms, stop: level, breakEven: null, trail: null }
  // In the unit of the other targets: percent of what the plan covers, or contracts.
  const size = percentOf(subtract(filled, gone), percent)
  const share: ExitShare =
    terms.targets[0]?.share.of === 'contracts'
      ? { of: 'contracts', size: lot === null ? size : toStep(size, lot) }
      : { of: 'position', percent }
  const made = { level, share }
  const targets =
    replaced === undefined
      ? [...terms.targets, made]
      : terms.targets.map((target, at) => (at === replaced.plan.role ? made : target))
  return { ...terms, targets }
}

const PERCENT_STEP = '0.00000000000000000001' as Decimal

/** Percentage of what a plan covers that its targets leave free; 0 when none. */
function freePercent(group: readonly HeldExit[]): Decimal {
  const plan = planOf(group)
  if (plan === undefined) return ZERO
  const { terms, filled, gone } = plan
  const replaced = replacedBy('target', group)?.plan.role
  if (replaced === undefined && terms.targets.length >= MAX_TARGETS) return ZERO
  const covered = subtract(filled, gone)
  if (signOf(covered) <= 0) return ZERO
  let percent: Decimal = HUNDRED
  let contracts: Size = covered
  for (const [at, { share }] of terms.targets.entries()) {
    if (at === replaced) continue
    if (share.of === 'position') percent = subtract(percent, share.percent)
    else contracts = subtract(contracts, share.size)
  }
  if (terms.targets[0]?.share.of !== 'contracts') return greater(percent, ZERO)
  // Rounded up because contracts are rounded down to lots: this yields all that is free.
  const exact = divide(multiply(contracts, HUNDRED), covered, PLACES + 1) as Decimal
  return greater(toStep(exact, PERCENT_STEP, 'up'), ZERO)
}

/** Why a plan takes no further exit of a kind: one of them is closing now, or its size is used up. */
type NoRoom = 'closing' | 'full'
export const NO_ROOM: Readonly<Record<NoRoom, string>> = {
  closing: 'One of its exits has triggered and is closing. Wait for the result.',
  full: 'Its exits already cover the full size. Cancel one of them first.',
}

/** The largest share in percent of what a plan covers, or why there is none. */
type ExitRoom = { readonly percent: Decimal; readonly none?: never } | { readonly none: NoRoom }

/**
 * What a plan leaves for another exit of a kind.
 * @param group all exits of one plan, including those that are over
 */
export function freeShareFor(kind: ExitKind, group: readonly HeldExit[]): ExitRoom {
  if (isAtWork(group)) return { none: 'closing' }
  if (kind === 'stop') {
    const isThere = group.some((exit) => exit.kind === 'stop' && !isConditionalFinal(exit.state))
    return isThere ? { none: 'full' } : { percent: HUNDRED }
  }
  const free = freePercent(group)
  return signOf(free) > 0 && signOf(addedSize(kind, free, group)) > 0 ? { percent: free } : { none: 'full' }
}

/** Size of another exit of a plan; in percent of what the plan covers. */
export function addedSize(kind: ExitKind, percent: Decimal, group: readonly HeldExit[]): Size {
  const plan = planOf(group)
  if (plan === undefined) return ZERO
  if (kind === 'stop') return leftOf(group, plan)
  const replaced = replacedBy(kind, group)
  const terms = termsWith(kind, ZERO, percent, plan, replaced)
  const role = replaced?.plan.role ?? terms.targets.length - 1
  return exitSizes(group, { ...plan, terms })(role)
}

/** Where another stop or target of a position goes, and its size: into an existing plan, or on its own. */
type NextExit =
  | { readonly goes: 'into'; readonly plan: string; readonly percent: Decimal; readonly size: Size }
  | { readonly goes: 'own'; readonly size: Size }
  | { readonly goes: 'nowhere'; readonly because: NoRoom }

/**
 * The single rule for chart, keys, menus and main.
 * @param held all exits of this terminal, including those that are over
 * @param share size of a target, percent; a plan gives at most what it has left
 */
export function nextExit(
  kind: ExitKind,
  position: { readonly asset: string; readonly size: Size },
  held: readonly HeldExit[],
  share: Decimal = HUNDRED,
): NextExit {
  const side: ExitSide = signOf(position.size) < 0 ? 'short' : 'long'
  const groups = new Map<string, HeldExit[]>()
  for (const exit of held) {
    if (exit.target.asset !== position.asset || exit.position !== side) continue
    groups.set(exit.plan.id, [...(groups.get(exit.plan.id) ?? []), exit])
  }
  let free = absolute(position.size)
  let because: NoRoom = 'full'
  for (const [plan, group] of groups) {
    const live = group.filter(({ state }) => !isConditionalFinal(state))
    const last = live.at(-1)
    if (last === undefined) continue
    free = subtract(free, leftOf(group, last.plan))
    const room = freeShareFor(kind, group)
    if (room.none === 'closing') because = 'closing'
    // A plan that waits for its order does not protect anything yet.
    if (room.none !== undefined || live.every(({ state }) => state !== 'armed')) continue
    const percent = kind === 'stop' ? room.percent : lesser(share, room.percent)
    return { goes: 'into', plan, percent, size: trimZeros(addedSize(kind, percent, group)) }
  }
  if (signOf(free) <= 0) return { goes: 'nowhere', because }
  return { goes: 'own', size: trimZeros(kind === 'stop' ? free : percentOf(free, share)) }
}

/** P&L of a close at a price, before fees. */
export const resultAt = (side: ExitSide, entry: Price, price: Price, size: Size): Money =>
  multiply(side === 'long' ? subtract(price, entry) : subtract(entry, price), size)

/** P&L of a close at a price after its fee; before it where the rate is not known. @param takerBps basis points */
export function netResultAt(side: ExitSide, entry: Price, price: Price, size: Size, takerBps: Decimal | null): Money {
  const result = resultAt(side, entry, price, size)
  if (takerBps === null) return result
  const fee: Money = divide(multiply(multiply(price, size), takerBps), BASIS_POINTS, PLACES)
  return subtract(result, fee)
}

/** All terms in one line: two terms that differ in anything have different text. */
export function termsText({ stop, targets, breakEven, trail, outBefore }: ExitTerms): string {
  const ways = [
    ...(stop === null ? [] : [`stop ${levelText(stop)}`]),
    ...targets.map(({ level, share }) => {
      const part = share.of === 'position' ? `${trimZeros(share.percent)} %` : `${trimZeros(share.size)} contracts`
      return `target ${levelText(level)} for ${part}`
    }),
    ...(breakEven === null ? [] : [`break-even ${afterText(breakEven)}`]),
    ...(trail === null ? [] : [`trail ${trimZeros(trail.distance)} ${afterText(trail.after)}`]),
    ...(outBefore === null ? [] : [`exit ${outBefore} s before the end`]),
  ]
  return ways.join(', ')
}

const levelText = (level: ExitLevel): string =>
  level.by === 'price' ? `at ${priceLabel(trimZeros(level.price))}` : `${trimZeros(level.distance)} away`

function afterText(after: ExitAfter): string {
  switch (after.when) {
    case 'at_once':
      return 'at once'
    case 'moved':
      return `after ${trimZeros(after.distance)}`
    case 'first_target':
      return 'after the first target'
  }
}
