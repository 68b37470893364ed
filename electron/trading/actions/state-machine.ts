/**
 * The states of an action and the only transitions between them, as one table. Pure: nothing here sends, reads or stores. The executor takes a step
 * here first, journals the result, and only then performs the step.
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

/** What reads show of an order. */
export interface Sighting {
  readonly oid: string | null
  readonly cloid: Cloid | null
  readonly filled: Size | null
  readonly detail: string | null
}

/** Why an action ended without success, with a message for the trader. */
export interface Refusal {
  readonly code: ActionCode
  readonly message: string
  readonly field: 'price' | 'size' | null
  /** The complete message of the service where it is longer than `message`; kept in the step. */
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
  /** The prepared action cannot be verified; the trader is asked. */
  | {
      readonly type: 'awaiting_confirmation'
      readonly message: string
      /** Why it cannot be verified, as a sentence. */
      readonly unverified: string
      /** The asset number, where that is the question. */
      readonly question?: NumberQuestion | null
    }
  /** The prepared action matches the intent; the trader sees its estimate and is asked to confirm. */
  | {
      readonly type: 'estimated'
      readonly estimate: Estimate
      readonly message: string
      /** Null where it was verified. */
      readonly unverified: string | null
      readonly question?: NumberQuestion | null
    }
  /** The prepared action matches the intent, or the trader accepted it unverified. */
  | { readonly type: 'verified'; readonly detail: string | null }
  | { readonly type: 'signed'; readonly detail: string | null }
  /** About to be sent: the step before the request goes out. */
  | { readonly type: 'sent' }
  /**
   * The prepared action went stale, by its expiry or by the service's answer, and is prepared again; after it was sent, only once reads showed no
   * trace of it.
   */
  | { readonly type: 'stale'; readonly detail: string }
  | {
      readonly type: 'acknowledged'
      readonly oid: string | null
      readonly cloid: Cloid | null
      readonly detail: string | null
    }
  /**
   * No answer came, or an inconclusive one: the outcome is unknown. Also used while it is prepared again, for what was sent before; and for what an
   * earlier run signed, whose `sent` a power cut may have lost.
   */
  | { readonly type: 'no_answer'; readonly refusal: Refusal }
  /** The request could not be sent. */
  | { readonly type: 'never_left'; readonly refusal: Refusal }
  | ({ readonly type: 'resting' } & Sighting)
  | ({ readonly type: 'partly_filled' } & Sighting)
  | ({ readonly type: 'filled' } & Sighting)
  | ({ readonly type: 'cancelled' } & Sighting)
  | ({ readonly type: 'expired' } & Sighting)
  /** The service shows the order of an action that had ended: it is followed again. */
  | ({ readonly type: 'surfaced' } & Sighting)
  /** The reads show the effect of an action that is not an order, or there is nothing to do for it. */
  | { readonly type: 'confirmed'; readonly detail: string | null }
  /** The trader's own statement where neither an answer nor a read proves the outcome. */
  | { readonly type: 'said_made'; readonly detail: string }
  | { readonly type: 'said_not_made'; readonly refusal: Refusal }
  /** It can no longer arrive, and no read shows it. */
  | { readonly type: 'never_arrived'; readonly refusal: Refusal }
  | {
      readonly type: 'refused'
      readonly refusal: Refusal
      readonly mismatches: readonly Mismatch[]
      /** The asset number, where that would have been the question. */
      readonly question?: NumberQuestion | null
    }
  | { readonly type: 'rejected'; readonly refusal: Refusal }
  /** A line in the action's history that changes no state; with a code, it becomes the action's current message. */
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

/** The transitions of each state; anything else is illegal. */
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

/** How often one intent is prepared again after going stale. */
export const MAX_STALE = 2

/** The action after `event`, with the step added, or why the event is illegal. */
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
  if (event.type === 'stale' && action.surfaced !== undefined) return illegal('its order appeared')
  if (event.type === 'stale' && staleCount(action) >= MAX_STALE) {
    return illegal(`prepared ${MAX_STALE + 1} times already`)
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

/** The part of a refusal that the action shows. */
const shownOf = ({ code, message, field }: Refusal) => ({ code, message, field })

function detailOf(event: ActionEvent): string | null {
  if ('detail' in event) return event.detail
  if ('refusal' in event) return event.refusal.full ?? event.refusal.message
  return event.type === 'awaiting_confirmation' || event.type === 'estimated' ? event.message : null
}

/** The code of an action that waits for the trader to confirm a prepared action that cannot be verified. */
export const AWAITING_CONFIRMATION = 'awaiting_confirmation'

/** The code of an action that waits for the trader to confirm its estimate. */
export const AWAITING_ESTIMATE = 'awaiting_estimate'

function changesOf(action: StoredAction, event: ActionEvent, at: Millis): Partial<StoredAction> {
  switch (event.type) {
    case 'prepared':
      /** An id from the service differs at each prepare, or is missing. */
      return { prepared: event.prepared, cloid: event.cloid }
    case 'awaiting_confirmation':
      return { code: AWAITING_CONFIRMATION, message: event.message, ...confirmationOf(action, event) }
    case 'estimated':
      return {
        code: AWAITING_ESTIMATE,
        message: event.message,
        estimate: event.estimate,
        ...confirmationOf(action, event),
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

/** The latest question replaces the one before; a step without a question leaves no trace. */
const confirmationOf = (
  before: StoredAction,
  { unverified, question = null }: { readonly unverified: string | null; readonly question?: NumberQuestion | null },
): Partial<StoredAction> => ({
  ...(unverified === null && before.unverified === undefined ? {} : { unverified }),
  ...(question === null && before.question === undefined ? {} : { question }),
})

/** An ended action whose order the service shows again. */
function surfacing(action: StoredAction, { oid, cloid, filled, detail }: Sighting, at: Millis): Partial<StoredAction> {
  const shown = [...(oid === null ? [] : [oid]), ...(detail === null ? [] : [detail])].join(', ')
  const message = `The venue shows this order after all (${shown}). It had been reported as ended.`
  return {
    oid: oid ?? action.oid,
    cloid: action.cloid ?? cloid,
    filled: filled ?? action.filled,
    code: 'surfaced',
    message: message,
    field: null,
    surfaced: { text: message, at, isSeen: false },
  }
}

/**
 * One sync per order that is waited for: before the signed action is sent. Losing an earlier step in a power cut leaves an action that was certainly
 * never sent; its way to the drive begins when the service is asked to prepare it. The service's answers and the results of reads are asked for again
 * at the next start, by what the sync stored.
 */
const BEFORE_A_PREPARE: ReadonlySet<ActionEventType> = new Set(['journalled', 'stale'])
/** Steps that no other source could repeat. */
const TOLD_BY_NOBODY_ELSE: ReadonlySet<ActionEventType> = new Set(['refused', 'said_made', 'said_not_made'])
/** The service has no history that proves the outcome of these: its answer may be all there ever is. */
const HAVE_NO_HISTORY: ReadonlySet<Intent['kind']> = new Set(['transfer', 'convert', 'approve_agent', 'binary_setup'])
const ANSWERS: ReadonlySet<ActionEventType> = new Set(['acknowledged', 'rejected', 'never_left', 'confirmed'])

/** The durability that the journal owes a step before its effect follows. */
export function durabilityOf({ intent }: Pick<StoredAction, 'intent'>, event: ActionEventType): Durability {
  if (event === 'sent' || TOLD_BY_NOBODY_ELSE.has(event)) return 'synced'
  if (BEFORE_A_PREPARE.has(event)) return 'syncing'
  return HAVE_NO_HISTORY.has(intent.kind) && ANSWERS.has(event) ? 'synced' : 'written'
}
