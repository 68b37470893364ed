/** A stop that is held, as the worst case counts it. Pure. */
import type { ConditionalRecord } from '../../contract/conditional.ts'
import { worstAt } from '../../contract/protection.ts'
import type { RiskStop } from '../../contract/worst-case.ts'

/** Null for what is no stop, or has no price yet. */
export function stopAtRisk({
  kind,
  target: { asset, family },
  position,
  trigger,
  protection,
  plan,
}: ConditionalRecord): RiskStop | null {
  if (kind !== 'stop' || trigger === null) return null
  const side = position === 'long' ? 'sell' : 'buy'
  const furthest = protection.bound ?? protection.distance
  const bound = worstAt(trigger, furthest, { family, side, tickSize: null })
  return { asset, position, trigger, bound, size: plan.size }
}
