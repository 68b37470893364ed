/** What a form says of the last thing it sent, for as long as that is true and of interest; afterwards the activity list has it. */
import { useState } from 'react'
import { type ActionRecord, isFinal, serviceTime } from '../../contract/action.ts'
import { signOf } from '../../contract/decimal.ts'
import type { Ending, EndingKind } from '../../contract/ending.ts'
import type { Intent } from '../../contract/intent.ts'
import { addsExposure, orderAskedFor } from '../../contract/order-asked-for.ts'
import { timeText } from '../format/index.ts'
import { type Sender, useFollowedAction } from './use-submission.ts'

/** What a statement is judged by. */
interface Standing {
  readonly requestId: string | null
  /** What was typed when it was sent. */
  readonly draft: string
  /** Another draft was begun since. */
  readonly left: boolean
  /** A position the way it enters was held at some moment since. */
  readonly wasHeld: boolean
}

/** The standing after what is known now. */
export function standingAfter(
  before: Standing,
  now: { readonly requestId: string | null; readonly draft: string; readonly held: boolean | null },
): Standing {
  if (now.requestId !== before.requestId) {
    return { requestId: now.requestId, draft: now.draft, left: false, wasHeld: now.held === true }
  }
  return {
    ...before,
    left: before.left || now.draft !== before.draft,
    wasHeld: before.wasHeld || now.held === true,
  }
}

/** Long, short, or nothing at all. */
export type Way = -1 | 0 | 1

/** Which way an intent enters; 0 where it only leaves, or is no order. */
function wayOf(intent: Intent): Way {
  const side = orderAskedFor(intent)?.side ?? null
  if (side === null || !addsExposure(intent)) return 0
  return side === 'buy' ? 1 : -1
}

/** Whether what an intent enters is held; a sale that closed a long is not undone by there being nothing left of it. */
export function heldBy(intent: Intent | null, held: Way | null): boolean | null {
  if (held === null) return null
  return intent !== null && held !== 0 && held === wayOf(intent)
}

/** Whether it is over and traded at least a part. */
const traded = ({ state, filled }: ActionRecord): boolean =>
  state === 'filled' || (isFinal(state) && filled != null && signOf(filled) > 0)

/** Whether the statement still stands: what is under way always does. @param isToldHow it says itself what became of the position */
export function stands(
  action: ActionRecord | undefined,
  standing: Standing,
  held: boolean | null,
  isToldHow = false,
): boolean {
  if (action !== undefined && !isFinal(action.state) && action.state !== 'resting') return true
  if (standing.left) return false
  const over = action !== undefined && traded(action) && standing.wasHeld && held === false && !isToldHow
  return !over
}

/**
 * Whether to say what became of the last submission, and of which action.
 * @param draft everything that was typed and chosen, the market included, as one text
 * @param way which way a position in the market is held; null while not known
 * @param isToldHow whether the statement says what became of the position that an action opened
 */
export function useStatement(
  { submission }: Sender,
  draft: string,
  way: Way | null,
  isToldHow: (action: ActionRecord | undefined) => boolean,
): { readonly action: ActionRecord | undefined; readonly stands: boolean } {
  const action = useFollowedAction(submission)
  const requestId = submission.state === 'idle' ? null : submission.requestId
  const held = heldBy(submission.state === 'idle' ? null : submission.intent, way)
  const [kept, keep] = useState<Standing>({ requestId: null, draft: '', left: false, wasHeld: false })
  const standing = standingAfter(kept, { requestId, draft, held })
  if (JSON.stringify(standing) !== JSON.stringify(kept)) keep(standing)
  return { action, stands: requestId !== null && stands(action, standing, held, isToldHow(action)) }
}

// What became of the position that an order opened, where it ended without the trader's hand.

const WORDS: Readonly<Record<EndingKind, string>> = {
  settled: 'settled',
  stopped: 'closed by its stop',
  liquidated: 'liquidated',
  closed_elsewhere: 'closed elsewhere',
  converted: 'converted elsewhere',
  unknown: 'gone, it is not known how',
}

/** The first end of a position in its asset, the way it enters, since it traded; null while there is none, and for what only leaves. */
export function endingSince(action: ActionRecord | undefined, endings: readonly Ending[]): Ending | null {
  if (action === undefined || !('asset' in action.intent) || !hasTraded(action)) return null
  const { asset } = action.intent
  const [way, since] = [wayOf(action.intent), serviceTime(action, action.execution?.at ?? action.createdAt)]
  const isIts = (ending: Ending): boolean =>
    ending.asset === asset && ending.part === undefined && signOf(ending.size) === way && ending.at >= since
  return way === 0 ? null : (endings.findLast(isIts) ?? null)
}

const hasTraded = ({ state, filled }: ActionRecord): boolean =>
  state === 'filled' || (filled !== null && signOf(filled) > 0)

/** `then liquidated 13:04:07` */
export function thenText({ kind, isCertain, trigger, at }: Ending): string {
  const word = kind === 'stopped' && trigger?.kind === 'take_profit' ? 'closed by its take-profit' : WORDS[kind]
  return `then ${isCertain ? '' : 'probably '}${word} ${timeText(at)}`
}

/** Whether the end was a bad one, and is to be seen as that. */
export const endedBadly = ({ kind }: Ending): boolean => kind === 'liquidated' || kind === 'unknown'
