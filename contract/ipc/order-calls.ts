/** Orders and other actions, automated orders, and the limits and safety locks that apply to both. */
import { z } from 'zod'
import { alertRule } from '../alert.ts'
import { type AlgoCheck, algoOrder, algoRequest } from '../algo.ts'
import { CHANGE_NAMES } from '../books/index.ts'
import { conditionalMove, exitAddition, exitPlanInput } from '../conditional.ts'
import type { Decimal, Money, Price, Size } from '../decimal.ts'
import type { FlattenReport, KillReport, StopReport } from '../flatten.ts'
import { type Intent, intent, shownFigures, sizeText } from '../intent.ts'
import { LIMIT_FIELDS, type LimitField, limitIssue } from '../limits.ts'
import { moveRequest } from '../move.ts'
import { closeDistance } from '../protection.ts'
import { reversalRequest } from '../reversal.ts'
import { BY_FORM, DISARMED_BECAUSE, KEYS_DISARMED_BECAUSE, KEYS_MODES, panelId, submittedBy } from '../safety-locks.ts'
import { byAny, call, loosening, marketRef, READ } from './call.ts'

/** How far from the price positions may be closed: °F for scalar ones, points of probability for contracts and shares. */
const distances = z.strictObject({
  scalar: closeDistance,
  probability: closeDistance,
  outcome: closeDistance.optional(),
})

/** The rate bucket of an intent: orders never delay a close. */
function rateOfIntent({ intent }: { readonly intent: Intent }): 'reducing' | 'orders' {
  if (intent.kind === 'cancel' || intent.kind === 'close') return 'reducing'
  return intent.kind === 'place' && intent.reduceOnly ? 'reducing' : 'orders'
}

/** Actions of the trader, and answers to questions. */
export const orderCalls = {
  /**
   * Accepts an intent; returns as soon as it is journaled. Progress comes with the `actions` topic. A known `requestId` is not executed again. What
   * the window showed is journaled for reference only; unreadable parts are dropped. `by` names the input, and so the safety lock that must be armed
   * to add exposure.
   */
  submit: call<{ readonly actionId: string; readonly repeated: boolean }>()(
    { from: 'armed', rate: rateOfIntent, gesture: 'none' },
    z.strictObject({
      requestId: z.uuid(),
      intent,
      shown: shownFigures.optional().catch(undefined),
      by: submittedBy.default(BY_FORM),
    }),
  ),
  /**
   * Lets one refused order exceed a limit of the trader's own: exactly this order, under its own request id, submitted from this window within 60 s.
   * Always confirmed in a dialog. Sends nothing itself.
   */
  overrideLimit: call<null>()(
    loosening('answers'),
    z.strictObject({ actionId: z.uuid(), requestId: z.uuid(), intent }),
  ),
  /** The trader's answer for an action that could not be verified. */
  confirmUnverified: call<null>()(
    { from: 'armed', rate: ({ accept }) => (accept ? 'answers' : 'reducing'), gesture: 'loosening' },
    z.strictObject({ actionId: z.uuid(), accept: z.boolean() }),
  ),
  /** The trader's statement that another client trades for this wallet too, or no longer does: that client's orders are then only marked. */
  expectOtherClient: call<null>()(loosening('answers'), z.strictObject({ isExpected: z.boolean() })),
  /**
   * The trader's acceptance of an unreadable account row: it counts at its value until the terminal quits or the row changes. Always confirmed in a
   * dialog.
   */
  acknowledgeUnreadable: call<null>()(
    loosening('answers'),
    z.strictObject({ list: z.enum(['positions', 'orders']), text: z.string().min(1).max(400) }),
  ),
  /** Forgets the learned number of an asset: its next use asks the trader again. */
  forgetAssetNumber: call<null>()(
    loosening('answers'),
    z.strictObject({ asset: z.string().min(1).max(40), number: z.number().int().nonnegative() }),
  ),
  /** The trader has seen that an order appeared after its action was reported as over. */
  markSeen: call<null>()(byAny('answers'), z.strictObject({ actionId: z.uuid() })),
  /** Dismisses the row of a closed position. */
  dismissClosedPosition: call<null>()(byAny('answers'), z.strictObject({ id: z.string().min(1).max(100) })),
  /** Names an unexplained balance change; null removes the name. */
  renameBalanceChange: call<null>()(
    byAny('answers'),
    z.strictObject({ id: z.string().min(1).max(100), as: z.enum(CHANGE_NAMES).nullable() }),
  ),
  /** States whether a transfer of unknown outcome was made; kept as the trader's statement. */
  settleTransfer: call<null>()(loosening('answers'), z.strictObject({ actionId: z.uuid(), made: z.boolean() })),
  /** Stops a widening close after its current order; what has closed stays closed. */
  stopClosing: call<null>()(byAny('answers'), z.strictObject({ actionId: z.uuid() })),
  /**
   * Cancels every resting order of the trader (of one asset when given), each as its own action. Unsent actions that may add exposure are refused
   * first; sent ones are awaited, and canceled once they rest.
   */
  cancelAll: call<{ readonly actionIds: readonly string[] } & StopReport>()(
    byAny('stopping'),
    z.strictObject({ requestId: z.uuid(), asset: z.string().min(1).max(40).nullable() }),
  ),
  /** Confirms a prediction's estimate. Only the named estimate is confirmed, never one that has replaced it. */
  confirmEstimate: call<null>()(
    { from: 'armed', rate: ({ accept }) => (accept ? 'answers' : 'reducing'), gesture: 'loosening' },
    z.strictObject({ actionId: z.uuid(), estimateId: z.string().max(200), accept: z.boolean() }),
  ),
  /**
   * Closes every position at market, each as its own action; with `cancelOrders` all resting orders are canceled too. Unsent actions that may add
   * exposure are refused first; sent ones are awaited.
   */
  flatten: call<FlattenReport>()(
    byAny('stopping'),
    z.strictObject({
      requestId: z.uuid(),
      distances,
      cancelOrders: z.boolean(),
    }),
  ),
  /**
   * Kills the deployment of the calling window: nothing that adds exposure is sent there any longer, across restarts. Pauses automated orders,
   * cancels every resting order, and closes every position within `distances`; null leaves them. The answer lists what could not be canceled or
   * closed.
   */
  kill: call<KillReport>()(byAny('stopping'), z.strictObject({ requestId: z.uuid(), distances: distances.nullable() })),
  /** Lifts the kill of the calling window's deployment: `name` is what the trader typed, and must match its name. */
  liftKill: call<null>()(loosening('answers'), z.strictObject({ name: z.string().max(60) })),
  /** Resumes a flatten that a shutdown interrupted: with the current orders and positions, and new actions. None resumes by itself. */
  resumeFlatten: call<FlattenReport>()(byAny('stopping'), z.strictObject({ id: z.uuid() })),
  /** Ends an interrupted flatten, and leaves the rest open. */
  dismissFlatten: call<null>()(byAny('answers'), z.strictObject({ id: z.uuid() })),
} as const

