/**
 * The estimate of a ticket: the terminal's own figures for each side until the service has estimated, then the service's beside them in the same
 * rows. The answers take the place of the buttons, Discard where it was pressed: a second click confirms nothing.
 */
import type { ReactNode } from 'react'
import { type ActionRecord, isFinal } from '../../contract/action.ts'
import type { Side } from '../../contract/market.ts'
import { confirmText, type EstimatedIntent, isEstimated } from '../markets/family/index.ts'
import { intentText, type Submission } from '../trade-forms/index.ts'
import { useSeenWhole } from '../ui/index.ts'
import { LEAVING, useDiscardAhead } from './discard-ahead.ts'
import { ConfirmButton, DiscardButton, Unverified } from './estimate-parts.tsx'
import { EstimateTable } from './estimate-table.tsx'
import { useAnswer } from './use-answer.ts'
import { type EstimateMarket, useEstimate } from './use-estimate.ts'

export interface EstimateSide {
  /** `Long`, `UP`. */
  readonly name: string
  readonly side: Side
  /** The order that a press of the side would send; null while there is none. */
  readonly intent: EstimatedIntent | null
}

interface TicketEstimate {
  readonly figures: ReactNode
  /** In the place of the buttons while an estimate waits; null while none does. */
  readonly answers: ReactNode | null
  /** Names the estimate that waits; undefined while none does. */
  readonly label: string | undefined
  /** Why the last answer was not taken; null where it was. */
  readonly failure: string | null
  /** Whether the figures are in view: nothing is sent or confirmed unseen. */
  readonly isSeen: boolean
  readonly show: () => void
}

/**
 * @param submission the last press
 * @param action what became of it; its estimate is shown as soon as it waits for an answer
 */
export function useTicketEstimate(
  market: EstimateMarket,
  sides: readonly EstimateSide[],
  submission: Submission,
  action: ActionRecord | undefined,
): TicketEstimate {
  const asked = askedOf(action)
  const intent = asked?.intent ?? null
  const target = intent?.kind === 'predict' ? intent.targetF : market.target
  const shown = { ...market, ...(target === undefined ? {} : { target }) }
  const reading = useEstimate(shown, intent !== null || sides.some((side) => side.intent !== null))
  const answering = useAnswer(action)
  const isLeaving = useDiscardAhead(submission, action)
  const story = useSeenWhole<HTMLTableElement>()
  const { rows, own, told, facts } = reading
  const rest = { failure: isLeaving ? LEAVING : answering.failure, isSeen: story.seen, show: story.show }
  if (asked === null) {
    const columns = sides.map(({ name, side, intent }) => ({ id: name, head: name, tone: side, figures: own(intent) }))
    const corner = <span title={OWN[market.kind]}>By the live book</span>
    return {
      ...rest,
      figures: <EstimateTable ref={story.ref} label="Own estimate" {...{ corner, rows, columns }} />,
      answers: null,
      label: undefined,
    }
  }
  const { estimate } = asked
  const { left } = answering
  const confirm = (
    <ConfirmButton
      key="confirm"
      answering={answering}
      words={confirmText(asked.intent, estimate, facts)}
      isSeen={story.seen}
    />
  )
  const discard = <DiscardButton key="discard" answering={answering} />
  const isFirst = sides.findIndex(({ side }) => side === sideOfIntent(asked.intent)) <= 0
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
            { id: 'service', head: 'Service', tone: null, figures: told(asked.intent, estimate) },
            { id: 'own', head: 'Live book', tone: null, figures: own(asked.intent) },
          ]}
          marksDifferences
        />
      </>
    ),
    answers: isFirst ? [discard, confirm] : [confirm, discard],
    label: intentText(asked.intent),
  }
}

const REST = 'Worked out by this terminal from the live book'
const OWN: { readonly [K in EstimatedIntent['kind']]: string } = {
  predict: `${REST}; the service estimates once you press, before the order is signed.`,
  binary_predict: `${REST}; the service estimates once you press, before the order is signed.`,
  outcome_order: `${REST}, which moves.`,
}

/** The order whose estimate waits or is being renewed; null where nothing is to be answered. */
function askedOf(action: ActionRecord | undefined) {
  if (action === undefined || isFinal(action.state) || !isEstimated(action.intent)) return null
  const { estimate, intent, state } = action
  return estimate == null || (state !== 'prepared' && state !== 'journalled') ? null : { intent, estimate }
}

function sideOfIntent(intent: EstimatedIntent): Side {
  switch (intent.kind) {
    case 'predict':
      return intent.direction === 'long' ? 'buy' : 'sell'
    case 'binary_predict':
      return intent.direction === 'UP' ? 'buy' : 'sell'
    case 'outcome_order':
      return intent.side
  }
}
