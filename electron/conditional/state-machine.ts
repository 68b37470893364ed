/**
 * The states of a conditional order and the only transitions between them, as one table. Pure: the executor takes the step here, writes it to disk,
 * and only then performs it.
 */
import type { ConditionalState, ExitOfPlan } from '../../contract/conditional.ts'
import { add, greater, type Price, type Size, signOf, subtract, ZERO } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import { ok, type Result, refused } from '../../contract/result.ts'
import type { Millis } from '../../contract/time.ts'
import type { StoredConditional } from '../storage/index.ts'

export type ConditionalEvent =
  /** The order that it waits for has its first fill. */
  | { readonly type: 'entered'; readonly plan: ExitOfPlan; readonly trigger: Price | null; readonly detail: string }
  /** Its plan moved or resized it. Without a detail it is not news. */
  | {
      readonly type: 'planned'
      readonly plan: ExitOfPlan
      readonly trigger: Price | null
      readonly detail: string | null
    }
  /** The trader moved it. */
  | {
      readonly type: 'moved'
      readonly trigger: Price
      readonly plan: ExitOfPlan
      readonly detail: string
    }
  /** The service moved the end of its market. */
  | { readonly type: 'rescheduled'; readonly end: Millis; readonly detail: string }
  /** It closed its part, and is watched again for what its entry still fills. */
  | { readonly type: 'rearmed'; readonly filled: Size; readonly detail: string }
  /** It gave way to a stop: nothing of its close is out, and it is watched again. `filled` is what the close filled before that. */
  | { readonly type: 'gave_way'; readonly filled: Size; readonly detail: string }
  /** A fresh price reached or passed the trigger. */
  | { readonly type: 'triggered'; readonly detail: string }
  /** The close and its id are fixed. */
  | {
      readonly type: 'sized'
      readonly intent: CloseIntent
      readonly actionId: string
      /** Total size still to close. */
      readonly left: Size
      readonly detail: string
    }
  /** Trading has the close in its journal. */
  | { readonly type: 'submitted' }
  /** Trading does not know the sized close: it is sized again, under the same id. */
  | { readonly type: 'not_begun'; readonly detail: string }
  /** The close is certainly over and left a rest: another one is started. `filled` is what it closed. */
  | { readonly type: 'again'; readonly filled: Size | null; readonly detail: string }
  /** `filled` is the fill of the last close of a plan's exit. */
  | { readonly type: 'closed'; readonly detail: string; readonly filled?: Size }
  | { readonly type: 'failed'; readonly detail: string }
  | { readonly type: 'cancelled'; readonly detail: string }
  /** With `isReportDue` its market ended, and it is not reported yet whether its position did. */
  | { readonly type: 'expired'; readonly detail: string; readonly isReportDue?: boolean }

type ConditionalEventType = ConditionalEvent['type']

type Row = { readonly [E in ConditionalEventType]?: ConditionalState }

/** The transitions of each state; anything else is illegal. */
export const CONDITIONAL_TRANSITIONS: { readonly [S in ConditionalState]: Row } = {
  waiting: {
    entered: 'armed',
    planned: 'waiting',
    moved: 'waiting',
    rescheduled: 'waiting',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  armed: {
    planned: 'armed',
    rescheduled: 'armed',
    moved: 'armed',
    closed: 'done',
    triggered: 'triggered',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  triggered: {
    planned: 'triggered',
    rescheduled: 'triggered',
    sized: 'triggered',
    not_begun: 'triggered',
    submitted: 'submitted',
    closed: 'done',
    rearmed: 'armed',
    gave_way: 'armed',
    cancelled: 'cancelled',
    expired: 'expired',
    failed: 'failed',
  },
  submitted: {
    planned: 'submitted',
    rescheduled: 'submitted',
    again: 'triggered',
    closed: 'done',
    rearmed: 'armed',
    gave_way: 'armed',
    failed: 'failed',
  },
  done: {},
  cancelled: {},
  failed: {},
  expired: {},
}

/** The conditional order after `event`, with the step added, or why the event is illegal. */
export function step(
  record: StoredConditional,
  event: ConditionalEvent,
  at: Millis,
): Result<StoredConditional, string> {
  const state = CONDITIONAL_TRANSITIONS[record.state][event.type]
  if (state === undefined) return refused(`${event.type} cannot follow ${record.state}`)
  // Once the close has an id it may be under way: only trading's own result ends it, and it never gets a second one.
  const inFlight = record.state === 'triggered' && record.intent !== null
  const ofClose = event.type === 'submitted' || event.type === 'not_begun'
  const isEither = event.type === 'planned' || event.type === 'gave_way' || event.type === 'rescheduled'
  if (record.state === 'triggered' && inFlight !== ofClose && !isEither) {
    return refused(`${event.type} cannot follow while the close is ${inFlight ? 'in progress' : 'not sized'}`)
  }
  const detail = 'detail' in event ? event.detail : null
  const { left: _over, ...unsized } = record
  return ok({
    ...(event.type === 'rearmed' ? unsized : record),
    ...changesOf(record, event),
    state,
    message: detail ?? record.message,
    updatedAt: at,
    steps: stepsAfter(record, { state, at, detail }, event.type),
  })
}

/** A trailing stop takes many steps in the same state: only the last of a series is kept. */
function stepsAfter(
  { state, steps }: StoredConditional,
  next: StoredConditional['steps'][number],
  type: ConditionalEventType,
): StoredConditional['steps'] {
  if (type !== 'planned') return [...steps, next]
  if (next.detail === null) return steps
  const last = steps.at(-1)
  const follows = last?.isMove === true && state === next.state
  return [...(follows ? steps.slice(0, -1) : steps), { ...next, isMove: true }]
}

function changesOf(record: StoredConditional, event: ConditionalEvent): Partial<StoredConditional> {
  if (event.type === 'sized') {
    const { intent, actionId, left } = event
    return { intent, actionId, left }
  }
  if (event.type === 'again' || event.type === 'gave_way')
    return { attempt: record.attempt + 1, intent: null, actionId: null, ...rest(record, event) }
  if (event.type === 'entered' || event.type === 'planned' || event.type === 'moved')
    return { plan: event.plan, trigger: event.trigger }
  if (event.type === 'rescheduled') return { target: { ...record.target, end: event.end } }
  if (event.type === 'rearmed') {
    const sum = signOf(event.filled) === 0 ? {} : sumOf(record, event.filled)
    return { ...sum, attempt: record.attempt + 1, intent: null, actionId: null }
  }
  if (event.type === 'expired') return event.isReportDue === true ? { isReportDue: true } : {}
  if (event.type === 'closed') return event.filled === undefined ? {} : sumOf(record, event.filled)
  if (event.type === 'not_begun') return { intent: null, actionId: null }
  return {}
}

/** The closed size with one more fill. */
const sumOf = ({ closed }: StoredConditional, filled: Size): Pick<StoredConditional, 'closed'> => ({
  closed: add(closed ?? ZERO, filled),
})

/** Closed size and rest after a close with this fill. */
function rest(record: StoredConditional, { filled }: { readonly filled: Size | null }): Partial<StoredConditional> {
  if (filled === null || signOf(filled) === 0) return {}
  const sum = sumOf(record, filled)
  const { left } = record
  return left === undefined ? sum : { ...sum, left: greater(subtract(left, filled), ZERO) }
}
