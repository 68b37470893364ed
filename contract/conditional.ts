/**
 * Conditional orders: a stop or a take-profit that this terminal holds, watches and turns into a close. They work only while the
 * terminal runs: the service knows nothing of them.
 */
import { z } from 'zod'
import type { ActsUntil } from './acts-until.ts'
import { type Decimal, type Money, type Price, parseDecimal, type Size } from './decimal.ts'
import { type ExitTerms, exitTerms } from './exit-plan.ts'
import type { CloseIntent } from './intent.ts'
import { type CloseDistance, closeDistance } from './protection.ts'
import { safeLine } from './safe-schema.ts'
import type { Millis } from './time.ts'

/** What a conditional order closes, and until when it can: a bucket, a binary market or an outcome ends, and the position with it. */
export type ConditionalTarget =
  | { readonly family: 'scalar'; readonly asset: string; readonly end: Millis }
  | { readonly family: 'binary'; readonly asset: string; readonly end: Millis }
  /** `asset` is the coin of a side, `end` the expiry. */
  | { readonly family: 'outcome'; readonly asset: string; readonly end: Millis }

/** What it does for the position that it closes: limit a loss, take a profit, or leave in time. */
export type ConditionalKind = 'stop' | 'take_profit' | 'time'
/** Which price is watched: the mark, the last trade, or the best price that the position could be left at: the bid of a long, the ask of a short. */
export const TRIGGER_SOURCES = ['mark', 'last', 'touch'] as const
export type TriggerSource = (typeof TRIGGER_SOURCES)[number]

/** What is watched, in a word of the trade: `mark`, `last`, `bid`, `ask`. */
export const watchedName = (source: TriggerSource, position: 'long' | 'short'): string =>
  source === 'touch' ? (position === 'long' ? 'bid' : 'ask') : source
/** On which side of the trigger the watched price must come to be; being at the trigger counts. */
export type TriggerDirection = 'at_or_above' | 'at_or_below'

/** Every state of a conditional order; `ConditionalState` says what each means. */
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
 * `waiting`: the order that it is to protect has not filled. `armed`: watched. `triggered`: the price was there; a close is on its way out, the first or another one. `submitted`: trading has the
 * close and journalled it. `done`: it closed what it was to close. `cancelled`: by the trader, or because another exit of its plan closed the position.
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
  /** Its plan moved it: of several in a row only the last is kept. */
  readonly isMove?: true
}

/** What an exit of a plan knows of the plan; the exits of one plan agree in all but `role`, `size`, `best` and `moved`. */
export interface ExitOfPlan {
  readonly id: string
  /** Of the template that it was made of; null for none. */
  readonly name: string | null
  readonly terms: ExitTerms
  /** Which of its exits this one is: a number is a target, 0 the nearest. */
  readonly role: 'stop' | 'time' | number
  /** The action whose fills it protects; null where it was set on a position. */
  readonly entry: string | null
  /** Whether nothing more of that action will fill. */
  readonly isEntryOver: boolean
  /** How many contracts of a position it protects; null for all of it, as it grows and shrinks, and for an entry. */
  readonly covers: Size | null
  /** All that it ever protected. */
  readonly filled: Size
  /** What of that was closed by other means than its exits. */
  readonly gone: Size
  /** Whether that price is of all its fills as they were read: until then it is what the order asked for. */
  readonly isPriced: boolean
  /** Average price of what it protects; null while nothing is filled. */
  readonly entryPx: Price | null
  /** The fee that was paid for all of it; null while it is not known. */
  readonly entryFee: Money | null
  /** The taker's fee when it was set, basis points; null where break-even does not ask for it. */
  readonly takerBps: Decimal | null
  /** Steps of price and size; null where the service does not say them. */
  readonly tick: Price | null
  readonly lot: Size | null
  /** How much this exit closes, as of now; 0 for a target that waits for more fills. */
  readonly size: Size
  /** Of a stop that trails, the best price that moved it; else null. */
  readonly best: Price | null
  /** What moved it last; null while it stands where it was set. Only a hand moves a target. */
  readonly moved: 'break_even' | 'trail' | 'hand' | null
  /** Of a stop that a hand has moved; absent else. */
  readonly byHand?: StopByHand
}

/** How a stop goes on by itself once a hand has moved it. */
export interface StopByHand {
  /** Whether break-even has done its part, or its moment had come when the hand overruled it: it moves the stop no more. */
  readonly isEvenOver: boolean
  /** How far behind the best price it trails from then on; null for the distance of the terms. */
  readonly trail: Price | null
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
  /** The price that triggers, in the market's own unit; null for what goes by the clock, and while it waits for its entry. */
  readonly trigger: Price | null
  /** Of a target its share of what the plan covers, per cent; 100 of a stop, a time exit, and a target of so many contracts. */
  readonly percent: Decimal
  /** How far its close may trade from the price at which it is planned. */
  readonly protection: CloseDistance
  /** What it knows of its exit plan. */
  readonly plan: ExitOfPlan
  readonly state: ConditionalState
  readonly steps: readonly ConditionalStep[]
  /** By the service's clock, as orders have theirs beside it. */
  readonly createdAt: Millis
  /** By the terminal's clock, as the times of its steps; in Activity both are by the service's. */
  readonly updatedAt: Millis
  /** How many closes were begun that are over and left something to be closed. */
  readonly attempt: number
  /** What those closed together; absent while nothing. */
  readonly closed?: Size
  /** What is left of the size that was settled at the trigger; absent before that. */
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
  /** Until when it can act; null once it is over. */
  readonly until: ActsUntil | null
  /** Why it is not being watched at this moment, in words; null while it is watched or over. */
  readonly paused: string | null
  /** What its close will want of the trader, as far as is known, in words; null while it will go out by itself. */
  readonly needs: string | null
}

const decimalText = z
  .string()
  .max(60)
  .refine((text) => parseDecimal(text) !== null, 'must be plain decimal text')
const percentText = decimalText.transform((text) => text as Decimal)

/** Where a stop or a target is to stand from now on, in the market's own unit. */
export const conditionalMove = z.strictObject({
  id: z.uuid(),
  trigger: decimalText.transform((text) => text as Price),
})
export type ConditionalMove = z.infer<typeof conditionalMove>

/** What a window asks for to protect a position, or what an order fills; prices are in the market's own unit. */
export const exitPlanInput = z.strictObject({
  requestId: z.uuid(),
  asset: z.string().min(1).max(40),
  /** The side of the position that is protected: of an order, the one that it opens. */
  position: z.enum(['long', 'short']),
  /** The `requestId` under which the order is sent after this; null for a position that is there. */
  entry: z.uuid().nullable(),
  /** How many contracts of the position; null for all of it, and for an order. */
  covers: decimalText.transform((text) => text as Size).nullable(),
  name: safeLine(40).nullable(),
  source: z.enum(TRIGGER_SOURCES),
  terms: exitTerms,
  /** How far from the price its closes may trade. */
  protection: closeDistance,
  /** The trader knows that it cannot act until the market ends, and wants it all the same. */
  acceptsUntil: z.boolean(),
})
export type ExitPlanInput = z.infer<typeof exitPlanInput>

/** One more way out for a plan that is watched: a stop where it has none, or a target beside its others. */
export const exitAddition = z.strictObject({
  /** Id of the plan. */
  plan: z.uuid(),
  kind: z.enum(['stop', 'target']),
  /** In the market's own unit. */
  price: decimalText.transform((text) => text as Price),
  /** Of all that the plan covers, per cent; a stop closes all of it, whatever is said. */
  percent: percentText,
})
export type ExitAddition = z.infer<typeof exitAddition>
