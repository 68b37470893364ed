/** Sends intents, one per click, and follows what becomes of them. */
import { useCallback, useRef, useState } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { BY_FORM, type SubmittedByHand } from '../../contract/catches.ts'
import type { Intent, ShownFigures } from '../../contract/intent.ts'
import { TerminalFailure, useCall, wordsOf } from '../bridge/index.ts'
import { useTopicValue } from '../market-data/index.ts'

/** `answered` false: nothing came back, so main may have taken it; asking for the same again repeats the id. */
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
 * One click, one order. A submission gets its request id when the click comes; a click that follows while it is being accepted, or
 * that belongs to the same double click, repeats the same id, which is never carried out twice.
 */
export const idle: Submission = { state: 'idle' }

/** A press of a button that submits. `clicks` is the browser's count of clicks in quick succession (0 from the keyboard). */
interface Press {
  readonly intent: Intent
  readonly clicks: number
}

/**
 * The request that a press stands for. While one is being accepted every press repeats it, whatever it asks for. The second click of
 * a double click repeats what was sent when it asks for the same order, at whatever price: that of a market order follows the market
 * between the two clicks. A press after a submission that got no answer repeats it when it asks for exactly the same.
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

/** Whether two intents ask for exactly the same. */
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
  /** Sends an intent, with what was shown of it; `clicks` is `event.detail` of the click. */
  readonly press: (intent: Intent, clicks: number, shown?: ShownFigures) => void
  /** Sends once more what one of the trader's limits refused: main asks about it first, in a box of its own. */
  readonly pressAnyway: (refused: Pick<ActionRecord, 'id' | 'intent' | 'shown'>) => void
  /** Forgets the last submission, and its message. Not while one is being accepted. */
  readonly dismiss: () => void
}

type Request = Pick<Extract<Submission, { state: 'sending' }>, 'requestId' | 'intent'>

/** What goes before an intent; null where nothing does. */
export type Ahead = (requestId: string, intent: Intent) => Promise<void> | null

/**
 * One place that sends: a button or a form has its own.
 * @param by by which hand what it sends comes: main holds one-click and keys to catches of their own.
 * @param ahead what main must have before the intent, under the same request id: where it fails, nothing is sent.
 */
export function useSubmission(by: SubmittedByHand = BY_FORM, ahead?: Ahead): Sender {
  const call = useCall()
  const [submission, show] = useState<Submission>(idle)
  // Clicks come faster than renders: what a press stands for is decided on the newest state, not on the rendered one.
  const newest = useRef<Submission>(idle)
  const hand = useRef(by)
  hand.current = by
  const before = useRef(ahead)
  before.current = ahead

  const become = useCallback((next: Submission): void => {
    newest.current = next
    show(next)
  }, [])
  /** Takes a request on its way, and follows what is answered. @param first what must be done before, and keeps it from being sent where it fails */
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
          if (stillSending()) become({ ...request, state: 'failed', message: wordsOf(error), answered })
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
      const asked = call('overrideLimit', { actionId: id, ...request })
      // What goes before the order goes before it here, too, once the trader has said yes.
      carry(
        request,
        shown,
        asked.then(() => before.current?.(request.requestId, intent)),
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

/** The action that main took; null while there is none. */
export const actionOf = (submission: Submission): string | null =>
  submission.state === 'accepted' ? submission.actionId : null

/** The action that a submission became, as the journal has it now; undefined before it shows. */
export function useFollowedAction(submission: Submission): ActionRecord | undefined {
  const id = actionOf(submission)
  return useTopicValue({ kind: 'actions' }, (actions) =>
    id === null ? undefined : actions.find((action) => action.id === id),
  )
}
