/** A form's statement about its last order, as long as it is true and relevant; the activity list keeps it afterwards. */

import { useState } from 'react'
import { type ActionRecord, isFinal, serviceTime } from '../../contract/action.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Intent } from '../../contract/intent.ts'
import type { PositionClose, PositionCloseKind } from '../../contract/position-close.ts'
import { addsExposure, requestedOrderOf } from '../../contract/requested-order.ts'
import { timeText } from '../format/index.ts'
import { type Sender, useSubmittedAction } from './use-submission.ts'

/** The inputs that decide whether a statement is shown. */
interface StatementState {
  readonly requestId: string | null
  /** The draft at the time of sending. */
  readonly draft: string
  /** Another draft was started since. */
  readonly left: boolean
  /** A position on its side was held at some moment since. */
  readonly wasHeld: boolean
}

/** The state after an update. */
export function statementAfter(
  before: StatementState,
  now: { readonly requestId: string | null; readonly draft: string; readonly held: boolean | null },
): StatementState {
  if (now.requestId !== before.requestId) {
    return { requestId: now.requestId, draft: now.draft, left: false, wasHeld: now.held === true }
  }
  return {
    ...before,
    left: before.left || now.draft !== before.draft,
    wasHeld: before.wasHeld || now.held === true,
  }
}

/** Long, short, or flat. */
export type Way = -1 | 0 | 1

/** The direction that an intent enters; 0 where it only reduces, or is not an order. */
function wayOf(intent: Intent): Way {
  const side = requestedOrderOf(intent)?.side ?? null
  if (side === null || !addsExposure(intent)) return 0
  return side === 'buy' ? 1 : -1
}

/** Whether the position that an intent enters is held; a sale that closed a long stays valid while flat. */
export function heldBy(intent: Intent | null, held: Way | null): boolean | null {
  if (held === null) return null
  return intent !== null && held !== 0 && held === wayOf(intent)
}

/** Whether it is over with at least a partial fill. */
const traded = ({ state, filled }: ActionRecord): boolean =>
  state === 'filled' || (isFinal(state) && filled != null && signOf(filled) > 0)

/** Whether the statement is still shown: a pending one always is. @param includesEnd whether it reports the end of the position */
export function isShown(
  action: ActionRecord | undefined,
  current: StatementState,
  held: boolean | null,
  includesEnd = false,
): boolean {
  if (action !== undefined && !isFinal(action.state) && action.state !== 'resting') return true
  if (current.left) return false
  const over = action !== undefined && traded(action) && current.wasHeld && held === false && !includesEnd
  return !over
}

/**
 * Whether to show the result of the last submission, and of which action.
 * @param draft all typed and chosen inputs, including the market, as one text
 * @param way direction of the current position in the market; null while unknown
 * @param includesEnd whether the statement reports the end of the position that an action opened
 */
export function useStatement(
  { submission }: Sender,
  draft: string,
  way: Way | null,
  includesEnd: (action: ActionRecord | undefined) => boolean,
): { readonly action: ActionRecord | undefined; readonly stands: boolean } {
  const action = useSubmittedAction(submission)
  const requestId = submission.state === 'idle' ? null : submission.requestId
  const held = heldBy(submission.state === 'idle' ? null : submission.intent, way)
  const [kept, keep] = useState<StatementState>({ requestId: null, draft: '', left: false, wasHeld: false })
  const current = statementAfter(kept, { requestId, draft, held })
  if (JSON.stringify(current) !== JSON.stringify(kept)) keep(current)
  return { action, stands: requestId !== null && isShown(action, current, held, includesEnd(action)) }
}

// The end of the position that an order opened, where the trader did not close it.

type ThenText = (time: string) => string
const THEN: Readonly<Record<PositionCloseKind | 'target', ThenText>> = {
  settled: (time) => `then settled ${time}`,
  stopped: (time) => `then closed by its stop ${time}`,
  target: (time) => `then closed by its target ${time}`,
  liquidated: (time) => `then liquidated ${time}`,
  closed_elsewhere: (time) => `then closed by another client ${time}`,
  converted: (time) => `then converted by another client ${time}`,
  unknown: (time) => `then gone, cause unknown ${time}`,
}
const THEN_PROBABLY: typeof THEN = {
  settled: (time) => `then probably settled ${time}`,
  stopped: (time) => `then probably closed by its stop ${time}`,
  target: (time) => `then probably closed by its target ${time}`,
  liquidated: (time) => `then probably liquidated ${time}`,
  closed_elsewhere: (time) => `then probably closed by another client ${time}`,
  converted: (time) => `then probably converted by another client ${time}`,
  unknown: (time) => `then probably gone, cause unknown ${time}`,
}

/** The first end of a position in its asset, on its side, since it filled; null while there is none, and for intents that only reduce. */
export function closedSince(action: ActionRecord | undefined, endings: readonly PositionClose[]): PositionClose | null {
  if (action === undefined || !('asset' in action.intent) || !hasTraded(action)) return null
  const { asset } = action.intent
  const [way, since] = [wayOf(action.intent), serviceTime(action, action.execution?.at ?? action.createdAt)]
  const isIts = (ending: PositionClose): boolean =>
    ending.asset === asset && ending.part === undefined && signOf(ending.size) === way && ending.at >= since
  return way === 0 ? null : (endings.findLast(isIts) ?? null)
}

const hasTraded = ({ state, filled }: ActionRecord): boolean =>
  state === 'filled' || (filled !== null && signOf(filled) > 0)

/** `then liquidated 13:04:07` */
export function thenText({ kind, isCertain, trigger, at }: PositionClose): string {
  const texts = isCertain ? THEN : THEN_PROBABLY
  return texts[kind === 'stopped' && trigger?.kind === 'take_profit' ? 'target' : kind](timeText(at))
}

/** Whether the end was a bad one, and is styled as such. */
export const endedBadly = ({ kind }: PositionClose): boolean => kind === 'liquidated' || kind === 'unknown'
