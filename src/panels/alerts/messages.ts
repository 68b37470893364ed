/** Labels of alert states and of the choices of their kinds, in display order. */

import type { AlertOrderEnd, AlertPositionEnd, CrossingDirection } from '../../../contract/alert.ts'
import type { BucketPhase } from '../../../contract/market.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'

export const MESSAGES = {
  states: { on: 'On', fired: 'Fired', off: 'Off' },
  /** The state of an enabled alert that is not watched; the reason is below it. */
  notWatched: 'Not watched',
} as const

export const PHASE_NAMES: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting for the next bucket',
}

export const ORDER_END_NAMES: Readonly<Record<AlertOrderEnd, string>> = {
  any: 'Any',
  filled: 'Filled',
  cancelled: 'Canceled or expired',
  refused: COMMON.rejected,
}

export const POSITION_END_NAMES: Readonly<Record<AlertPositionEnd, string>> = {
  any: 'Any',
  settled: 'Settled',
  stopped: 'Closed by its stop, target or time exit',
  liquidated: 'Liquidated',
  elsewhere: 'Closed by another client',
}

/** Conditions on a level. @param what the value, with its market: `Mark of NYCTMP1` */
export const CROSSINGS: Readonly<Record<CrossingDirection, (what: string, level: string) => string>> = {
  up: (what, level) => `${what} rises to ${level}`,
  down: (what, level) => `${what} falls to ${level}`,
  either: (what, level) => `${what} crosses ${level}`,
}

/** Conditions on the end of an order. @param order `An order`, or `An order in NYCTMP1` */
export const ORDER_ENDS: Readonly<Record<AlertOrderEnd, (order: string) => string>> = {
  any: (order) => `${order} ends`,
  filled: (order) => `${order} ends: filled`,
  cancelled: (order) => `${order} ends: canceled or expired`,
  refused: (order) => `${order} ends: rejected by the venue`,
}

/** Conditions on the end of a position. @param position `A position`, or `A position in NYCTMP1` */
export const POSITION_ENDS: Readonly<Record<AlertPositionEnd, (position: string) => string>> = {
  any: (position) => `${position} closes`,
  settled: (position) => `${position} settles`,
  stopped: (position) => `${position} is closed by its stop, target or time exit`,
  liquidated: (position) => `${position} is liquidated`,
  elsewhere: (position) => `${position} is closed by another client`,
}

export const DIRECTIONS: readonly { readonly value: CrossingDirection; readonly label: string }[] = [
  { value: 'up', label: 'Rises to' },
  { value: 'down', label: 'Falls to' },
  { value: 'either', label: 'Crosses' },
]
