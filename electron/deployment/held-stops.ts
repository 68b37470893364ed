/** Stops that this terminal watches, as the worst case counts them. */
import type { ConditionalView } from '../../contract/conditional.ts'
import type { RiskStop } from '../../contract/worst-case.ts'
import { stopAtRisk } from '../conditional/index.ts'

/** Those that work now: one that is not watched, or whose close is under way, is not counted on. */
export const heldStops = (conditionals: readonly ConditionalView[]): readonly RiskStop[] =>
  conditionals
    .filter(({ state, paused }) => state === 'armed' && paused === null)
    .flatMap((one) => stopAtRisk(one) ?? [])
