/**
 * Reverses a position: closes it, reads the fills of the close, and opens the same size on the other side. One action with its own record; a partial
 * close, or one with unknown fills, opens nothing.
 */
import { z } from 'zod'
import type { Price, Size } from './decimal.ts'
import { type CloseIntent, closeIntent, priceText } from './intent.ts'
import { BY_FORM, submittedBy } from './safety-locks.ts'
import type { StateTable } from './state-table.ts'
import type { Millis } from './time.ts'

/** Request of a window: close all of a position as shown, with the worst price for opening the other side. */
export const reversalRequest = z.strictObject({
  requestId: z.uuid(),
  close: closeIntent,
  worst: priceText,
  /** How it was submitted, as with `submit`. */
  by: submittedBy.default(BY_FORM),
})

export type ReversalRequest = z.infer<typeof reversalRequest>

/**
 * `closing`: the close was sent. `opening`: everything was closed, and the opening was sent. `reversed`: something was opened; `opened` is its size.
 * `closed`: closed, and nothing was opened. `partly`: the close filled in part, so nothing was opened. `kept`: nothing was closed.
 */
export type ReversalState = 'closing' | 'opening' | 'reversed' | 'closed' | 'partly' | 'kept'

/** The states that may follow each state of a reversal. */
export const REVERSAL_TRANSITIONS: StateTable<ReversalState> = {
  closing: ['kept', 'partly', 'closed', 'opening'],
  opening: ['reversed', 'closed'],
  reversed: [],
  closed: [],
  partly: [],
  kept: [],
}

/** Final states. */
export const FINAL_REVERSAL_STATES = [
  'reversed',
  'closed',
  'partly',
  'kept',
] as const satisfies readonly ReversalState[]

export const isReversalFinal = (state: ReversalState): boolean =>
  (FINAL_REVERSAL_STATES as readonly ReversalState[]).includes(state)

/** A reversal as windows show it. */
export interface ReversalView {
  /** The `requestId` of the click. */
  readonly id: string
  readonly asset: string
  /** Position at the time of the request, signed. */
  readonly size: Size
  readonly close: CloseIntent
  readonly worst: Price
  readonly state: ReversalState
  /** Times of the request and of the last change, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  readonly closeId: string
  /** Null until it was sent. */
  readonly openId: string | null
  /** Unsigned; null while unknown. */
  readonly closed: Size | null
  readonly opened: Size | null
  /** Why it did not complete; null when there is nothing to report. */
  readonly message: string | null
}