/** Automated orders, moves, reversals, exits and alerts. */
export const heldCalls = {
  /** Resumes paused automated orders: `confirmation` is the text typed by the trader. */
  resumeHeld: call<null>()(
    loosening('answers'),
    z.strictObject({ id: z.string().min(1).max(100), confirmation: z.string().max(40) }),
  ),
  /**
   * Moves a resting order to another price or total size (`moveRequest`): cancels it, and places the rest once reads show how it ended. Refused
   * before any action if the new order would be; returns once journaled, progress comes with `moves`.
   */
  moveOrder: call<{ readonly id: string }>()({ from: 'armed', rate: 'orders', gesture: 'none' }, moveRequest),
  /** Places the rest of a move that was canceled and not replaced: first reads the end and fills of its order again. */
  retryMove: call<null>()({ from: 'armed', rate: 'orders', gesture: 'none' }, z.strictObject({ id: z.uuid() })),
  /** Abandons a move that was canceled and not replaced. */
  abandonMove: call<null>()(byAny('answers'), z.strictObject({ id: z.uuid() })),
  /**
   * Reverses a position: closes it, reads the fills of the close, and opens the same size on the other side. Refused before anything is closed if the
   * opening would be; a partial close opens nothing. Returns once journaled, progress comes with `reversals`.
   */
  reversePosition: call<{ readonly id: string }>()({ from: 'armed', rate: 'orders', gesture: 'none' }, reversalRequest),
  /** Checks an algo order: what would refuse it, and its worst case; nothing is started. */
  checkAlgo: call<AlgoCheck>()(READ, algoOrder),
  /**
   * Starts an algo order: the terminal sends its children by itself. Refused before anything is sent if one of them would be; returns once journaled,
   * progress comes with `algos`.
   */
  beginAlgo: call<{ readonly id: string }>()(
    { from: 'armed', rate: ({ reduceOnly }) => (reduceOnly ? 'reducing' : 'orders'), gesture: 'loosening' },
    algoRequest,
  ),
  /** Pauses an algo order. */
  pauseAlgo: call<null>()(byAny('reducing'), z.strictObject({ id: z.uuid() })),
  /** Resumes a paused algo order. `most`: the total that the trader was shown for a scale; null for slices. */
  resumeAlgo: call<null>()(
    { from: 'armed', rate: 'answers', gesture: 'loosening' },
    z.strictObject({ id: z.uuid(), most: sizeText.nullable() }),
  ),
  /** Stops an algo order. `cancel`: also cancels its resting orders. */
  stopAlgo: call<null>()(byAny('reducing'), z.strictObject({ id: z.uuid(), cancel: z.boolean() })),
  /**
   * Sets the exits of a plan: on a position, or for an order sent after this under the request id in `entry`. Managed by this terminal. A repeated
   * request has no effect.
   */
  setExitPlan: call<{ readonly ids: readonly string[] }>()(byAny('reducing'), exitPlanInput),
  /** Cancels every exit of a plan that has not triggered. */
  cancelExitPlan: call<null>()(byAny('reducing'), z.strictObject({ plan: z.uuid() })),
  /**
   * Moves the trigger of a stop or target that has not triggered: it keeps its id and its plan. Refused when it would trigger at once. Returns the
   * new trigger.
   */
  moveConditional: call<{ readonly trigger: Price }>()(byAny('reducing'), conditionalMove),
  /** Adds a stop or target to an active plan; a repeated request for the same price adds one only. */
  addExit: call<{ readonly ids: readonly string[] }>()(byAny('reducing'), exitAddition),
  /** Cancels a conditional order that has not triggered. */
  cancelConditional: call<null>()(byAny('reducing'), z.strictObject({ id: z.uuid() })),
  /** Dismisses the rows of conditional orders that ended. */
  dismissConditionals: call<null>()(byAny('answers'), z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) })),
  /** Creates an alert (`id` null) or changes one. */
  saveAlert: call<{ readonly id: string }>()(
    byAny('saves'),
    z.strictObject({ id: z.uuid().nullable(), rule: alertRule, repeat: z.boolean(), on: z.boolean() }),
  ),
  removeAlert: call<null>()(byAny('saves'), z.strictObject({ id: z.uuid() })),
  saveAlertSettings: call<null>()(byAny('saves'), z.strictObject({ notifications: z.boolean() })),
} as const

