/**
 * The states of an action and the only ways between them, as one table. Pure: nothing here sends, reads or stores. Whoever carries an
 * action out takes the step here first, journals what comes back, and only then does what the step says.
 */
import { type ActionState, type Estimate, isFinal, type Mismatch } from '../../../contract/action.ts'
import type { ActionCode, KnownCode } from '../../../contract/action-code.ts'
import type { Cloid } from '../../../contract/address.ts'
import type { NumberQuestion } from '../../../contract/asset-number.ts'
import { assertNever } from '../../../contract/brand.ts'
import { compare, type Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { ok, type Result, refused } from '../../../contract/result.ts'
import type { SafeBlock } from '../../../contract/safe-text.ts'
import type { Millis } from '../../../contract/time.ts'
import type { Durability, StoredAction } from '../../storage/index.ts'

/** What the reads say of an order. */
export interface Sighting {
  readonly oid: string | null
  readonly cloid: Cloid | null
  readonly filled: Size | null
  readonly detail: string | null
}

/** Why an action ended without success, in words for the trader. */
export interface Refusal {
  readonly code: ActionCode
  readonly message: string
  readonly field: 'price' | 'size' | null
  /** Of a service's message that is longer than `message`: kept in the step. */
  readonly full?: SafeBlock
}

/** Everything that can happen to an action. */
export type ActionEvent =
  /** The terminal's own checks and limits passed. */
  | { readonly type: 'check_passed' }
  /** The intent is on disk. */
  | { readonly type: 'journalled' }
  /** The service prepared an action. */
  | {
      readonly type: 'prepared'
      readonly prepared: NonNullable<StoredAction['prepared']>
      readonly cloid: Cloid | null
      readonly detail: string | null
    }
  /** The prepared action cannot be checked; the trader is asked. */
  | {
      readonly type: 'awaiting_confirmation'
      readonly message: string
      /** Why it cannot be checked, as a sentence. */
      readonly unverified: string
      /** The number of the asset, when that is what is asked for. */
      readonly question?: NumberQuestion | null
    }
  /** The prepared action is what was asked for; the trader is shown what it would do, and asked. */
  | {
      readonly type: 'estimated'
      readonly estimate: Estimate
      readonly message: string
      /** Null where it was checked. */
      readonly unverified: string | null
      readonly question?: NumberQuestion | null
    }
  /** The prepared action is what was asked for, or the trader took it unchecked. */
  | { readonly type: 'verified'; readonly detail: string | null }
  | { readonly type: 'signed'; readonly detail: string | null }
  /** About to leave: the step before the request goes out. */
  | { readonly type: 'sent' }
  /**
   * The prepared action went stale, by its expiry or by the service's answer, and is prepared again; after it was sent, only once a look
   * showed no trace of it.
   */
  | { readonly type: 'stale'; readonly detail: string }
  | {
      readonly type: 'acknowledged'
      readonly oid: string | null
      readonly cloid: Cloid | null
      readonly detail: string | null
    }
  /**
   * No answer came, or none that says enough: the outcome is not known. Also while it is prepared again, of what was sent before; and of
   * what was signed in an earlier run, whose `sent` a power cut may have taken from the disk.
   */
  | { readonly type: 'no_answer'; readonly refusal: Refusal }
  /** The request was to go out and did not. */
  | { readonly type: 'never_left'; readonly refusal: Refusal }
  | ({ readonly type: 'resting' } & Sighting)
  | ({ readonly type: 'partly_filled' } & Sighting)
  | ({ readonly type: 'filled' } & Sighting)
  | ({ readonly type: 'cancelled' } & Sighting)
  | ({ readonly type: 'expired' } & Sighting)
  /** The service shows the order of an action that had ended: it is looked up again from here. */
  | ({ readonly type: 'surfaced' } & Sighting)
  /** An action that is no order shows its effect in the reads, or there is nothing to be done for it. */
  | { readonly type: 'confirmed'; readonly detail: string | null }
  /** The trader's own word on what neither an answer nor a read tells of. */
  | { readonly type: 'said_made'; readonly detail: string }
  | { readonly type: 'said_not_made'; readonly refusal: Refusal }
  /** It can no longer arrive, and no read shows it. */
  | { readonly type: 'never_arrived'; readonly refusal: Refusal }
  | {
      readonly type: 'refused'
      readonly refusal: Refusal
      readonly mismatches: readonly Mismatch[]
      /** The number of the asset, when that is what would have been asked for. */
      readonly question?: NumberQuestion | null
    }
  | { readonly type: 'rejected'; readonly refusal: Refusal }
  /** Something worth a line in the action's history that changes no state; with a code, it is what there is to say of the action now. */
  | { readonly type: 'noted'; readonly detail: string; readonly code?: KnownCode }

export type ActionEventType = ActionEvent['type']

export interface IllegalTransition {
  readonly from: ActionState
  readonly event: ActionEventType
  readonly reason: string
}

type Row = { readonly [E in ActionEventType]?: ActionState }

/** What the reads can show, from a state in which the order may be in the market. */
const SEEN: Row = {
  partly_filled: 'partly_filled',
  filled: 'filled',
  cancelled: 'cancelled',
  expired: 'expired',
}

/** From where to where each event leads; what is not here cannot happen. */
export const TRANSITIONS: { readonly [S in ActionState]: Row } = {
  drafted: { check_passed: 'checked', noted: 'drafted', refused: 'refused' },
  checked: { journalled: 'journalled', noted: 'checked', refused: 'refused' },
  journalled: {
    prepared: 'prepared',
    confirmed: 'done',
    no_answer: 'unknown',
    noted: 'journalled',
    refused: 'refused',
    rejected: 'rejected',
  },
  prepared: {
    awaiting_confirmation: 'prepared',
    estimated: 'prepared',
    stale: 'journalled',
    verified: 'verified',
    noted: 'prepared',
    refused: 'refused',
  },
  verified: { signed: 'signed', stale: 'journalled', noted: 'verified', refused: 'refused' },
  signed: { sent: 'sent', no_answer: 'unknown', noted: 'signed', refused: 'refused' },
  sent: {
    acknowledged: 'acknowledged',
    no_answer: 'unknown',
    never_left: 'refused',
    stale: 'journalled',
    rejected: 'rejected',
    noted: 'sent',
  },
  acknowledged: { ...SEEN, resting: 'resting', confirmed: 'done', rejected: 'rejected', noted: 'acknowledged' },
  unknown: {
    ...SEEN,
    acknowledged: 'acknowledged',
    resting: 'resting',
    confirmed: 'done',
    rejected: 'rejected',
    never_arrived: 'expired',
    said_made: 'done',
    said_not_made: 'expired',
    stale: 'journalled',
    noted: 'unknown',
  },
  resting: { ...SEEN, rejected: 'rejected', noted: 'resting' },
  partly_filled: { ...SEEN, noted: 'partly_filled' },
  filled: { surfaced: 'unknown' },
  cancelled: { surfaced: 'unknown' },
  done: {},
  refused: { surfaced: 'unknown' },
  rejected: { surfaced: 'unknown' },
  expired: { surfaced: 'unknown' },
}

/** A prepared action that went stale is prepared again this often within one intent. */
export const MOST_STALE = 2

/** The action after `event`, with the step added, or why that cannot happen. */
export function transition(
  action: StoredAction,
  event: ActionEvent,
  at: Millis,
): Result<StoredAction, IllegalTransition> {
  const illegal = (reason: string): Result<StoredAction, IllegalTransition> =>
    refused({ from: action.state, event: event.type, reason })

  const state = TRANSITIONS[action.state][event.type]
  if (state === undefined) {
    return illegal(isFinal(action.state) ? `${action.state} is final` : `${event.type} cannot follow ${action.state}`)
  }
  if (
    event.type === 'no_answer' &&
    action.state === 'journalled' &&
    !action.steps.some((step) => step.state === 'sent')
  ) {
    return illegal('nothing was sent')
  }
  if (event.type === 'stale' && action.surfaced !== undefined) return illegal('its order has shown up')
  if (event.type === 'stale' && staleCount(action) >= MOST_STALE) {
    return illegal(`prepared ${MOST_STALE + 1} times already`)
  }
  if ('filled' in event && shrinks(action.filled, event.filled)) {
    return illegal(`filled would shrink from ${action.filled} to ${event.filled}`)
  }
  const step = { state, at, detail: detailOf(event) }
  return ok({ ...action, ...changesOf(action, event, at), state, updatedAt: at, steps: [...action.steps, step] })
}

/** How often the action was prepared again because it had gone stale. */
export function staleCount(action: StoredAction): number {
  return action.steps.filter(
    (step, index) =>
      step.state === 'journalled' &&
      ['prepared', 'verified', 'sent', 'unknown'].includes(action.steps[index - 1]?.state ?? ''),
  ).length
}

const shrinks = (before: Size | null, after: Size | null): boolean =>
  before !== null && after !== null && compare(after, before) < 0

/** What of a refusal the action itself shows. */
const shownOf = ({ code, message, field }: Refusal) => ({ code, message, field })

function detailOf(event: ActionEvent): string | null {
  if ('detail' in event) return event.detail
  if ('refusal' in event) return event.refusal.full ?? event.refusal.message
  return event.type === 'awaiting_confirmation' || event.type === 'estimated' ? event.message : null
}

/** The code an action carries while it waits for the trader's word on a prepared action that cannot be checked. */
export const AWAITING_CONFIRMATION = 'awaiting_confirmation'

/** The code of an action that waits for the trader's word on its estimate. */
export const AWAITING_ESTIMATE = 'awaiting_estimate'

function changesOf(action: StoredAction, event: ActionEvent, at: Millis): Partial<StoredAction> {
  switch (event.type) {
    case 'prepared':
      /** An id that the service makes is another one each time it prepares, or none. */
      return { prepared: event.prepared, cloid: event.cloid }
    case 'awaiting_confirmation':
      return { code: AWAITING_CONFIRMATION, message: event.message, ...asked(action, event) }
    case 'estimated':
      return {
        code: AWAITING_ESTIMATE,
        message: event.message,
        estimate: event.estimate,
        ...asked(action, event),
      }
    case 'stale':
    case 'verified':
      return { code: null, message: null }
    case 'acknowledged':
      return { oid: event.oid ?? action.oid, cloid: action.cloid ?? event.cloid, code: null, message: null }
    case 'resting':
    case 'partly_filled':
    case 'filled':
    case 'cancelled':
    case 'expired':
      return {
        oid: event.oid ?? action.oid,
        cloid: action.cloid ?? event.cloid,
        filled: event.filled ?? action.filled,
        code: null,
        message: null,
      }
    case 'surfaced':
      return surfacing(action, event, at)
    case 'confirmed':
    case 'said_made':
      return { code: null, message: null }
    case 'no_answer':
    case 'never_left':
    case 'never_arrived':
    case 'said_not_made':
    case 'rejected':
      return shownOf(event.refusal)
    case 'refused':
      return {
        ...shownOf(event.refusal),
        mismatches: event.mismatches,
        ...(event.question == null ? {} : { question: event.question }),
      }
    case 'check_passed':
    case 'journalled':
    case 'signed':
    case 'sent':
      return {}
    case 'noted':
      return event.code === undefined ? {} : { code: event.code, message: event.detail }
    default:
      return assertNever(event, 'action event')
  }
}

/** The newest question replaces the one before; what was never asked leaves no trace. */
const asked = (
  before: StoredAction,
  { unverified, question = null }: { readonly unverified: string | null; readonly question?: NumberQuestion | null },
): Partial<StoredAction> => ({
  ...(unverified === null && before.unverified === undefined ? {} : { unverified }),
  ...(question === null && before.question === undefined ? {} : { question }),
})

/** An action whose order the service shows although it had ended. */
function surfacing(action: StoredAction, { oid, cloid, filled, detail }: Sighting, at: Millis): Partial<StoredAction> {
  const named = oid === null ? '' : `${oid}, `
  const words = `The service shows its order after all (${named}${detail}). It was told as ${action.state}.`
  return {
    oid: oid ?? action.oid,
    cloid: action.cloid ?? cloid,
    filled: filled ?? action.filled,
    code: 'surfaced',
    message: words,
    field: null,
    surfaced: { words, at, isSeen: false },
  }
}

/**
 * Two syncs an order, each before a request: before the service prepares it, and before what was signed leaves. What lies between follows
 * to the drive with the second of them; lost in a power cut, it leaves an action that certainly never left. What the service answers
 * and what reads show is asked of the service again at the next start, by what the second sync kept.
 */
const BEFORE_A_REQUEST: ReadonlySet<ActionEventType> = new Set(['journalled', 'stale', 'sent'])
/** Nobody else could say it again. */
const TOLD_BY_NOBODY_ELSE: ReadonlySet<ActionEventType> = new Set(['refused', 'said_made', 'said_not_made'])
/** The service has no history that shows for certain what became of these: its answer is all there may ever be. */
const HAVE_NO_HISTORY: ReadonlySet<Intent['kind']> = new Set(['transfer', 'convert', 'approve_agent', 'binary_setup'])
const ANSWERS: ReadonlySet<ActionEventType> = new Set(['acknowledged', 'rejected', 'never_left', 'confirmed'])

/** What the journal owes the step that `event` makes, before whatever follows it. */
export function durabilityOf({ intent }: Pick<StoredAction, 'intent'>, event: ActionEventType): Durability {
  if (BEFORE_A_REQUEST.has(event) || TOLD_BY_NOBODY_ELSE.has(event)) return 'synced'
  return HAVE_NO_HISTORY.has(intent.kind) && ANSWERS.has(event) ? 'synced' : 'written'
}
