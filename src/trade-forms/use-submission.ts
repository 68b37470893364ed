/** Sends intents, one per click, and follows their results. */
import { useCallback, useRef, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import type { Intent, ShownFigures } from '../../contract/intent.ts'
import { BY_FORM, type SubmittedManually } from '../../contract/safety-locks.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { useTopicValue } from '../market-data/index.ts'

/** `answered` false: there was no answer, so main may have accepted it; the same request repeats the id. */
export type Submission =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly requestId: string; readonly intent: Intent }
  | { readonly state: 'accepted'; readonly requestId: string; readonly intent: Intent; readonly actionId: string }
  | {
      readonly state: 'failed'
      readonly requestId: string
      readonly intent: Intent
      readonly message: string
      readonly answered: boolean
    }

/**
 * One click, one order. A submission gets its request id at the click; a click while it is being accepted, or of the same double click, repeats the
 * same id, which is never executed twice.
 */
export const idle: Submission = { state: 'idle' }

/** A click on a submitting button. `clicks` is the browser's count of clicks in quick succession (0 from the keyboard). */
interface Press {
  readonly intent: Intent
  readonly clicks: number
}

/**
 * The request of a click. While one is being accepted every click repeats it, regardless of its request. The second click of a double click repeats
 * what was sent when it requests the same order, at any price: that of a market order follows the market between the two clicks. A click after a
 * submission without an answer repeats it when the request is identical.
 */
export function requestFor(
  current: Submission,
  press: Press,
  newId: () => string,
): { readonly requestId: string; readonly intent: Intent } {
  if (current.state === 'sending') return current
  if (current.state === 'failed' && !current.answered && sameIntent(current.intent, press.intent)) return current
  const doubled = press.clicks > 1 && current.state === 'accepted' && sameButForPrice(current.intent, press.intent)
  return doubled ? current : { requestId: newId(), intent: press.intent }
}

const textOf = (fields: object): string => JSON.stringify(Object.entries(fields).sort())

/** Whether two intents are identical requests. */
const sameIntent = (a: Intent, b: Intent): boolean => textOf(a) === textOf(b)

const sameButForPrice = (a: Intent, b: Intent): boolean => textOf(withoutPrice(a)) === textOf(withoutPrice(b))

function withoutPrice(intent: Intent): object {
  switch (intent.kind) {
    case 'place':
      return { ...intent, price: null }
    case 'predict':
    case 'binary_predict':
    case 'close':
      return { ...intent, protection: null }
    case 'outcome_order':
      return { ...intent, mode: intent.mode.kind }
    default:
      return intent
  }
}

export interface Sender {
  readonly submission: Submission
  /** Sends an intent with its shown figures; `clicks` is `event.detail` of the click. */
  readonly press: (intent: Intent, clicks: number, shown?: ShownFigures) => void
  /** Resends an order that one of the trader's limits refused: main first asks for confirmation in its own dialog. */
  readonly pressAnyway: (refused: Pick<ActionRecord, 'id' | 'intent' | 'shown'>) => void
  /** Drops the last submission and its message. Not while one is being accepted. */
  readonly dismiss: () => void
}

type Request = Pick<Extract<Submission, { state: 'sending' }>, 'requestId' | 'intent'>

/** A call that must precede an intent; null if there is none. */
export type Ahead = (requestId: string, intent: Intent) => Promise<void> | null

/**
 * One sender: each button or form has its own.
 * @param by the input source of its intents: main requires separate arming for one-click and keys
 * @param ahead a call that main must complete before the intent, under the same request id: if it fails, nothing is sent
 */
export function useSubmission(by: SubmittedManually = BY_FORM, ahead?: Ahead): Sender {
  const call = useCall()
  const [submission, show] = useState<Submission>(idle)
  // Clicks come faster than renders: a click is judged by the newest state, not by the rendered one.
  const newest = useRef<Submission>(idle)
  const hand = useRef(by)
  hand.current = by
  const before = useRef(ahead)
  before.current = ahead

  const become = useCallback((next: Submission): void => {
    newest.current = next
    show(next)
  }, [])
  /** Sends a request, and follows the answer. @param first must succeed before it is sent */
  const carry = useCallback(
    (request: Request, shown: ShownFigures | undefined, first: Promise<unknown> | null): void => {
      const { requestId, intent } = request
      const stillSending = (): boolean =>
        newest.current.state === 'sending' && newest.current.requestId === request.requestId
      const send = () =>
        call('submit', { requestId, intent, by: hand.current, ...(shown === undefined ? {} : { shown }) })
      const sent = first === null ? send() : first.then(send)
      sent.then(
        ({ actionId }) => {
          if (stillSending()) become({ ...request, state: 'accepted', actionId })
        },
        (error: unknown) => {
          const answered = error instanceof TerminalFailure
          if (stillSending()) become({ ...request, state: 'failed', message: errorText(error), answered })
        },
      )
    },
    [call, become],
  )

  const press = useCallback(
    (intent: Intent, clicks: number, shown?: ShownFigures): void => {
      const request = requestFor(newest.current, { intent, clicks }, () => crypto.randomUUID())
      const repeats = newest.current.state === 'accepted' && newest.current.requestId === request.requestId
      if (!repeats) become({ state: 'sending', requestId: request.requestId, intent: request.intent })
      carry(request, shown, repeats ? null : (before.current?.(request.requestId, request.intent) ?? null))
    },
    [become, carry],
  )
  const pressAnyway = useCallback(
    ({ id, intent, shown }: Pick<ActionRecord, 'id' | 'intent' | 'shown'>): void => {
      if (newest.current.state === 'sending') return
      const request = { requestId: crypto.randomUUID(), intent }
      become({ state: 'sending', ...request })
      const requested = call('overrideLimit', { actionId: id, ...request })
      // Also here the preceding call runs first, once the trader has confirmed.
      carry(
        request,
        shown,
        requested.then(() => before.current?.(request.requestId, intent)),
      )
    },
    [call, become, carry],
  )
  const dismiss = useCallback((): void => {
    if (newest.current.state === 'sending') return
    newest.current = idle
    show(idle)
  }, [])
  return { submission, press, pressAnyway, dismiss }
}

/** The action that main accepted; null while there is none. */
export const actionOf = (submission: Submission): string | null =>
  submission.state === 'accepted' ? submission.actionId : null

/** The action of a submission in its current state in the journal; undefined before it shows. */
export function useSubmittedAction(submission: Submission): ActionRecord | undefined {
  const id = actionOf(submission)
  return useTopicValue({ kind: 'actions' }, (actions) =>
    id === null ? undefined : actions.find((action) => action.id === id),
  )
}
