/**
 * Conditional orders: a stop or take-profit that this terminal watches and turns into a close. They work only while the terminal runs: the service
 * knows nothing of them.
 */

import { z } from 'zod'
import type { ActiveUntil } from './active-until.ts'
import type { Decimal, Money, Price, Size } from './decimal.ts'
import { type ExitTerms, exitTerms } from './exit-plan.ts'
import type { CloseIntent } from './intent.ts'
import type { Family } from './market-ref.ts'
import { type CloseDistance, closeDistance } from './protection.ts'
import { decimalText, safeLine } from './safe-schema.ts'
import type { Millis } from './time.ts'

/** The position that a conditional order closes, and until when it can: the end of a bucket, binary market or outcome ends the position too. */
export interface ConditionalTarget {
  readonly family: Family
  /** For shares the coin of a side. */
  readonly asset: string
  /** For shares the expiry. */
  readonly end: Millis
}

/** Its purpose for the position: limit a loss, take a profit, or exit in time. */
export type ConditionalKind = 'stop' | 'take_profit' | 'time'
/** The price to watch: the mark, the last trade, or the touch, at which the position could be closed: the bid for a long, the ask for a short. */
export const TRIGGER_SOURCES = ['mark', 'last', 'touch'] as const
export type TriggerSource = (typeof TRIGGER_SOURCES)[number]

/** Name of the watched price: `mark`, `last`, `bid`, `ask`. */
export const watchedName = (source: TriggerSource, position: 'long' | 'short'): string =>
  source === 'touch' ? (position === 'long' ? 'bid' : 'ask') : source
/** The side of the trigger that the watched price must reach; equal to the trigger counts. */
export type TriggerDirection = 'at_or_above' | 'at_or_below'

/** Every state, described at `ConditionalState`. */
export const CONDITIONAL_STATES = [
  'waiting',
  'armed',
  'triggered',
  'submitted',
  'done',
  'cancelled',
  'failed',
  'expired',
] as const

/**
 * `waiting`: the order that it protects has not filled. `armed`: watched. `triggered`: the price was reached; a close is being sent, the first or a
 * further one. `submitted`: trading has journaled the close. `done`: it closed its size. `cancelled`: by the trader, or because another exit of its
 * plan closed the position. `failed`: its close cannot be made. `expired`: the position is gone or its bucket ended.
 */
export type ConditionalState = (typeof CONDITIONAL_STATES)[number]

/** Final states. */
export const FINAL_CONDITIONAL_STATES = [
  'done',
  'cancelled',
  'failed',
  'expired',
] as const satisfies readonly ConditionalState[]

export const isConditionalFinal = (state: ConditionalState): boolean =>
  (FINAL_CONDITIONAL_STATES as readonly ConditionalState[]).includes(state)

/** One step, as stored on disk. */
interface ConditionalStep {
  readonly state: ConditionalState
  readonly at: Millis
  readonly detail: string | null
  /** Set for a move by its plan: of several in a row only the last is kept. */
  readonly isMove?: true
}

/** Plan data that each exit carries; the exits of one plan differ only in `role`, `size`, `best` and `moved`. */
export interface ExitOfPlan {
  readonly id: string
  /** Name of its template; null for none. */
  readonly name: string | null
  readonly terms: ExitTerms
  /** Role of this exit: a number is a target, 0 the nearest. */
  readonly role: 'stop' | 'time' | number
  /** The action whose fills it protects; null when set on a position. */
  readonly entry: string | null
  /** Whether that action can fill no further. */
  readonly isEntryOver: boolean
  /** Contracts of a position it protects; null for all of it, as it changes, and for an entry. */
  readonly covers: Size | null
  /** Total size it ever protected. */
  readonly filled: Size
  /** The part of that which was closed by other means than its exits. */
  readonly gone: Size
  /** Whether `entryPx` comes from all fills; until then it is the price of the order. */
  readonly isPriced: boolean
  /** Average price of the protected size; null before the first fill. */
  readonly entryPx: Price | null
  /** Total entry fee; null while unknown. */
  readonly entryFee: Money | null
  /** Taker fee when it was set, basis points; null when break-even does not need it. */
  readonly takerBps: Decimal | null
  /** Price tick and size step; null when the service omits them. */
  readonly tick: Price | null
  readonly lot: Size | null
  /** Size that this exit closes now; 0 for a target that waits for more fills. */
  readonly size: Size
  /** For a trailing stop, the best price that moved it; null otherwise. */
  readonly best: Price | null
  /** What moved it last; null while it has not moved. Only the trader moves a target. */
  readonly moved: 'break_even' | 'trail' | 'user' | null
  /** Set for a stop that the trader has moved. */
  readonly manualStop?: ManualStop
}

