/** What a stop or a target by line or key becomes: one of what protects the position moved, one more in its exit plan, or a plan of its own. Pure. */
import type { Position } from '../../contract/account.ts'
import { type ConditionalView, type ExitOfPlan, isConditionalFinal } from '../../contract/conditional.ts'
import {
  absolute,
  compare,
  type Decimal,
  greater,
  HUNDRED,
  lesser,
  type Price,
  percentOf,
  type Size,
  signOf,
  subtract,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'
import { MOST_TARGETS } from '../../contract/exit-plan.ts'
import { sideHeld } from '../positions/index.ts'
import type { ExitRole } from './deed-line.ts'

type Held = Pick<Position, 'asset' | 'family' | 'size'>

/** What of a held exit decides where another one goes. */
export type StandingExit = Pick<ConditionalView, 'id' | 'kind' | 'state' | 'position' | 'trigger' | 'closed'> & {
  readonly target: Pick<ConditionalView['target'], 'asset'>
  readonly plan: Pick<ExitOfPlan, 'id' | 'terms' | 'filled' | 'gone' | 'size'> & {
    /** Not known of one that was just sent. */
    readonly role?: ExitOfPlan['role']
  }
}

/** How much it closes, as far as is known here. */
interface Closes {
  readonly size: Size
}

export type ExitWork =
  /** `among`: of how many of its kind it is the one nearest to the price. */
  | (Closes & { readonly does: 'move'; readonly id: string; readonly from: Price; readonly among: number })
  | (Closes & { readonly does: 'add'; readonly plan: string; readonly percent: Decimal })
  | (Closes & { readonly does: 'set' })
  | { readonly does: 'nothing'; readonly why: string }

/** @param held all that this terminal holds */
export function exitWork(role: ExitRole, position: Held, held: readonly StandingExit[], mark: Price | null): ExitWork {
  const size = trimZeros(absolute(position.size)) as Size
  const kind = role === 'stop' ? 'stop' : 'take_profit'
  const side = sideHeld(position)
  const own = held.filter(
    (one) => one.target.asset === position.asset && one.position === side && !isConditionalFinal(one.state),
  )
  const plans = new Map(own.flatMap(({ plan, state }) => (state === 'waiting' ? [] : [[plan.id, plan] as const])))
  for (const plan of plans.values()) {
    const of = own.filter((one) => one.plan.id === plan.id)
    // One of which something has triggered takes nothing more.
    if (of.some(({ state }) => state !== 'armed')) continue
    const percent = role === 'target' ? freeShare(plan, held) : of.some((one) => one.kind === 'stop') ? ZERO : HUNDRED
    if (signOf(percent) <= 0) continue
    return { does: 'add', plan: plan.id, percent, size: percentOf(lesser(leftOf(plan, held), size), percent) }
  }
  const same = own
    .filter(
      (one): one is StandingExit & { trigger: Price } =>
        one.kind === kind && one.state === 'armed' && one.trigger !== null,
    )
    .toSorted((a, b) => compare(away(a.trigger, mark), away(b.trigger, mark)))
  const inPlans = [...plans.values()].reduce<Size>((sum, plan) => subtract(sum, leftOf(plan, held)), size)
  const free = greater(inPlans, ZERO)
  if (signOf(free) > 0) return { does: 'set', size: trimZeros(free) }
  const [nearest] = same
  if (nearest !== undefined) {
    const { id, trigger, plan } = nearest
    return { does: 'move', id, from: trigger, among: same.length, size: trimZeros(plan.size) }
  }
  return { does: 'nothing', why: own.every(({ state }) => state === 'armed' || state === 'waiting') ? FULL : CLOSING }
}

const FULL =
  'Its exit plan takes no target more: the ones it had or has close all of it. “Cancel the exit plan of the position” ends it, then set another one.'
const CLOSING = 'An exit of it has triggered, and its close is under way: look at what it leaves.'

/** Another one where Enter would do another thing than was shown; how much it closes follows the position. */
export function workKey(work: ExitWork): string {
  switch (work.does) {
    case 'move':
      return `move/${work.id}/${work.from}`
    case 'add':
      return `add/${work.plan}/${work.percent}`
    default:
      return work.does
  }
}

type PlanOf = StandingExit['plan']

/** How much a plan still protects, by what its exits are known to have closed. */
const leftOf = ({ id, filled, gone }: PlanOf, held: readonly StandingExit[]): Size =>
  greater(
    held
      .filter(({ plan }) => plan.id === id)
      .reduce<Size>((left, { closed }) => subtract(left, closed ?? ZERO), subtract(filled, gone)),
    ZERO,
  )

/**
 * What the targets of a plan leave, per cent, with the share of the first one that was cancelled alone, whose place is free; nothing where contracts
 * share it, or where no target more is taken.
 */
function freeShare({ id, terms: { targets } }: PlanOf, held: readonly StandingExit[]): Decimal {
  const cancelled = held.flatMap(({ plan, state, closed }) =>
    plan.id === id && typeof plan.role === 'number' && state === 'cancelled' && closed === undefined ? [plan.role] : [],
  )
  const again = cancelled.length === 0 ? null : Math.min(...cancelled)
  if (again === null && targets.length >= MOST_TARGETS) return ZERO
  let free: Decimal = HUNDRED
  for (const [at, { share }] of targets.entries()) {
    if (share.of === 'contracts') return ZERO
    if (at === again) continue
    free = subtract(free, share.percent)
  }
  return greater(free, ZERO as Decimal)
}

const away = (trigger: Price, mark: Price | null): Price => (mark === null ? ZERO : absolute(subtract(trigger, mark)))
