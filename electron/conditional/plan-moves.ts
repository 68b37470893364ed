/** Where a stop goes by itself: to break-even, and behind the best price. Pure. */
import type { ExitOfPlan } from '../../contract/conditional.ts'
import type { Price } from '../../contract/decimal.ts'
import { breakEvenPrice, hasBegun, isBetter, trailPrice } from '../../contract/exit-rules.ts'
import type { PlannedExit } from './plan-group.ts'

export interface StopMove {
  readonly plan: ExitOfPlan
  readonly trigger: Price
  /** What to say of it; null where the stop stands where it stood. */
  readonly detail: string | null
}

/**
 * What a fresh price makes of a stop; null for nothing. It only ever goes the way of the position, by whole ticks: what the price did while
 * nobody looked is lost, what it had won is not.
 */
export function movedStop(stop: PlannedExit, price: Price, firstTargetClosed: boolean): StopMove | null {
  const { plan, position: side, trigger } = stop
  const { terms, entryPx: entry, tick } = plan
  if (plan.role !== 'stop' || entry === null || trigger === null) return null
  const now = { side, entry, price, firstTargetClosed }
  let best: StopMove | null = null
  const { breakEven, trail } = terms
  if (breakEven !== null && plan.takerBps !== null && hasBegun(breakEven, now)) {
    const { filled, entryFee, takerBps } = plan
    const even = breakEvenPrice({ side, entry, size: filled, entryFee, takerBps, tick })
    if (isBetter(side, even, trigger)) {
      const detail = `The stop went to break-even: ${even}, the entry with its fees.`
      best = { plan: { ...plan, moved: 'break_even' }, trigger: even, detail }
    }
  }
  if (trail === null || (plan.best === null && !hasBegun(trail.after, now))) return best
  const behind = trailPrice(side, price, trail.distance, tick)
  if (isBetter(side, behind, best?.trigger ?? trigger)) {
    const detail = `The stop follows the best price, ${price}: it stands at ${behind}.`
    return { plan: { ...plan, best: price, moved: 'trail' }, trigger: behind, detail }
  }
  // That it has begun is on disk: it goes on after a restart, whatever the price did meanwhile.
  if (plan.best !== null) return best
  return best === null
    ? { plan: { ...plan, best: price }, trigger, detail: null }
    : { ...best, plan: { ...best.plan, best: price } }
}
