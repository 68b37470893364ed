/** The rows of the panel: single sentences, and rows that expand. */

import { type CSSProperties, memo, type ReactNode, useId, useState } from 'react'
import { type ActionRecord, awaitsTransferConfirmation, newestEventAt, serviceTime } from '../../../contract/action.ts'
import type { ActivityRow, RowOf } from '../../../contract/activity.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { grouped, momentText, priceLabel, priceText, timeText, useFormat, zoneText } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { ActionDetails, StepList, useExpectOtherClient } from '../../orders/index.ts'
import { FlattenLines } from '../../positions/index.ts'
import type { Assets } from '../../queries/index.ts'
import {
  actionParts,
  cancelText,
  joined,
  type LineParts,
  type Naming,
  stateLabel,
  stateTone,
} from '../../trade-forms/index.ts'
import { Button, classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { MESSAGES } from './messages.ts'
import { CLOSE_LABELS, EXIT_TEXTS, type LabeledRow, type Line, labelsOf, SAFETY_LABELS } from './row-labels.ts'

/** Renders nothing for an action that asks no such question. */
function TransferWord({ action }: { readonly action: ActionRecord }): ReactNode {
  const call = useCall()
  const [isSaid, setSaid] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  if (!awaitsTransferConfirmation(action)) return null
  const say = (made: boolean): void => {
    setSaid(made)
    setFailure(null)
    call('settleTransfer', { actionId: action.id, made }).catch((error: unknown) => {
      setSaid(null)
      setFailure(errorText(error))
    })
  }
  return (
    <section className={styles.word} aria-label={MESSAGES.transferQuestion}>
      <p>{MESSAGES.transferDetail}</p>
      {failure !== null && <p role="alert">{failure}</p>}
      <div className={styles.wordButtons}>
        <Button size="small" disabled={isSaid !== null} onClick={() => say(true)}>
          {MESSAGES.wentThrough}
        </Button>
        <Button size="small" disabled={isSaid !== null} onClick={() => say(false)}>
          {MESSAGES.itFailed}
        </Button>
      </div>
    </section>
  )
}

interface SentenceProps {
  readonly at: number
  /** The event of the time: `Filled`. */
  readonly what: string
  /** Additional information beside the time. */
  readonly note?: string
  readonly status: string
  readonly isBad: boolean
  readonly children: ReactNode
}

function Sentence({ at, what, note = '', status, isBad, children }: SentenceProps): ReactNode {
  useFormat()
  return (
    <div className={classNames(styles.line, styles.ending)}>
      <time className={styles.time} title={`${what} at ${timeText(at)} ${zoneText(at)}, by the venue's clock${note}`}>
        {timeText(at)}
      </time>
      <span className={styles.endText}>{children}</span>
      <span className={classNames(styles.state, isBad ? styles.bad : styles.neutral)}>{status}</span>
    </div>
  )
}

interface PlainRowProps {
  readonly row: Extract<ActivityRow, { readonly kind: 'ending' | 'trade' | 'safety' }>
  readonly assets: Pick<Assets, 'of'>
}

/** A row that is a single sentence: the end of a position, a trade of another client, a safety lock. */
export const PlainRow = memo(function PlainRow({ row, assets }: PlainRowProps): ReactNode {
  if (row.kind === 'trade') return <TradeRow row={row} assets={assets} />
  if (row.kind === 'safety') {
    const { at, kind, text: message } = row.safety
    return (
      <Sentence at={at} what={MESSAGES.done} status={SAFETY_LABELS[kind]} isBad={kind === 'killed'}>
        {message}
      </Sentence>
    )
  }
  const { at, kind, text: message, isCertain } = row.ending
  const label = isCertain ? CLOSE_LABELS[kind] : `likely ${CLOSE_LABELS[kind]}`
  return (
    <Sentence at={at} what={MESSAGES.ended} status={label} isBad={kind === 'liquidated' || kind === 'unknown'}>
      {message}
    </Sentence>
  )
})

/** A trade of another client, and the trader's answer about that client. */
function TradeRow({ row: { trade }, assets }: { readonly row: RowOf<'trade'> } & Pick<PlainRowProps, 'assets'>) {
  const { id, asset, side, size, price, at } = trade
  const isExpected = useTopicValue({ kind: 'other_client' }, (others) => others.isExpected) ?? false
  const { button, failure } = useExpectOtherClient(isExpected)
  const spec = assets.of(asset)
  const name = spec.side === null ? spec.market : `${spec.side}, ${spec.market}`
  return (
    <Sentence at={at} what={MESSAGES.filled} note={`; order ${id}`} status="by another client" isBad={!isExpected}>
      {side === 'buy' ? MESSAGES.bought : MESSAGES.sold} {grouped(trimZeros(size))} {name} at {grouped(price)}, by
      another client {button}
      {failure !== null && <span role="alert"> {failure}</span>}
    </Sentence>
  )
}

interface RecordRowProps {
  readonly row: LabeledRow
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

/** A row that expands: its line, the reason of its end, and its details when open. */
export const RecordRow = memo(function RecordRow({ row, names, open, onToggle }: RecordRowProps): ReactNode {
  useFormat()
  const details = useId()
  const { line, status, tone, reason } = labelsOf(row, names)
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
        <LineText line={line} />
        <span className={classNames(styles.state, styles[tone])}>{status}</span>
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

/** Request time by the service's clock; null where it is not stored. */
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
  const requests = askedAt(row)
  const newest = `Newest event ${timeText(row.at)}`
  const both = requests === null ? newest : `${newest}, requested ${timeText(requests)}`
  return `${both} ${zoneText(row.at)}, by the venue's clock`
}

function Details({ row, names }: Pick<RecordRowProps, 'row' | 'names'>): ReactNode {
  const { reason } = row
  const message = row.kind === 'action' ? row.action.message : null
  return (
    <>
      {reason !== null && reason !== message && <p className={classNames(styles.message, styles.why)}>{reason}</p>}
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
        const text = stepText(row, step, names)
        return (
          <section key={step.id} aria-label={text}>
            <p className={styles.message}>
              {text}: <span className={styles[stateTone(step)]}>{stateLabel(step)}</span>
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
            status: EXIT_TEXTS[state],
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
  return cancelText(side, `${trimZeros(size)} ${names.asset(asset)}`, at)
}

function termsText({ algo: { terms, side } }: RowOf<'algo'>): string {
  if (terms.kind === 'scale')
    return `${side} ${terms.orders.map(({ price, size }) => `${trimZeros(size)} @ ${priceLabel(price)}`).join(', ')}`
  const bound = side === 'buy' ? MESSAGES.atMost : MESSAGES.atLeast
  return `${side} ${trimZeros(terms.total)} in ${terms.slices} slices, one every ${terms.every} s, ${bound} ${priceLabel(terms.worst)}`
}

type FoundLine = Extract<Line, { readonly kind: 'found' }>

/** An action that is no longer in the list, found by its id: its row, with the day of its request. */
export function FoundRow({
  found: { action, failure, id },
  ...shared
}: Omit<RecordRowProps, 'row'> & FoundLine): ReactNode {
  if (action === null) {
    return (
      <p className={styles.unreadable}>
        {MESSAGES.notShown(id)} {failure}
      </p>
    )
  }
  const at = newestEventAt(action) as RowOf<'action'>['at']
  const row: RowOf<'action'> = { kind: 'action', id, at, asset: null, reason: action.message, action, cancels: null }
  return (
    <>
      <RecordRow row={row} {...shared} />
      <p className={styles.foundIn}>
        {MESSAGES.requested} {momentText(serviceTime(action, action.createdAt))}
      </p>
    </>
  )
}

/** Minimum length of a name kept beside the result where both share a line; a shorter name leaves its space to the rest. */
const NAME_CHARACTERS = 9

/**
 * One line, or two where the panel is narrow. Side, size and price are always complete; the market's name is truncated but never hidden; °F, result
 * and fee are hidden first. GTC is omitted as the default.
 */
function LineText({ line }: { line: LineParts }): ReactNode {
  const { lead, comma, name, tail, extra } = line
  return (
    <span
      className={styles.prose}
      title={joined(line)}
      style={{ '--name': `${Math.min(name.length, NAME_CHARACTERS)}ch` } as CSSProperties}
    >
      <span className={styles.lead}>
        {lead}
        {/* Where the name has a line of its own, a comma before it would end a line that continues with something else. */}
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
