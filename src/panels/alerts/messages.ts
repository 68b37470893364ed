/** What the states and kinds of alerts are called, and what each of their choices is: in the order in which they are offered. */
import type { AlertKind, AlertOrderEnd, AlertPositionEnd, CrossingDirection } from '../../../contract/alert.ts'
import type { BucketPhase } from '../../../contract/market.ts'

export const MESSAGES = {
  states: { on: 'On', fired: 'Fired', off: 'Off' },
  /** The state of an alert that is on and not watched; the reason is below it. */
  notWatched: 'Not watched',
} as const

export const KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  temperature: 'Temperature, °F',
  price: 'Mark',
  probability: 'Probability',
  fill: 'An order fills',
  order_end: 'An order ends',
  position_end: 'A position ends',
  liquidation: 'Liquidation comes near',
  bucket_close: 'The bucket closes soon',
  market_end: 'What I hold settles or expires soon',
  phase: 'The market opens, pauses or settles',
  token_expiry: 'The access token runs out soon',
}

/** The kinds as they are listed, by what they are about. */
export const KIND_GROUPS: readonly { readonly name: string; readonly kinds: readonly AlertKind[] }[] = [
  { name: 'Prices', kinds: ['temperature', 'price', 'probability'] },
  { name: 'Orders and positions', kinds: ['fill', 'order_end', 'position_end', 'liquidation'] },
  { name: 'Times', kinds: ['market_end', 'bucket_close', 'phase', 'token_expiry'] },
]

export const PHASE_NAMES: Readonly<Record<BucketPhase, string>> = {
  trading: 'Trading',
  final_window: 'Final window',
  settling: 'Settling',
  waiting: 'Waiting for the next bucket',
}

export const ORDER_END_NAMES: Readonly<Record<AlertOrderEnd, string>> = {
  any: 'In any way',
  filled: 'Filled',
  cancelled: 'Cancelled or expired',
  refused: 'Refused by the service',
}

export const POSITION_END_NAMES: Readonly<Record<AlertPositionEnd, string>> = {
  any: 'In any way',
  settled: 'Settled',
  stopped: 'Closed by its stop, target or time exit',
  liquidated: 'Liquidated',
  elsewhere: 'Closed, but not from here',
}

export const DIRECTIONS: readonly { readonly value: CrossingDirection; readonly label: string }[] = [
  { value: 'up', label: 'Rises to' },
  { value: 'down', label: 'Falls to' },
  { value: 'either', label: 'Either way' },
]
