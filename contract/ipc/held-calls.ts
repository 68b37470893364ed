/** What main holds and does by itself: moves, reversals, scales and slices, exits, alerts. */
import { z } from 'zod'
import { alertRule } from '../alert.ts'
import { type AlgoCheck, algoQuestion, algoRequest } from '../algo.ts'
import { conditionalMove, exitAddition, exitPlanInput } from '../conditional.ts'
import type { Price } from '../decimal.ts'
import { sizeText } from '../intent.ts'
import { moveRequest } from '../move.ts'
import { reversalRequest } from '../reversal.ts'
import { call, READ } from './call.ts'

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
