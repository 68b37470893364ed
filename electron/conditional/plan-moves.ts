/** Where a stop goes by itself: to break-even, and behind the best price. Pure. */

import type { ExitOfPlan, StopByHand } from '../../contract/conditional.ts'
import { greater, type Price, subtract } from '../../contract/decimal.ts'
import { breakEvenPrice, hasBegun, isBetter, trailPrice } from '../../contract/exit-rules.ts'
import { priceWords } from '../../contract/price-words.ts'
import type { StoredConditional } from '../storage/index.ts'

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
export function movedStop(stop: StoredConditional, price: Price, firstTargetClosed: boolean): StopMove | null {
  const { plan, position: side, trigger } = stop
  const { terms, entryPx: entry, tick } = plan
  if (plan.role !== 'stop' || entry === null || trigger === null) return null
  const now = { side, entry, price, firstTargetClosed }
  let best: StopMove | null = null
  const { trail } = terms
  const even = plan.byHand?.isEvenOver === true ? null : evenNow(stop, now)
  if (even !== null && isBetter(side, even, trigger)) {
    const detail = `The stop went to break-even: ${priceWords(even)}, the entry with its fees.`
    best = { plan: { ...plan, moved: 'break_even' }, trigger: even, detail }
  }
  if (trail === null || (plan.best === null && !hasBegun(trail.after, now))) return best
  const behind = trailPrice(side, price, plan.byHand?.trail ?? trail.distance, tick)
  if (isBetter(side, behind, best?.trigger ?? trigger)) {
    const detail = `The stop follows the best price, ${priceWords(price)}: it stands at ${priceWords(behind)}.`
    return { plan: { ...plan, best: price, moved: 'trail' }, trigger: behind, detail }
  }
  // That it has begun is on disk: it goes on after a restart, whatever the price did meanwhile.
  if (plan.best !== null) return best
  return best === null
    ? { plan: { ...plan, best: price }, trigger, detail: null }
    : { ...best, plan: { ...best.plan, best: price } }
}

/** Where break-even puts a stop; null for a plan without it. */
function evenOf({ plan, position: side }: StoredConditional, entry: Price): Price | null {
  const { filled: size, entryFee, takerBps, tick, terms } = plan
  if (terms.breakEven === null || takerBps === null) return null
  return breakEvenPrice({ side, entry, size, entryFee, takerBps, tick })
}

/** Where break-even puts a stop as of now; null until its moment, and until the price is beyond it: a stop there would trigger at once. */
function evenNow(stop: StoredConditional, now: Parameters<typeof hasBegun>[1]): Price | null {
  const { breakEven } = stop.plan.terms
  const even = evenOf(stop, now.entry)
  return breakEven !== null && even !== null && hasBegun(breakEven, now) && isBetter(now.side, now.price, even)
    ? even
    : null
}

/**
 * How a stop goes on by itself that a hand puts at `to`. A trail goes on from there, at the distance that this leaves to its best price, at
 * least a tick. Break-even stays out of it where it had moved the stop, or would have by now: a stop that is put back would not stay there.
 */
export function stopByHand(
  stop: StoredConditional,
  to: Price,
  now: { readonly price: Price; readonly firstTargetClosed: boolean } | null,
): StopByHand {
  const { plan, position: side, trigger } = stop
  const { entryPx: entry, best, tick, byHand } = plan
  const even = entry === null ? null : evenOf(stop, entry)
  const hasCome = entry !== null && now !== null && evenNow(stop, { side, entry, ...now }) !== null
  const isThere = even !== null && trigger !== null && !isBetter(side, even, trigger)
  const gap = best === null ? null : side === 'long' ? subtract(best, to) : subtract(to, best)
  return {
    isEvenOver: byHand?.isEvenOver === true || hasCome || isThere,
    trail: gap === null ? (byHand?.trail ?? null) : greater(gap, tick ?? gap),
  }
}
