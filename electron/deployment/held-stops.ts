/** Stops that this terminal watches, as the worst case counts them. */
import type { ConditionalView } from '../../contract/conditional.ts'
import { worstAt } from '../../contract/protection.ts'
import type { RiskStop } from '../../contract/worst-case.ts'

/** Those that work now: one that is not watched, or whose close is under way, is not counted on. */
export const heldStops = (conditionals: readonly ConditionalView[]): readonly RiskStop[] =>
  conditionals
    .filter(({ kind, state, paused }) => kind === 'stop' && state === 'armed' && paused === null)
    .flatMap(({ target: { asset, family }, position, trigger, protection, percent, plan }) => {
      if (trigger === null) return []
      const side = position === 'long' ? 'sell' : 'buy'
      const furthest = protection.bound ?? protection.distance
      const bound = worstAt(trigger, furthest, { family, side, tickSize: null })
      return [{ asset, position, trigger, bound, closes: plan === undefined ? { percent } : { size: plan.size } }]
    })
