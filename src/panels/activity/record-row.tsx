/** A row that opens: its line, why it ended, and when opened what there is to know of it. */
import { type CSSProperties, memo, type ReactNode, useId } from 'react'
import { type ActionRecord, newestEventAt, serviceTime } from '../../../contract/action.ts'
import type { RowOf } from '../../../contract/activity.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { momentText, priceLabel, priceText, timeText, useFormat, zoneText } from '../../format/index.ts'
import { ActionDetails, StepList } from '../../orders/index.ts'
import { FlattenLines } from '../../positions/index.ts'
import { actionParts, joined, type LineParts, type Naming, stateTone, stateWord } from '../../trade-forms/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { type LabeledRow, type Line, labelsOf } from './row-labels.ts'
import { TransferWord } from './transfer-word.tsx'

interface RecordRowProps {
  readonly row: LabeledRow
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const RecordRow = memo(function RecordRow({ row, names, open, onToggle }: RecordRowProps): ReactNode {
  useFormat()
  const details = useId()
  const { line, word, tone, reason } = labelsOf(row, names)
  return (
    <div className={classNames(styles.entry, open && styles.open)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={details}
        onClick={() => onToggle(row.id)}
      >
        <time className={styles.time} title={timeTitle(row)}>
          {timeText(row.at)}
        </time>
        <Words line={line} />
        <span className={classNames(styles.state, styles[tone])}>{word}</span>
      </button>
      {!open && reason !== null && (
        <p className={classNames(styles.reason, tone !== 'bad' && styles.neutral)} title={reason}>
          {reason}
        </p>
      )}
      {row.kind === 'action' && <TransferWord action={row.action} />}
      <div id={details} hidden={!open}>
        {open && <Details row={row} names={names} />}
      </div>
    </div>
  )
})

/** When it was asked for, by the service's clock; null where that is not kept. */
function askedAt(row: LabeledRow): number | null {
  switch (row.kind) {
    case 'action':
      return serviceTime(row.action, row.action.createdAt)
    case 'move':
      return row.move.at
    case 'reversal':
      return row.reversal.at
    case 'exit':
      return row.exit.createdAt
    default:
      return null
  }
}

function timeTitle(row: LabeledRow): string {
  const asked = askedAt(row)
  const newest = `Newest event at ${timeText(row.at)}`
  const both = asked === null ? newest : `${newest}, asked for at ${timeText(asked)}`
  return `${both} ${zoneText(row.at)}, by the service's clock`
}

function Details({ row, names }: Pick<RecordRowProps, 'row' | 'names'>): ReactNode {
  const { reason } = row
  const said = row.kind === 'action' ? row.action.message : null
  return (
    <>
      {reason !== null && reason !== said && <p className={classNames(styles.message, styles.why)}>{reason}</p>}
      {row.kind === 'action' ? (
        <ActionDetails action={row.action} />
      ) : (
        <div className={styles.details}>
          <WorkDetails row={row} names={names} />
        </div>
      )}
    </>
  )
}

interface WorkDetailsProps {
  readonly row: Exclude<LabeledRow, { readonly kind: 'action' }>
  readonly names: Naming
}

function WorkDetails({ row, names }: WorkDetailsProps): ReactNode {
  switch (row.kind) {
    case 'move':
    case 'reversal':
      return row.steps.map((step) => {
        const words = stepText(row, step, names)
        return (
          <section key={step.id} aria-label={words}>
            <p className={styles.message}>
              {words}: <span className={styles[stateTone(step)]}>{stateWord(step)}</span>
            </p>
            <ActionDetails action={step} />
          </section>
        )
      })
    case 'exit':
      return (
        <StepList
          steps={row.exit.steps.map(({ at, state, detail }) => ({
            at,
            word: state === 'armed' ? 'set' : state === 'triggered' ? 'fired' : state,
            detail,
          }))}
        />
      )
    case 'algo':
      return <p className={styles.message}>{termsText(row)}</p>
    case 'flatten':
      return row.flatten.report === null ? null : <FlattenLines report={row.flatten.report} names={names} />
  }
}

/** The order that a move cancels may be older than the list. */
function stepText(row: RowOf<'move'> | RowOf<'reversal'>, step: ActionRecord, names: Naming): string {
  if (row.kind === 'reversal' || step.intent.kind !== 'cancel') return joined(actionParts(step, [], names))
  const { side, size, price, asset } = row.move.order
  const at = priceText(names.of(asset).family, price)
  return `Cancel ${side} ${trimZeros(size)} ${names.asset(asset)} at ${at}`
}

function termsText({ algo: { terms, side } }: RowOf<'algo'>): string {
  if (terms.kind === 'scale')
    return `${side} ${terms.orders.map(({ price, size }) => `${trimZeros(size)} @ ${priceLabel(price)}`).join(', ')}`
  const bound = side === 'buy' ? 'at most' : 'at least'
  return `${side} ${trimZeros(terms.total)} in ${terms.slices} slices, one every ${terms.every} s, ${bound} ${priceLabel(terms.worst)}`
}

type FoundLine = Extract<Line, { readonly kind: 'found' }>

/** An action that is not in the list any more, found by its id: its row, with the day on which it was asked for. */
export function FoundRow({
  found: { action, failure, id },
  ...shared
}: Omit<RecordRowProps, 'row'> & FoundLine): ReactNode {
  if (action === null) {
    return (
      <p className={styles.unreadable}>
        Action {id} was carried out by this terminal, but cannot be shown. {failure}
      </p>
    )
  }
  const at = newestEventAt(action) as RowOf<'action'>['at']
  const row: RowOf<'action'> = { kind: 'action', id, at, asset: null, reason: action.message, action, cancels: null }
  return (
    <>
      <RecordRow row={row} {...shared} />
      <p className={styles.foundIn}>Asked for on {momentText(serviceTime(action, action.createdAt))}</p>
    </>
  )
}

/** So much of a name stays beside what came of it where both share a line; a shorter one leaves the rest its room. */
const NAME_CHARACTERS = 9

/**
 * One line, or two where the panel is narrow. Side, size and price stand whole; the market's name is shortened and never gone; °F, result
 * and fee give way first. GTC goes without saying.
 */
function Words({ line }: { line: LineParts }): ReactNode {
  const { lead, comma, name, tail, extra } = line
  return (
    <span
      className={styles.words}
      title={joined(line)}
      style={{ '--name': `${Math.min(name.length, NAME_CHARACTERS)}ch` } as CSSProperties}
    >
      <span className={styles.lead}>
        {lead}
        {/* Where the name has a line of its own, a comma before it would end a line that goes on with something else. */}
        {comma && <span className={styles.comma}>,</span>}{' '}
      </span>
      {name !== '' && (
        <span className={styles.asset} title={name}>
          {`${name} `}
        </span>
      )}
      {tail !== '' && <span className={styles.tail}>{tail}</span>}
      {extra !== '' && <span className={styles.extra}>{extra}</span>}
    </span>
  )
}
