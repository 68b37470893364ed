/** The stop or target dragged out of a position's line: added to its plan, or a new plan. Pure. */
import type { Position } from '../../../contract/account.ts'
import type { ConditionalView, ExitAddition, ExitPlanInput } from '../../../contract/conditional.ts'
import { type Decimal, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import { NO_ROOM, nextExit } from '../../../contract/exit-rules.ts'
import type { CloseDistance } from '../../../contract/protection.ts'
import { pulledOf } from './annotations.ts'

/** Shares of the position that a dragged target can close, percent. */
export const SHARES = ['100', '50', '25'] as const
export type PulledShare = (typeof SHARES)[number]

interface PulledExitInput {
  readonly position: Position
  /** All exits of its market held by this terminal, including those that are over. */
  readonly exits: readonly ConditionalView[]
  /** The market's own price where it was dropped. */
  readonly to: Price
  /** The current price; null while unknown. */
  readonly now: Price | null
  readonly share: PulledShare
  /** Maximum distance of its close from the price. */
  readonly protection: CloseDistance
}

interface Meant {
  /** The size it closes, if known. */
  readonly size: Size
  /** Whether a share can be chosen: a stop closes everything. */
  readonly shares: boolean
}

/** A new plan, an addition to an existing one, or why it is invalid. */
type PulledExit =
  | { readonly refusal: string }
  | (Meant & { readonly plan: null; readonly input: Omit<ExitPlanInput, 'requestId' | 'acceptsUntil'> })
  | (Meant & { readonly plan: string; readonly addition: Omit<ExitAddition, 'plan'> })

export function pulledExit({ position, exits, to, now, share, protection }: PulledExitInput): PulledExit {
  const kind = now === null ? null : pulledOf(position.size, to, now)
  if (kind === null) return { refusal: 'Drag to one side of the price for a stop, to the other for a target.' }
  const isStop = kind === 'stop'
  const next = nextExit(kind, position, exits, share as Decimal)
  if (next.goes === 'nowhere') return { refusal: NO_ROOM[next.because] }
  const { size } = next
  if (next.goes === 'into') {
    return { plan: next.plan, addition: { kind, price: to, percent: next.percent }, size, shares: !isStop }
  }
  const level = { by: 'price', price: to } as const
  const target = { level, share: { of: 'position', percent: share as Decimal } } as const
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
    size,
    shares: !isStop,
  }
}
