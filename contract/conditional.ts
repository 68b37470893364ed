/**
 * Conditional orders: a stop or a take-profit that this terminal holds, watches and turns into a close. They work only while the
 * terminal runs: the service knows nothing of them.
 */
import { z } from 'zod'
import { type Decimal, type Price, parseDecimal, type Size } from './decimal.ts'
import type { CloseIntent } from './intent.ts'
import type { Millis } from './time.ts'

/** What a conditional order closes, and until when it can: a scalar bucket or a binary market ends, and the position with it. */
export type ConditionalTarget =
  | { readonly family: 'scalar'; readonly asset: string; readonly end: Millis }
  | { readonly family: 'binary'; readonly asset: string; readonly end: Millis }

/** What it does for the position that it closes: limit a loss, or take a profit. */
export type ConditionalKind = 'stop' | 'take_profit'
/** Which price is watched: the mark, or the last trade. */
export type TriggerSource = 'mark' | 'last'
/** On which side of the trigger the watched price must come to be; being at the trigger counts. */
export type TriggerDirection = 'at_or_above' | 'at_or_below'

/** Every state of a conditional order; `ConditionalState` says what each means. */
export const CONDITIONAL_STATES = ['armed', 'triggered', 'submitted', 'done', 'cancelled', 'failed', 'expired'] as const

/**
 * `armed`: watched. `triggered`: the price was there; a close is on its way out, the first or another one. `submitted`: trading has the
 * close and journalled it. `done`: it closed what it was to close. `cancelled`: by the trader, or because its partner closed the position.
 * `failed`: its close cannot be made. `expired`: the position is gone or its bucket ended.
 */
export type ConditionalState = (typeof CONDITIONAL_STATES)[number]

/** The states after which nothing more happens. */
export const FINAL_CONDITIONAL_STATES = [
  'done',
  'cancelled',
  'failed',
  'expired',
] as const satisfies readonly ConditionalState[]

/** Whether nothing more will happen to a conditional order in this state. */
export const isConditionalFinal = (state: ConditionalState): boolean =>
  (FINAL_CONDITIONAL_STATES as readonly ConditionalState[]).includes(state)

/** One step of a conditional order, as kept on disk. */
interface ConditionalStep {
  readonly state: ConditionalState
  readonly at: Millis
  readonly detail: string | null
}

/** A conditional order as windows see it. */
export interface ConditionalRecord {
  readonly id: string
  readonly target: ConditionalTarget
  readonly kind: ConditionalKind
  /** The side of the position it closes. */
  readonly position: 'long' | 'short'
  readonly source: TriggerSource
  readonly direction: TriggerDirection
  /** The price that triggers, in the market's own unit. */
  readonly trigger: Price
  /** How much of the position held at that moment it closes, over 0 to 100 per cent. */
  readonly percent: Decimal
  /** Tolerance of the close, per cent. */
  readonly slippagePct: Decimal
  /** Shared by the two of a pair of which one cancels the other, else null. */
  readonly oco: string | null
  readonly state: ConditionalState
  readonly steps: readonly ConditionalStep[]
  /** By the service's clock, as orders have theirs beside it. */
  readonly createdAt: Millis
  readonly updatedAt: Millis
  /** How many closes were begun that are over and left something to be closed. */
  readonly attempt: number
  /** What those closed together; absent while nothing. */
  readonly closed?: Size
  /** What is left of the size that was settled at the trigger; absent before that, and for all of the position. */
  readonly left?: Size
  /** The close as submitted, once it is settled what to close. */
  readonly intent: CloseIntent | null
  /** The action that the close became. */
  readonly actionId: string | null
  /** The last word on it, when there is one. */
  readonly message: string | null
}

/** With what windows need to show and main need not keep. */
export interface ConditionalView extends ConditionalRecord {
  /** Why it is not being watched at this moment, in words; null while it is watched or over. */
  readonly paused: string | null
  /** What its close will want of the trader, as far as is known, in words; null while it will go out by itself. */
  readonly needs: string | null
}

const decimalText = z
  .string()
  .max(60)
  .refine((text) => parseDecimal(text) !== null, 'must be plain decimal text')
const priceText = decimalText.transform((text) => text as Price).nullable()
const percentText = decimalText.transform((text) => text as Decimal)

/** What a window asks for; prices are in the market's own unit. */
export const conditionalInput = z.strictObject({
  requestId: z.uuid(),
  asset: z.string().min(1).max(40),
  source: z.enum(['mark', 'last']),
  stop: priceText,
  takeProfit: priceText,
  percent: percentText,
  slippagePct: percentText,
})