const limitText = (field: LimitField) =>
  z
    .string()
    .max(40)
    .refine((text) => limitIssue(field, text) === null, `must be a valid ${LIMIT_FIELDS[field].name}`)
const limitNumber = (field: LimitField) => limitText(field).transform(Number)

/** The limits as typed: as text, so that each value is checked exactly as the trader wrote it. */
const limits = z.strictObject({
  orderValue: limitText('orderValue').transform((text) => text as Money),
  orderSize: limitText('orderSize').transform((text) => text as Size),
  position: limitText('position').transform((text) => text as Size),
  priceBandDegrees: limitText('priceBandDegrees').transform((text) => text as Decimal),
  priceBandCents: limitText('priceBandCents').transform((text) => text as Decimal),
  collarDegrees: limitText('collarDegrees').transform((text) => text as Decimal),
  collarCents: limitText('collarCents').transform((text) => text as Decimal),
  depthShare: limitText('depthShare').transform((text) => (text === '' ? null : Number(text))),
  ordersPerMinute: limitNumber('ordersPerMinute'),
  heldOrdersPerMinute: limitNumber('heldOrdersPerMinute'),
  throttleFills: limitNumber('throttleFills'),
  throttleSeconds: limitNumber('throttleSeconds'),
  dayLoss: limitText('dayLoss').transform((text) => (text === '' ? null : (text as Money))),
  worstCase: limitText('worstCase').transform((text) => (text === '' ? null : (text as Money))),
  arm: z.enum(['live', 'always', 'never']),
  armMinutes: limitNumber('armMinutes'),
  hotMinutes: limitNumber('hotMinutes'),
})

/** Limits and safety locks, as the trader sets them. */
export const safetyCalls = {
  /** Tightening takes effect at once, loosening after a delay (`pending_limits`). */
  saveLimits: call<null>()(loosening('saves'), limits),
  /** Withdraws a pending loosening of a limit. */
  withdrawLimit: call<null>()(
    byAny('saves'),
    z.strictObject({ field: z.enum(['arm', ...(Object.keys(LIMIT_FIELDS) as LimitField[])]) }),
  ),
  /** Arms or disarms the calling window. */
  arm: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), gesture: 'loosening' },
    z.strictObject({ armed: z.boolean() }),
  ),
  /**
   * Arms or disarms one-click of one ladder of the calling window, for one market. Fails with `not_armed` when the window itself must be armed first.
   */
  armOneClick: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), gesture: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), panel: panelId, market: marketRef }),
      z.strictObject({ armed: z.literal(false), panel: panelId, because: z.enum(DISARMED_BECAUSE).default('user') }),
    ]),
  ),
  /** Arms or disarms the trading keys of the calling window. Fails as `armOneClick` does. */
  armKeys: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), gesture: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), mode: z.enum(KEYS_MODES) }),
      z.strictObject({ armed: z.literal(false), because: z.enum(KEYS_DISARMED_BECAUSE).default('user') }),
    ]),
  ),
} as const
