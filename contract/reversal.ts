/**
 * Reversing a position: it is closed, what the close traded is read, and as much is opened on the other side. One action with a record of its own;
 * a close that filled in part, or of which not enough is known, opens nothing.
 */
import { z } from 'zod'
import { BY_FORM, submittedBy } from './catches.ts'
import type { Price, Size } from './decimal.ts'
import { type CloseIntent, closeIntent, priceText } from './intent.ts'
import type { Millis } from './time.ts'

/** What a window asks for: the close of all of a position as it shows it, and the worst price that the other side may be opened at. */
export const reversalRequest = z.strictObject({
  requestId: z.uuid(),
  close: closeIntent,
  worst: priceText,
  /** By which hand it comes, as with `submit`. */
  by: submittedBy.default(BY_FORM),
})

export type ReversalRequest = z.infer<typeof reversalRequest>

/**
 * `closing`: the close was handed over. `opening`: all of it was closed, and the opening was handed over. `reversed`: something was opened; how
 * much is `opened`. `closed`: closed, and nothing was opened. `partly`: the close filled in part, so nothing was opened. `kept`: nothing was closed.
 */
export type ReversalState = 'closing' | 'opening' | 'reversed' | 'closed' | 'partly' | 'kept'

/** The states after which nothing more happens to it. */
export const FINAL_REVERSAL_STATES = [
  'reversed',
  'closed',
  'partly',
  'kept',
] as const satisfies readonly ReversalState[]

/** Whether nothing more happens in this state. */
export const isReversalFinal = (state: ReversalState): boolean =>
  (FINAL_REVERSAL_STATES as readonly ReversalState[]).includes(state)

/** A reversal, as windows show it. */
export interface ReversalView {
  /** The `requestId` of the press. */
  readonly id: string
  readonly asset: string
  /** The position as it was when it was asked for, signed. */
  readonly size: Size
  readonly close: CloseIntent
  readonly worst: Price
  readonly state: ReversalState
  /** When it was asked for and when it changed last, by the service's clock. */
  readonly at: Millis
  readonly changedAt: Millis
  readonly closeId: string
  /** Null until it was handed over. */
  readonly openId: string | null
  /** Without a sign; null while not known. */
  readonly closed: Size | null
  readonly opened: Size | null
  /** Why it went no further; null where there is nothing to say. */
  readonly message: string | null
}
