/** Stops that this terminal watches, as the worst case counts them. */
import type { ConditionalView } from '../../contract/conditional.ts'
import { worstPrice } from '../../contract/reference-price.ts'
import type { RiskStop } from '../../contract/worst-case.ts'

/** Those that work now: one that is not watched, or whose close is under way, is not counted on. */
export const heldStops = (conditionals: readonly ConditionalView[]): readonly RiskStop[] =>
  conditionals
    .filter(({ kind, state, paused }) => kind === 'stop' && state === 'armed' && paused === null)
    .flatMap(({ target: { asset, family }, position, trigger, slippagePct, percent, plan }) => {
      if (trigger === null) return []
      const side = position === 'long' ? 'sell' : 'buy'
      const bound = worstPrice(family, side, { reference: trigger, slippagePct, tickSize: null })
      return [{ asset, position, trigger, bound, closes: plan === undefined ? { percent } : { size: plan.size } }]
    })
