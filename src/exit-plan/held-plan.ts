/** The exit plans that a position has, as the form edits them. Pure. */
import { type ConditionalView, isConditionalFinal } from '../../contract/conditional.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  greater,
  HUNDRED,
  multiply,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import type { ExitAfter } from '../../contract/exit-plan.ts'
import { isAtWork, leftOf } from '../../contract/exit-rules.ts'
import { type ExitReading, type ExitTexts, NO_EXITS, typedPrice } from './exit-texts.ts'

/** A plan with exits that are watched, or closing. */
export interface HeldPlan {
  readonly id: string
  /** Its exits that are not over. */
  readonly exits: readonly ConditionalView[]
  /** Size of the position that it still covers. */
  readonly covers: Size
  /** Whether it covers the whole position, as it changes. */
  readonly follows: boolean
  /** Whether it can be replaced: nothing of it is closing, or may still be filled by its order. */
  readonly isEditable: boolean
  /** Whether one of its exits closed something. */
  readonly hasClosed: boolean
}

/** The plans of a position, oldest first. @param held all exits of this terminal */
export function heldPlans(
  held: readonly ConditionalView[],
  { asset, size }: { readonly asset: string; readonly size: Size },
): readonly HeldPlan[] {
  const side = signOf(size) < 0 ? 'short' : 'long'
  const groups = Map.groupBy(
    held.filter(({ target, position }) => target.asset === asset && position === side),
    ({ plan }) => plan.id,
  )
  return [...groups].flatMap(([id, group]): readonly HeldPlan[] => {
    const exits = group.filter(({ state }) => !isConditionalFinal(state))
    const last = exits.at(-1)
    if (last === undefined || exits.every(({ state }) => state === 'waiting')) return []
    const { plan } = last
    return [
      {
        ...{ id, exits },
        covers: trimZeros(leftOf(group, plan)),
        follows: plan.entry === null && plan.covers === null,
        isEditable: plan.isEntryOver && !isAtWork(exits),
        hasClosed: group.some(({ closed }) => closed !== undefined && signOf(closed) > 0),
      },
    ]
  })
}

/** What a plan may cover of a position beside all others, or beside all but the one that it replaces. */
export const freeOf = (size: Size, plans: readonly HeldPlan[], edits: string | null): Size =>
  trimZeros(
    greater(
      plans.filter(({ id }) => id !== edits).reduce<Size>((left, { covers }) => subtract(left, covers), absolute(size)),
      ZERO,
    ),
  )

/** The size that other plans cover than the edited one. */
export const coveredByOthers = (plans: readonly HeldPlan[], edits: string | null): Size =>
  trimZeros(plans.filter(({ id }) => id !== edits).reduce<Size>((sum, { covers }) => add(sum, covers), ZERO))

/** The unit of a plan's targets: percentages no longer add up once a part was closed. */
export const sharesOfPlan = ({ exits, hasClosed }: HeldPlan): ExitReading['shares'] =>
  hasClosed ? 'contracts' : (exits.at(-1)?.plan.terms.targets[0]?.share.of ?? 'position')

const percentage = (size: Size, of: Size): Decimal =>
  signOf(of) === 0 ? HUNDRED : divide(multiply<Decimal, Decimal>(size, HUNDRED), of, 2)

/** A plan as the fields would have it typed: its exits where they are now, and the rules that still move them. */
export function textsOfPlan(plan: HeldPlan, { unit, shares }: Pick<ExitReading, 'unit' | 'shares'>): ExitTexts {
  const { exits, covers } = plan
  const isOfPosition = sharesOfPlan(plan) === 'position'
  const last = exits.at(-1)?.plan
  if (last === undefined) return NO_EXITS
  const { terms, tick } = last
  const typed = (trigger: Price | null): string =>
    trigger === null ? '' : typedPrice(tick === null ? trigger : padTo(trigger, placesOf(tick)), unit)
  const stop = exits.find(({ kind }) => kind === 'stop')
  const targets = exits
    .filter(({ kind }) => kind === 'take_profit')
    .toSorted((a, b) => Number(a.plan.role) - Number(b.plan.role))
    .map(({ trigger, percent, plan: { size } }) => ({
      level: typed(trigger),
      share: trimZeros(shares === 'contracts' ? size : isOfPosition ? percent : percentage(size, covers)),
    }))
  const { breakEven, trail, outBefore } = terms
  /** A first target that is gone is waited for no more. */
  const after = (rule: ExitAfter): ExitAfter['when'] =>
    rule.when === 'first_target' && targets.length === 0 ? 'at_once' : rule.when
  const isEven = stop === undefined || stop.plan.moved === 'break_even' || stop.plan.manualStop?.isEvenOver === true
  const even = breakEven === null || isEven ? 'at_once' : after(breakEven)
  const isTrailing = stop !== undefined && trail !== null
  const trailAfter = trail === null || (stop?.plan.best ?? null) !== null ? 'at_once' : after(trail.after)
  return {
    stop: typed(stop?.trigger ?? null),
    targets: targets.length === 0 ? NO_EXITS.targets : targets,
    breakEven: even === 'at_once' ? 'off' : even,
    breakEvenBy: breakEven?.when === 'moved' ? trimZeros(breakEven.distance) : '',
    trail: isTrailing ? trimZeros(stop.plan.manualStop?.trail ?? trail.distance) : '',
    trailAfter,
    trailBy: trailAfter === 'moved' && trail?.after.when === 'moved' ? trimZeros(trail.after.distance) : '',
    outBefore: outBefore === null || !exits.some(({ kind }) => kind === 'time') ? '' : String(outBefore),
    covers: plan.follows ? '' : covers,
  }
}
