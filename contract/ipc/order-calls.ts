/** Actions that are submitted, what main holds and does by itself, and the limits and catches that bind both. */
import { z } from 'zod'
import { alertRule } from '../alert.ts'
import { type AlgoCheck, algoQuestion, algoRequest } from '../algo.ts'
import { CHANGE_NAMES } from '../books/index.ts'
import { BY_FORM, DISARMED_BECAUSE, KEYS_DISARMED_BECAUSE, KEYS_MODES, panelId, submittedBy } from '../catches.ts'
import { conditionalMove, exitAddition, exitPlanInput } from '../conditional.ts'
import type { Decimal, Money, Price, Size } from '../decimal.ts'
import type { FlattenReport, KillReport, StopReport } from '../flatten.ts'
import { type Intent, intent, shownFigures, sizeText } from '../intent.ts'
import { LIMIT_FIELDS, type LimitField, limitIssue } from '../limits.ts'
import { moveRequest } from '../move.ts'
import { closeDistance } from '../protection.ts'
import { reversalRequest } from '../reversal.ts'
import { call, marketRef, READ } from './call.ts'

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

/** What goes on by itself once it was begun or set. */
export const heldCalls = {
  /** Has paused held work go on: `word` is what the trader typed. */
  resumeHeld: call<null>()(
    { from: 'any', rate: 'answers', hand: 'loosening' },
    z.strictObject({ id: z.string().min(1).max(100), word: z.string().max(40) }),
  ),
  /**
   * Moves a resting order to another price or whole size (`moveRequest`): cancels it, and places what is left once its end and its fills were
   * read. Refused before anything is done where the new order would be; answers as soon as it is journalled, `moves` tells the rest.
   */
  moveOrder: call<{ readonly id: string }>()({ from: 'armed', rate: 'orders', hand: 'no' }, moveRequest),
  /** Has a move that was canceled and not replaced place what is left: its order's end and fills are read once more before. */
  retryMove: call<null>()({ from: 'armed', rate: 'orders', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  /** Leaves such a move at that. */
  leaveMove: call<null>()({ from: 'any', rate: 'answers', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  /**
   * Reverses a position: closes it, reads what the close traded, and opens as much on the other side. Refused before anything is closed where the
   * opening would be; a close that fills in part opens nothing. Answers as soon as it is journalled, `reversals` tells the rest.
   */
  reversePosition: call<{ readonly id: string }>()({ from: 'armed', rate: 'orders', hand: 'no' }, reversalRequest),
  /** What would refuse an algo order, and what could be lost with it; nothing is begun. */
  checkAlgo: call<AlgoCheck>()(READ, algoQuestion),
  /**
   * Begins an algo order: its children are sent by the terminal itself. Refused before anything is sent where one of them would be; answers as
   * soon as it is journalled, `algos` tells the rest.
   */
  beginAlgo: call<{ readonly id: string }>()(
    { from: 'armed', rate: ({ reduceOnly }) => (reduceOnly ? 'reducing' : 'orders'), hand: 'loosening' },
    algoRequest,
  ),
  /** It sends nothing more until it is to go on. */
  pauseAlgo: call<null>()({ from: 'any', rate: 'reducing', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  /** Has one that is paused go on. */
  goOnAlgo: call<null>()(
    { from: 'armed', rate: 'answers', hand: 'loosening' },
    z.strictObject({ id: z.uuid(), most: sizeText.nullable() }),
  ),
  /** Nothing more of it is sent. `cancel`: what rests of it is taken back. */
  stopAlgo: call<null>()(
    { from: 'any', rate: 'reducing', hand: 'no' },
    z.strictObject({ id: z.uuid(), cancel: z.boolean() }),
  ),
  /**
   * Sets the exits of a plan: on a position, or for an order that is sent after this under the request id that `entry` names. Held by this
   * terminal. The same request is never set twice.
   */
  setExitPlan: call<{ readonly ids: readonly string[] }>()(
    { from: 'any', rate: 'reducing', hand: 'no' },
    exitPlanInput,
  ),
  /** Ends every exit of a plan that has not triggered yet. */
  cancelExitPlan: call<null>()({ from: 'any', rate: 'reducing', hand: 'no' }, z.strictObject({ plan: z.uuid() })),
  /**
   * Moves the trigger of a stop or a target that has not triggered: it stays the same exit, with its id and its plan. Refused where it
   * would trigger at once. What it answers is where the exit stands then.
   */
  moveConditional: call<{ readonly trigger: Price }>()({ from: 'any', rate: 'reducing', hand: 'no' }, conditionalMove),
  /** Adds a stop or a target to a plan that is watched; asked twice for the same price, it adds one. */
  addExit: call<{ readonly ids: readonly string[] }>()({ from: 'any', rate: 'reducing', hand: 'no' }, exitAddition),
  /** Ends a conditional order that has not triggered yet. */
  cancelConditional: call<null>()({ from: 'any', rate: 'reducing', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  /** Puts the rows of conditional orders that ended away. */
  putAwayConditionals: call<null>()(
    { from: 'any', rate: 'answers', hand: 'no' },
    z.strictObject({ ids: z.array(z.uuid()).min(1).max(100) }),
  ),
  /** Sets an alert (`id` null) or changes one. */
  saveAlert: call<{ readonly id: string }>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ id: z.uuid().nullable(), rule: alertRule, repeat: z.boolean(), on: z.boolean() }),
  ),
  removeAlert: call<null>()({ from: 'any', rate: 'saves', hand: 'no' }, z.strictObject({ id: z.uuid() })),
  saveAlertSettings: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ notifications: z.boolean() }),
  ),
} as const

const limitText = (field: LimitField) =>
  z
    .string()
    .max(40)
    .refine((text) => limitIssue(field, text) === null, `must be a valid ${LIMIT_FIELDS[field].name}`)
const limitNumber = (field: LimitField) => limitText(field).transform(Number)

/** The limits as typed: texts, so that a value is judged exactly as the trader wrote it. */
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

/** Limits and catches, as the trader sets them. */
export const catchCalls = {
  /** What tightens holds at once, what loosens after a wait (`pending_limits`). */
  saveLimits: call<null>()({ from: 'any', rate: 'saves', hand: 'loosening' }, limits),
  /** Leaves a limit that waits to be loosened as it holds now. */
  takeBackLimit: call<null>()(
    { from: 'any', rate: 'saves', hand: 'no' },
    z.strictObject({ field: z.enum(['arm', ...(Object.keys(LIMIT_FIELDS) as LimitField[])]) }),
  ),
  /** Arms or disarms the window that calls. */
  arm: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.strictObject({ armed: z.boolean() }),
  ),
  /**
   * Arms or disarms one-click of one ladder of the window that calls, for one market. Fails with `not_armed` where the window itself has to be
   * armed first.
   */
  armOneClick: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), panel: panelId, market: marketRef }),
      z.strictObject({ armed: z.literal(false), panel: panelId, because: z.enum(DISARMED_BECAUSE).default('hand') }),
    ]),
  ),
  /** Arms or disarms the trading keys of the window that calls. Fails as `armOneClick` does. */
  armKeys: call<null>()(
    { from: 'any', rate: ({ armed }) => (armed ? 'answers' : 'disarming'), hand: 'loosening' },
    z.discriminatedUnion('armed', [
      z.strictObject({ armed: z.literal(true), mode: z.enum(KEYS_MODES) }),
      z.strictObject({ armed: z.literal(false), because: z.enum(KEYS_DISARMED_BECAUSE).default('hand') }),
    ]),
  ),
} as const
