/** The service's estimate of a prediction, and the trader's confirmation, where there is no ticket around it. */
import { type ReactNode, type Ref, useEffect, useId, useMemo, useRef } from 'react'
import type { ActionRecord } from '../../contract/action.ts'
import { NONE } from '../format/index.ts'
import {
  confirmText,
  type EstimatedIntent,
  type EstimateFigure,
  type EstimateFigures,
  type EstimateRow,
  isEstimated,
} from '../markets/family/index.ts'
import { intentText } from '../trade-forms/index.ts'
import { Button, classNames, ignoreRepeat, OutOfView, useSeenWhole } from '../ui/index.ts'
import styles from './estimate-card.module.css'
import { NumberFacts } from './prompts.tsx'
import { type Answering, useAnswer, useEstimate } from './use-estimate.ts'

/** Why the prepared action could not be verified, and what confirming it means; renders nothing where it was. */
export function Unverified({ action }: { action: ActionRecord }): ReactNode {
  if (action.unverified == null) return null
  const { question } = action
  if (question == null) return <p className={styles.caution}>{action.message}</p>
  return (
    <>
      <p className={styles.caution}>Not verified against your order.</p>
      <NumberFacts question={question} />
    </>
  )
}

interface EstimateAnswersProps {
  readonly answering: Answering
  /** `buy 40 UP at most 0.31` */
  readonly text: string
  /** Whether the estimate is in view: nothing is confirmed unseen. */
  readonly isSeen: boolean
}

/** The content around an estimate: that it could not be verified, and the two answers. */
function EstimateAnswers({ answering, text: message, isSeen }: EstimateAnswersProps): ReactNode {
  return (
    <>
      {answering.failure !== null && (
        <p className={styles.bad} role="alert">
          {answering.failure}
        </p>
      )}
      <div className={styles.answers}>
        <ConfirmButton {...{ answering, text: message, isSeen }} />
        <DiscardButton answering={answering} />
      </div>
    </>
  )
}

export function ConfirmButton({ answering, text: message, isSeen }: EstimateAnswersProps): ReactNode {
  const { mayAnswer, isConfirming, answer } = answering
  return (
    <Button variant="primary" disabled={!mayAnswer || !isSeen} onKeyDown={ignoreRepeat} onClick={() => answer(true)}>
      <span className={styles.prose}>{isConfirming ? 'Confirming…' : `Confirm: ${message}`}</span>
    </Button>
  )
}

export function DiscardButton({ answering: { mayAnswer, answer } }: { answering: Answering }): ReactNode {
  return (
    <Button disabled={!mayAnswer} onClick={() => answer(false)}>
      Discard
    </Button>
  )
}

interface EstimateColumn {
  readonly id: string
  /** `Long`, `UP`, `Service`. */
  readonly head: string
  readonly tone: 'buy' | 'sell' | null
  /** Null while there is no order to estimate. */
  readonly figures: EstimateFigures | null
}

interface EstimateTableProps {
  readonly ref?: Ref<HTMLTableElement>
  /** The accessible name. */
  readonly label: string
  /** In the corner: who calculates, or how long it is valid. */
  readonly corner: ReactNode
  readonly rows: readonly EstimateRow[]
  readonly columns: readonly EstimateColumn[]
  /** Rows in which the columns differ are marked. */
  readonly marksDifferences?: boolean
  /** `pairs`: two rows side by side, for a wide, low card; with a single column only. */
  readonly look?: 'rows' | 'pairs'
  /** The ticket's own row below the others: a `tr` with one cell per column. */
  readonly last?: ReactNode
}

/** The effect of an order, in one table for all families: a row per figure, and a column per side or per source. */
export function EstimateTable(props: EstimateTableProps): ReactNode {
  const { ref, label, corner, rows, columns, marksDifferences = false, look = 'rows', last } = props
  const different = useMemo(() => {
    const [first, ...others] = columns.map(({ figures }) => figures)
    const isSame = (row: EstimateRow): boolean => others.every((one) => one?.[row.id]?.main === first?.[row.id]?.main)
    return new Set(marksDifferences ? rows.filter((row) => !isSame(row)).map(({ id }) => id) : [])
  }, [rows, columns, marksDifferences])
  return (
    <table
      ref={ref}
      className={classNames(styles.estimate, columns.length === 1 && styles.single, look === 'pairs' && styles.pairs)}
      aria-label={label}
    >
      <thead>
        <tr>
          <td className={styles.corner}>{corner}</td>
          {columns.map(({ id, head, tone }) => (
            <th key={id} scope="col" className={tone === null ? undefined : styles[tone]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" title={row.title ?? undefined}>
              {row.name}
            </th>
            {columns.map(({ id, figures }, place) => (
              <td key={id} className={classNames(place > 0 && different.has(row.id) && styles.differs)}>
                <Cell figure={figures?.[row.id]} />
              </td>
            ))}
          </tr>
        ))}
        {last}
      </tbody>
    </table>
  )
}

function Cell({ figure }: { figure: EstimateFigure | undefined }): ReactNode {
  if (figure === undefined) return <span className={styles.none}>{NONE}</span>
  const { main, note, title, tone } = figure
  return (
    <span className={styles.whole} title={title ?? undefined}>
      <span className={tone === null ? undefined : styles[tone]}>{main}</span>
      {note !== null && <small> {note}</small>}
    </span>
  )
}

export function EstimateCard({ action }: { action: ActionRecord }): ReactNode {
  const { intent } = action
  return isEstimated(intent) ? <Card action={action} intent={intent} /> : null
}

function Card({ action, intent }: { action: ActionRecord; intent: EstimatedIntent }): ReactNode {
  const card = useRef<HTMLElement>(null)
  const lines = useSeenWhole<HTMLTableElement>()
  const target = intent.kind === 'predict' ? intent.targetF : null
  const { rows, facts, serviceFigures } = useEstimate({ asset: intent.asset, kind: intent.kind, target }, false)
  const answering = useAnswer(action)
  const id = useId()
  useEffect(() => {
    // Its return value must not become the effect's cleanup.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { estimate, left } = answering
  if (estimate === null) return null
  return (
    <section ref={card} className={styles.preview} aria-labelledby={id}>
      <h3 id={id}>{intentText(intent)}</h3>
      <Unverified action={action} />
      <EstimateTable
        ref={lines.ref}
        label="Estimate"
        look="pairs"
        corner={left === null ? 'Valid until it changes' : `Valid for ${left} s, then renewed`}
        rows={rows}
        columns={[{ id: 'service', head: 'Venue', tone: null, figures: serviceFigures(intent, estimate) }]}
      />
      <EstimateAnswers answering={answering} text={confirmText(intent, estimate, facts)} isSeen={lines.seen} />
      {!lines.seen && <OutOfView onShow={lines.show}>Scroll down to see the estimate; then Confirm unlocks.</OutOfView>}
    </section>
  )
}