/** How a stop keeps moving by itself after the trader has moved it. */
export interface ManualStop {
  /** Whether break-even is done, or was due when the trader overruled it: it no longer moves the stop. */
  readonly isEvenOver: boolean
  /** Trailing distance from then on; null for the distance of the terms. */
  readonly trail: Price | null
}

export interface ConditionalRecord {
  readonly id: string
  readonly target: ConditionalTarget
  readonly kind: ConditionalKind
  /** Side of the position it closes. */
  readonly position: 'long' | 'short'
  readonly source: TriggerSource
  readonly direction: TriggerDirection
  /** Trigger price in the market's own unit; null for a time exit, and while it waits for its entry. */
  readonly trigger: Price | null
  /** For a target, its percentage of what the plan covers; 100 for a stop, a time exit, and a target in contracts. */
  readonly percent: Decimal
  /** How far from its planned price its close may trade. */
  readonly protection: CloseDistance
  /** Its exit plan. */
  readonly plan: ExitOfPlan
  readonly state: ConditionalState
  readonly steps: readonly ConditionalStep[]
  /** By the service's clock, like the orders beside it. */
  readonly createdAt: Millis
  /** By the terminal's clock, like the times of its steps; Activity shows both by the service's. */
  readonly updatedAt: Millis
  /** Number of closes that ended and left something open. */
  readonly attempt: number
  /** Size those closed together; absent while none. */
  readonly closed?: Size
  /** Remaining part of the size fixed at the trigger; absent before that. */
  readonly left?: Size
  /** The submitted close, once its size is fixed. */
  readonly intent: CloseIntent | null
  /** Id of the close's action. */
  readonly actionId: string | null
  /** Its latest message, if any. */
  readonly message: string | null
}

/** Adds what windows show and main does not store. */
export interface ConditionalView extends ConditionalRecord {
  /** Until when it can act; null once it is over. */
  readonly until: ActiveUntil | null
  /** Why it is not watched at the moment; null while it is watched or over. */
  readonly paused: string | null
  /** The trader's input that its close will need, if known; null while it can be sent by itself. */
  readonly needs: string | null
}

const percentText = decimalText.transform((text) => text as Decimal)

/** New trigger of a stop or target, in the market's own unit. */
export const conditionalMove = z.strictObject({
  id: z.uuid(),
  trigger: decimalText.transform((text) => text as Price),
})
export type ConditionalMove = z.infer<typeof conditionalMove>

/** Request for a plan that protects a position, or the fills of an order; prices are in the market's own unit. */
export const exitPlanInput = z.strictObject({
  requestId: z.uuid(),
  asset: z.string().min(1).max(40),
  /** Side of the protected position; for an order, the side it opens. */
  position: z.enum(['long', 'short']),
  /** The `requestId` of the order that is sent after this; null for an existing position. */
  entry: z.uuid().nullable(),
  /** Contracts of the position; null for all of it, and for an order. */
  covers: decimalText.transform((text) => text as Size).nullable(),
  name: safeLine(40).nullable(),
  source: z.enum(TRIGGER_SOURCES),
  terms: exitTerms,
  /** How far from the price its closes may trade. */
  protection: closeDistance,
  /** The trader was warned that it cannot act until the market ends, and confirmed. */
  acceptsUntil: z.boolean(),
  /** Id of the watched plan that ends with this one, in one write: what is set is edited. */
  replaces: z.uuid().optional(),
})
export type ExitPlanInput = z.infer<typeof exitPlanInput>

/** An exit added to an active plan: a stop if it has none, or a further target. */
export const exitAddition = z.strictObject({
  /** Id of the plan. */
  plan: z.uuid(),
  kind: z.enum(['stop', 'target']),
  /** In the market's own unit. */
  price: decimalText.transform((text) => text as Price),
  /** Percentage of all that the plan covers; ignored for a stop, which closes all of it. */
  percent: percentText,
})
export type ExitAddition = z.infer<typeof exitAddition>
