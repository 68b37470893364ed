/** Actions: what is submitted, the trader's word on it, and what is done to all of them. */
import { z } from 'zod'
import { CHANGE_NAMES } from '../books/index.ts'
import { BY_FORM, submittedBy } from '../catches.ts'
import type { FlattenReport, StopReport } from '../flatten.ts'
import { type Intent, intent } from '../intent.ts'
import type { KillReport } from '../kill.ts'
import { closeDistance } from '../protection.ts'
import { shownFigures } from '../shown.ts'
import { call } from './call.ts'

/** How far from the price positions may be closed: in °F of scalar ones, in points of probability of contracts and shares. */
const distances = z.strictObject({
  scalar: closeDistance,
  probability: closeDistance,
  outcome: closeDistance.optional(),
})

/** What an intent counts as: orders never hold a close back. */
function rateOfIntent({ intent }: { readonly intent: Intent }): 'reducing' | 'orders' {
  if (intent.kind === 'cancel' || intent.kind === 'close') return 'reducing'
  return intent.kind === 'place' && intent.reduceOnly ? 'reducing' : 'orders'
}

/** What the trader has done, and answers. */
export const orderCalls = {
  /**
   * Accepts an intent for carrying out; returns as soon as it is journalled. What becomes of it comes with the `actions` topic.
   * A `requestId` that is already known is not carried out again. What the window showed of it is journalled, and decides nothing: what of it
   * cannot be read is left out. `by` says by which hand it comes, and so which catch has to be armed for what adds exposure.
   */
  submit: call<{ readonly actionId: string; readonly repeated: boolean }>()(
    { from: 'armed', rate: rateOfIntent, hand: 'no' },
    z.strictObject({
      requestId: z.uuid(),
      intent,
      shown: shownFigures.optional().catch(undefined),
      by: submittedBy.default(BY_FORM),
    }),
  ),
  /**
   * Lets one order go beyond a limit of the trader's own that it was refused for: this very order, as it was asked for, under a request id of its own,
   * submitted from this window within 60 s. Always asked in a box. Nothing is sent by it.
   */
  overrideLimit: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ actionId: z.uuid(), requestId: z.uuid(), intent }),
  ),
  /** Answers an action that waits for the trader's word because it could not be verified. */
  confirmUnverified: call<null>()(
    { from: 'armed', rate: ({ accept }) => (accept ? 'answers' : 'reducing'), hand: 'loosening' },
    z.strictObject({ actionId: z.uuid(), accept: z.boolean() }),
  ),
  /** The trader's word that another client trades for this wallet too, or does not any more: its orders are then marked only. */
  expectOtherClient: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ isExpected: z.boolean() }),
  ),
  /**
   * The trader's word on a row of the account that nobody can read: it counts at its value from then on, until the terminal ends or the row changes.
   * Always asked in a box.
   */
  acknowledgeUnreadable: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ list: z.enum(['positions', 'orders']), text: z.string().min(1).max(400) }),
  ),
  /** Forgets the number that was learned of an asset: its next use asks for the trader's word again. */
  forgetAssetNumber: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ asset: z.string().min(1).max(40), number: z.number().int().nonnegative() }),
  ),
  /** The trader has seen that an order showed up after its action had been told as over. */
  markSeen: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, z.strictObject({ actionId: z.uuid() })),
  /** Puts the row of an ended position away. */
  putAwayEnding: call<null>()(
    { from: 'any', rate: 'answers', hand: 'no' },
    z.strictObject({ id: z.string().min(1).max(100) }),
  ),
  /** What the trader calls a change of their money that nothing explains; null takes the name away. */
  renameBalanceChange: call<null>()(
    { from: 'any', rate: 'answers', hand: 'no' },
    z.strictObject({ id: z.string().min(1).max(100), as: z.enum(CHANGE_NAMES).nullable() }),
  ),
  /** Says of a transfer that nothing else tells of whether it was made; kept as the trader's word. */
  settleTransfer: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ actionId: z.uuid(), made: z.boolean() }),
  ),
  /** Has a close that widens end with the order that is out; what it closed by then stays closed. */
  stopClosing: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, z.strictObject({ actionId: z.uuid() })),
  /**
   * Cancels every resting order of the trader's (of one asset when given), each as an action of its own. What may add exposure and has
   * not been sent yet is refused first; what has been sent is waited for, and canceled once it rests.
   */
  cancelAll: call<{ readonly actionIds: readonly string[] } & StopReport>()(
    { from: 'any', rate: 'stopping', hand: 'no' },
    z.strictObject({ requestId: z.uuid(), asset: z.string().min(1).max(40).nullable() }),
  ),
  /** The trader's word on a prediction's estimate. Only the estimate named is confirmed, never one that replaced it meanwhile. */
  confirmEstimate: call<null>()(
    { from: 'armed', rate: ({ accept }) => (accept ? 'answers' : 'reducing'), hand: 'loosening' },
    z.strictObject({ actionId: z.uuid(), estimateId: z.string().max(200), accept: z.boolean() }),
  ),
  /**
   * Closes every position at market, each as an action of its own; with `cancelOrders` all resting orders are canceled too. What may add
   * exposure and has not been sent yet is refused first; what has been sent is waited for.
   */
  flatten: call<FlattenReport>()(
    { from: 'any', rate: 'stopping', hand: 'no' },
    z.strictObject({
      requestId: z.uuid(),
      distances,
      cancelOrders: z.boolean(),
    }),
  ),
  /**
   * Kills the deployment of the window that calls: nothing that adds exposure is sent there any more, over restarts. Pauses held work, cancels every
   * resting order, and closes every position where `distances` says how far; null leaves them. What could not be canceled or closed is in the answer.
   */
  kill: call<KillReport>()(
    { from: 'any', rate: 'stopping', hand: 'no' },
    z.strictObject({ requestId: z.uuid(), distances: distances.nullable() }),
  ),
  /** Lifts the kill of the deployment of the window that calls: `name` is what the trader typed, and must be its name. */
  liftKill: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ name: z.string().max(60) }),
  ),
  /**
   * Has a flatten go on that the end of the terminal cut off: with the orders and positions of now, and actions of its own. None goes on by
   * itself.
   */
  goOnFlatten: call<FlattenReport>()({ from: 'any', rate: 'stopping', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  /** Ends such a flatten, and leaves what is left. */
  leaveFlatten: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, z.strictObject({ id: z.uuid() })),
} as const
