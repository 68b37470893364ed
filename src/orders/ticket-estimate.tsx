/**
 * The estimate of a ticket: the terminal's own figures per side until the service has estimated, then the service's beside them in the same rows. The
 * answers replace the buttons, with Discard at the clicked position, so that a double click confirms nothing.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Intent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import type { Family } from '../../contract/market-ref.ts'
import { sideOf } from '../../contract/requested-order.ts'
import { useCall } from '../bridge/index.ts'
import { moneyUnit } from '../format/index.ts'
import { confirmText, type EstimatedIntent, isEstimated } from '../markets/family/index.ts'
import { intentText, type Submission } from '../trade-forms/index.ts'
import { useEscape, useSeenWhole } from '../ui/index.ts'
import { ConfirmButton, DiscardButton, EstimateTable, Unverified } from './estimate-card.tsx'
import { type EstimateMarket, useAnswer, useEstimate } from './use-estimate.ts'

// Discarding an estimate before it arrives: Esc takes effect at once, and the estimate is discarded on arrival.

const asksFirst = ({ kind }: Intent): boolean => kind === 'predict' || kind === 'binary_predict'

/** Whether an action will still ask to confirm its estimate: nothing of it is signed before that. Pure. */
const willAsk = ({ intent, state, estimate }: Pick<ActionRecord, 'intent' | 'state' | 'estimate'>): boolean =>
  asksFirst(intent) && estimate == null && !isFinal(state)

/** The id of the current or future action that waits for an estimate, from the click on. Null where there is none. Pure. */
export function waitingFor(
  submission: Submission,
  action: Pick<ActionRecord, 'id' | 'intent' | 'state' | 'estimate'> | undefined,
): string | null {
  if (action !== undefined) return willAsk(action) ? action.id : null
  switch (submission.state) {
    case 'sending':
      return asksFirst(submission.intent) ? submission.requestId : null
    case 'accepted':
      return asksFirst(submission.intent) ? submission.actionId : null
    default:
      return null
  }
}

/** Shown after Esc was pressed. */
export const LEAVING = 'Canceled: its estimate will be discarded; nothing is signed.'

/**
 * @param submission submission of the click
 * @param action its action; undefined before it shows
 * @returns whether it was discarded before its estimate arrived
 */
export function useDiscardAhead(submission: Submission, action: ActionRecord | undefined): boolean {
  const call = useCall()
  const [left, setLeft] = useState<string | null>(null)
  const discarded = useRef<string | null>(null)
  const waiting = waitingFor(submission, action)
  useEscape('estimate', waiting !== null && waiting !== left, () => setLeft(waiting))
  const estimate = action?.estimate ?? null
  const actionId = action?.id ?? null
  const isLeft = left !== null && left === actionId
  useEffect(() => {
    if (!isLeft || actionId === null || estimate === null || discarded.current === estimate.id) return
    discarded.current = estimate.id
    // If that fails, the estimate is shown with its own Discard.
    call('confirmEstimate', { actionId, estimateId: estimate.id, accept: false }).catch(() => undefined)
  }, [isLeft, actionId, estimate, call])
  return waiting !== null && waiting === left
}

interface EstimateSide {
  /** `Long`, `UP`. */
  readonly name: string
  readonly side: Side
  /** The order that a click on the side would send; null while there is none. */
  readonly intent: EstimatedIntent | null
}

interface TicketEstimate {
  readonly figures: ReactNode
  /** In place of the buttons while an estimate waits; null while none does. */
  readonly answers: ReactNode | null
  /** Label of the pending estimate; undefined while there is none. */
  readonly label: string | undefined
  /** Why the last answer was refused; null where it was accepted. */
  readonly failure: string | null
  /** Whether the figures are in view: nothing is sent or confirmed unseen. */
  readonly isSeen: boolean
  readonly show: () => void
}

/**
 * @param submission submission of the last click
 * @param action its action; its estimate is shown as soon as it waits for an answer
 */
export function useTicketEstimate(
  market: EstimateMarket,
  sides: readonly EstimateSide[],
  submission: Submission,
  action: ActionRecord | undefined,
): TicketEstimate {
  const request = secondStartOf(action)
  const intent = request?.intent ?? null
  const target = intent?.kind === 'predict' ? intent.targetF : market.target
  const shown = { ...market, ...(target === undefined ? {} : { target }) }
  const reading = useEstimate(shown, intent !== null || sides.some((side) => side.intent !== null))
  const answering = useAnswer(action)
  const isLeaving = useDiscardAhead(submission, action)
  const story = useSeenWhole<HTMLTableElement>()
  const { rows, own, serviceFigures, facts } = reading
  const rest = { failure: isLeaving ? LEAVING : answering.failure, isSeen: story.seen, show: story.show }
  if (request === null) {
    const columns = sides.map(({ name, side, intent }) => ({ id: name, head: name, tone: side, figures: own(intent) }))
    const { family, text } = OWN[market.kind]
    const corner = <span title={text}>Live book, {moneyUnit(family)}</span>
    return {
      ...rest,
      figures: <EstimateTable ref={story.ref} label="Own estimate" {...{ corner, rows, columns }} />,
      answers: null,
      label: undefined,
    }
  }
  const { estimate } = request
  const { left } = answering
  const confirm = (
    <ConfirmButton
      key="confirm"
      answering={answering}
      text={confirmText(request.intent, estimate, facts)}
      isSeen={story.seen}
    />
  )
  const discard = <DiscardButton key="discard" answering={answering} />
  const isFirst = sides.findIndex(({ side }) => side === sideOfIntent(request.intent)) <= 0
  return {
    ...rest,
    figures: (
      <>
        {action !== undefined && <Unverified action={action} />}
        <EstimateTable
          ref={story.ref}
          label="Estimate"
          corner={left === null ? '' : `Valid for ${left} s`}
          rows={rows}
          columns={[
            { id: 'service', head: 'Venue', tone: null, figures: serviceFigures(request.intent, estimate) },
            { id: 'own', head: 'Live book', tone: null, figures: own(request.intent) },
          ]}
          marksDifferences
        />
      </>
    ),
    answers: isFirst ? [discard, confirm] : [confirm, discard],
    label: intentText(request.intent),
  }
}

const REST = 'Computed by Isotherm from the live book'
const OWN: { readonly [K in EstimatedIntent['kind']]: { readonly family: Family; readonly text: string } } = {
  predict: { family: 'scalar', text: `${REST}; the venue estimates when you press, before anything is signed.` },
  binary_predict: { family: 'binary', text: `${REST}; the venue estimates when you press, before anything is signed.` },
  outcome_order: { family: 'outcome', text: `${REST}, which changes constantly.` },
}

/** The order whose estimate waits or is being renewed; null where there is nothing to answer. */
function secondStartOf(action: ActionRecord | undefined) {
  if (action === undefined || isFinal(action.state) || !isEstimated(action.intent)) return null
  const { estimate, intent, state } = action
  return estimate == null || (state !== 'prepared' && state !== 'journalled') ? null : { intent, estimate }
}

const sideOfIntent = (intent: EstimatedIntent): Side =>
  intent.kind === 'outcome_order' ? intent.side : sideOf(intent.direction)
