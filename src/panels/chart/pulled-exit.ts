/** The stop or target that is pulled out of a position's line: one more way out of its plan, or a plan of its own. Pure. */
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView, ExitAddition, ExitOfPlan, ExitPlanInput } from '../../../contract/conditional.ts'
import {
  absolute,
  compare,
  type Decimal,
  HUNDRED,
  lesser,
  type Price,
  percentOf,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import { type ExitTerms, MOST_TARGETS } from '../../../contract/exit-plan.ts'
import type { CloseDistance } from '../../../contract/protection.ts'
import { pulledOf } from './grips.ts'

/** Of the position, per cent, that a pulled target can close. */
export const SHARES = ['100', '50', '25'] as const
export type PulledShare = (typeof SHARES)[number]

interface PulledExitInput {
  readonly position: Position
  /** Those of the position that are not over. */
  readonly exits: readonly ConditionalView[]
  /** The market's own price on which it was let go. */
  readonly to: Price
  /** The price now; null while it is not known. */
  readonly now: Price | null
  readonly share: PulledShare
  /** How far from the price its close may go. */
  readonly protection: CloseDistance
}

interface Meant {
  /** How much it closes, as far as is known here. */
  readonly size: Size
  /** Whether the share is to be chosen: a stop closes all. */
  readonly shares: boolean
}

/** A plan of its own, one more way out of a plan that there is, or why it is nothing. */
type PulledExit =
  | { readonly refusal: string }
  | (Meant & { readonly plan: null; readonly input: Omit<ExitPlanInput, 'requestId' | 'acceptsUntil'> })
  | (Meant & { readonly plan: string; readonly addition: Omit<ExitAddition, 'plan'> })

export function pulledExit({ position, exits, to, now, share, protection }: PulledExitInput): PulledExit {
  const kind = now === null ? null : pulledOf(position.size, to, now)
  if (kind === null) return { refusal: 'Pull it to either side of the price: one is a stop, the other a target.' }
  const isStop = kind === 'stop'
  const plans = plansOf(exits)
  const wanted: Decimal = isStop ? HUNDRED : (share as Decimal)
  const plan = plans.find(({ id, terms }) => (isStop ? !hasStop(id, exits) : signOf(freeShare(terms)) > 0))
  if (plan !== undefined) {
    const percent = isStop ? HUNDRED : lesser(wanted, freeShare(plan.terms))
    const covered = lesser(subtract(plan.filled, plan.gone), absolute(position.size))
    const size = trimZeros(percentOf(covered, percent))
    return { plan: plan.id, addition: { kind, price: to, percent }, size, shares: !isStop }
  }
  const level = { by: 'price', price: to } as const
  const target = { level, share: { of: 'position', percent: wanted } } as const
  const rest = { breakEven: null, trail: null, outBefore: null }
  return {
    plan: null,
    input: {
      asset: position.asset,
      position: signOf(position.size) < 0 ? 'short' : 'long',
      ...{ entry: null, covers: null, name: null, source: 'mark' },
      terms: { stop: isStop ? level : null, targets: isStop ? [] : [target], ...rest },
      protection,
    },
    size: trimZeros(percentOf(absolute(position.size), wanted)),
    shares: !isStop,
  }
}

/** The plans of which something is watched, each once: what waits for its order protects nothing of the position yet. */
function plansOf(exits: readonly ConditionalView[]): readonly ExitOfPlan[] {
  const plans = new Map<string, ExitOfPlan>()
  for (const { plan, state } of exits) {
    if (state === 'armed' && !plans.has(plan.id)) plans.set(plan.id, plan)
  }
  return [...plans.values()]
}

/** Whether a stop of the plan is held: one that was cancelled alone can be put there again. */
const hasStop = (plan: string, exits: readonly ConditionalView[]): boolean =>
  exits.some((exit) => exit.plan.id === plan && exit.plan.role === 'stop')

/** What the targets of a plan leave, per cent; nothing where contracts share it, or where no target more is taken. */
function freeShare({ targets }: ExitTerms): Decimal {
  if (targets.length >= MOST_TARGETS) return ZERO
  let free: Decimal = HUNDRED
  for (const { share } of targets) {
    if (share.of === 'contracts') return ZERO
    free = subtract(free, share.percent)
  }
  return compare(free, ZERO) > 0 ? free : ZERO
}
