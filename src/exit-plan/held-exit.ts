/** A stop or a target that this terminal holds at a price: what it is called, and whether a hand can move it. Pure. */
import type { ConditionalView } from '../../contract/conditional.ts'
import type { Price } from '../../contract/decimal.ts'

/** A stop or a target that is watched at a price. */
export type HeldExit = ConditionalView & { readonly trigger: Price }

/** A stop or target that can be dragged: watched, at a price. One that has triggered cannot be. */
export const isDraggable = (held: ConditionalView): held is HeldExit => held.state === 'armed' && held.trigger !== null

/** What an exit is called on screen. */
export const heldName = ({ kind }: Pick<ConditionalView, 'kind'>): 'Stop' | 'Target' =>
  kind === 'stop' ? 'Stop' : 'Target'

/** Another after any change of where it stands and how much it closes. */
export const heldRevision = ({ trigger, plan }: HeldExit): string => `${trigger}/${plan.size}`
