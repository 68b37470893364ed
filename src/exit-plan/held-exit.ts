/** A stop or a target that this terminal holds at a price: what it is called, how much it closes, and whether a hand can move it. Pure. */
import type { Position } from '../../contract/account.ts'
import type { ConditionalView, ExitOfPlan } from '../../contract/conditional.ts'
import { absolute, type Price, percentOf, type Size, trimZeros } from '../../contract/decimal.ts'

/** A stop or a target that is watched at a price. */
export type HeldExit = ConditionalView & { readonly trigger: Price }

/** A stop or target that can be dragged: watched, at a price. One that has triggered cannot be. */
export const isDraggable = (held: ConditionalView): held is HeldExit => held.state === 'armed' && held.trigger !== null

/** What an exit is called on screen: one of a plan is a target. */
export const heldName = ({ kind, plan }: Pick<ConditionalView, 'kind' | 'plan'>): 'Stop' | 'Target' | 'Take-profit' =>
  kind === 'stop' ? 'Stop' : plan === undefined ? 'Take-profit' : 'Target'

/** How much of a position an exit closes, without a sign; null while nothing is known of the position. */
export function heldSize(
  { plan, percent }: Pick<ConditionalView, 'percent'> & { readonly plan?: Pick<ExitOfPlan, 'size'> },
  position: Position | null,
): Size | null {
  if (plan !== undefined) return plan.size
  if (position === null) return null
  return trimZeros(percentOf(absolute(position.size), percent))
}

/** Another after any change of where it stands and how much it closes. */
export const heldRevision = ({ trigger, percent, plan }: HeldExit): string =>
  `${trigger}/${percent}/${plan?.size ?? ''}`
