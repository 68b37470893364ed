/** What the lines of a chart stand for that can be taken hold of: own orders, held exits, positions, alerts. Pure. */
import type { Order, Position } from '../../../contract/account.ts'
import { type AlertView, isLevelRule, type LevelRule, levelOfRule } from '../../../contract/alert.ts'
import type { ConditionalView } from '../../../contract/conditional.ts'
import { compare, type Price, type Size, signOf } from '../../../contract/decimal.ts'
import { type HeldExit, heldRevision } from '../../exit-plan/index.ts'

/** An alert that waits for a price. */
export type LevelAlert = AlertView & { readonly rule: LevelRule }

/** What a line that can be dragged stands for; `revision` is another after a fill or a change. */
export type Grip = { readonly revision: string } & (
  | { readonly kind: 'order'; readonly order: Order }
  /** `position`: what it closes, as it was read last; null before that. */
  | { readonly kind: 'held'; readonly held: HeldExit; readonly position: Position | null }
  /** A stop or a target is pulled out of it; `exits`: those that it has or had. */
  | { readonly kind: 'position'; readonly position: Position; readonly exits: readonly ConditionalView[] }
  | { readonly kind: 'alert'; readonly alert: LevelAlert }
)

/** What pulling the line of a position makes: by the side of the price now on which it was let go. */
export type Pulled = 'stop' | 'target'

/** A stop where the position loses from the price now on, a target where it wins; null right at the price. */
export function pulledOf(size: Size, to: Price, now: Price): Pulled | null {
  const at = compare(to, now)
  if (at === 0) return null
  return at > 0 === signOf(size) > 0 ? 'target' : 'stop'
}

/** Of two lines at one price the one that is taken hold of first: what lies over a position is what was put there. */
export const GRIP_RANKS: Readonly<Record<Grip['kind'], number>> = { order: 0, held: 1, alert: 2, position: 3 }

/** Whether an alert is a line of a chart: it is on, and waits for a price of that market. */
export function isLineOf(
  alert: AlertView,
  market: { readonly asset: string; readonly isLive: boolean },
): alert is LevelAlert {
  const { rule, state } = alert
  if (state !== 'on' || !isLevelRule(rule)) return false
  return rule.asset === null ? market.isLive : rule.asset === market.asset
}

/** Another after any change of what the line stands for. */
export const revisionOf = {
  order: ({ price, size, filled }: Order): string => `${price}/${size}/${filled}`,
  held: heldRevision,
  position: ({ size, entryPx }: Position): string => `${size}/${entryPx}`,
  alert: ({ rule, repeat }: LevelAlert): string => `${levelOfRule(rule)}/${rule.direction}/${repeat}`,
} as const
