/** Actions in a trader's words, the same in the tickets and in the activity list. */

import type { ActionRecord, ActionState } from '../../contract/action.ts'
import type { NamedOrder } from '../../contract/activity.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { priceLabel } from '../format/index.ts'
import { intentParts, intentText } from './intent-labels.ts'
import { joined, type LineParts, type Naming, PLAIN_NAMES, sideWord } from './line-parts.ts'
import { tradedParts } from './traded-labels.ts'

/** What an action comes to so far, in parts: what it traded where it did, else what was asked for. */
export const actionParts = (
  action: ActionRecord,
  others: readonly NamedOrder[] = [],
  names: Naming = PLAIN_NAMES,
): LineParts => tradedParts(action, names) ?? intentParts(action.intent, others, names)

const STEP_WORDS: Partial<Record<ActionState, string>> = { acknowledged: 'accepted', partly_filled: 'partly filled' }

/** A step as main takes it, in one or two words. */
export const stepWord = (state: ActionState): string => STEP_WORDS[state] ?? state

const STATE_WORDS: Record<ActionState, string> = {
  drafted: 'checking',
  checked: 'checking',
  journalled: 'checking',
  prepared: 'checking',
  verified: 'checking',
  signed: 'checking',
  sent: 'sent',
  acknowledged: 'sent',
  resting: 'working',
  partly_filled: 'part filled',
  filled: 'filled',
  cancelled: 'canceled',
  done: 'done',
  refused: 'refused',
  rejected: 'refused',
  expired: 'expired',
  unknown: 'unknown',
}

/** Whether it ended because the trader did not take it up: discarded by hand, or left until its estimate ran out. */
export const isDiscarded = ({ state, code }: ActionRecord): boolean =>
  state === 'refused' && (code === 'declined' || code === 'not_confirmed')

/** Whether only an acknowledgement says that it filled. */
const isUnconfirmed = ({ state, execution }: ActionRecord): boolean => state === 'filled' && execution === null

/** Where an action stands, as a trader calls it. */
export function stateWord(action: ActionRecord): string {
  if (isUnconfirmed(action)) return 'unconfirmed'
  if (awaitsWord(action) || awaitsEstimate(action)) return 'waiting for you'
  if (isDiscarded(action)) return action.code === 'declined' ? 'discarded' : 'expired'
  return STATE_WORDS[action.state]
}

/** How a state is felt: good and bad are told by the word too. */
export type Tone = 'good' | 'bad' | 'waiting' | 'neutral'

export function stateTone(action: ActionRecord): Tone {
  if (isUnconfirmed(action)) return 'waiting'
  if (awaitsWord(action) || awaitsEstimate(action)) return 'waiting'
  if (isDiscarded(action)) return 'neutral'
  switch (action.state) {
    case 'filled':
    case 'partly_filled':
      return 'good'
    case 'refused':
    case 'rejected':
    case 'expired':
      return 'bad'
    case 'unknown':
      return 'waiting'
    default:
      return 'neutral'
  }
}

/** Whether the action stands still until the trader says that it may be signed although it could not be verified. */
export const awaitsWord = (action: ActionRecord): boolean =>
  action.state === 'prepared' && action.code === 'awaiting_confirmation'

/** Whether the action is a prediction that stands still until the trader takes or leaves its estimate. */
export const awaitsEstimate = (action: ActionRecord): boolean =>
  action.state === 'prepared' && action.code === 'awaiting_estimate'

/**
 * The newest state in words, with what there is to say of it: `Buy 150 at 571.80: working`, `Bought 150 at 571.802 (71.80 °F), fee 37.31
 * USDC`. A form of one scalar market need not name it.
 */
export function stateLine(action: ActionRecord, names: Naming = PLAIN_NAMES): string {
  const traded = isUnconfirmed(action) ? null : tradedParts(action, names)
  const unnamed = action.intent.kind === 'place' || action.intent.kind === 'predict'
  const line = (which: LineParts): string => joined(unnamed ? { ...which, name: '' } : which)
  if (traded !== null) {
    const { state } = action
    const end =
      state === 'partly_filled' ? '; the rest is working' : state === 'filled' ? '' : `; the rest ${stateWord(action)}`
    return `${line(traded)}${end}`
  }
  const { intent } = action
  const what =
    intent.kind === 'place'
      ? `${sideWord(intent.side)} ${trimZeros(intent.size)} at ${priceLabel(intent.price)}`
      : intentText(intent, [], names)
  if (awaitsWord(action) || awaitsEstimate(action)) return `${what}: confirm or discard it`
  if (isUnconfirmed(action)) return `${what}: filled as acknowledged, and no fill confirms it`
  if (action.state === 'unknown') return `${what}: no answer yet, being checked with the service`
  return `${what}: ${stateWord(action)}`
}

/** The leverage last set for an asset, as far as the list of actions (newest first) tells. */
export function leverageSet(actions: readonly ActionRecord[], asset: string): number | null {
  for (const { intent, state } of actions) {
    if (state === 'done' && intent.kind === 'leverage' && intent.asset === asset) return intent.leverage
  }
  return null
}

/** Whether the list of actions tells that leverage 2 was set up for binary markets: by itself, or by a prediction that was taken. */
export const binarySetUp = (actions: readonly ActionRecord[]): boolean =>
  actions.some(
    ({ intent, state }) =>
      (intent.kind === 'binary_setup' && state === 'done') ||
      (intent.kind === 'binary_predict' && (state === 'filled' || state === 'partly_filled')),
  )
