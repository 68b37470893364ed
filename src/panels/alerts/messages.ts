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
  elsewhere: 'Closed, but other client',
}

export const DIRECTIONS: readonly { readonly value: CrossingDirection; readonly label: string }[] = [
  { value: 'up', label: 'Rises to' },
  { value: 'down', label: 'Falls to' },
  { value: 'either', label: 'Crosses' },
]
