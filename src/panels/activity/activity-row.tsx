/** One action: a line, and when opened its steps, differences and ids. */
import { type CSSProperties, memo, type ReactNode, useId, useState } from 'react'
import { type ActionRecord, serviceTime } from '../../../contract/action.ts'
import type { Millis } from '../../../contract/time.ts'
import { awaitsTransferWord } from '../../../contract/transfer-word.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { timeText, useFormat, zoneText } from '../../format/index.ts'
import { ActionDetails } from '../../orders/index.ts'
import { isDiscarded, joined, type LineParts, stateTone, stateWord } from '../../trade-forms/index.ts'
import { Button, classNames } from '../../ui/index.ts'
import styles from './activity.module.css'

/** The question about a transfer that neither its answer nor the balances tell of: the trader says whether it was made. */
function TransferWord({ actionId }: { actionId: string }): ReactNode {
  const call = useCall()
  const [said, setSaid] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const say = (made: boolean): void => {
    setSaid(made)
    setFailure(null)
    call('settleTransfer', { actionId, made }).catch((error: unknown) => {
      setSaid(null)
      setFailure(wordsOf(error))
    })
  }
  return (
    <section className={styles.word} aria-label="Was the transfer made?">
      <p>
        No answer came, and the balances do not tell whether it was made. Compare USDH in Outcomes, Collateral, then say
        what is true: it is kept as your word.
      </p>
      {failure !== null && <p role="alert">{failure}</p>}
      <div className={styles.wordButtons}>
        <Button size="small" disabled={said !== null} onClick={() => say(true)}>
          It was made
        </Button>
        <Button size="small" disabled={said !== null} onClick={() => say(false)}>
          It was not made
        </Button>
      </div>
    </section>
  )
}

interface ActivityRowProps {
  readonly action: ActionRecord
  readonly line: LineParts
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const ActivityRow = memo(function ActivityRow({ action, line, open, onToggle }: ActivityRowProps): ReactNode {
  useFormat()
  const id = useId()
  const { state } = action
  const failed = (state === 'refused' || state === 'rejected' || state === 'expired') && !isDiscarded(action)
  return (
    <div className={classNames(styles.entry, open && styles.open)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(action.id)}
      >
        <Time action={action} />
        <Words line={line} />
        <span className={classNames(styles.state, styles[stateTone(action)])}>
          {stateWord(action)}
          {tryOf(action)}
        </span>
      </button>
      {!open && failed && action.message !== null && (
        <p className={styles.reason} title={action.message}>
          {action.message}
        </p>
      )}
      {awaitsTransferWord(action) && <TransferWord actionId={action.id} />}
      <div id={id} hidden={!open}>
        {open && <ActionDetails action={action} />}
      </div>
    </div>
  )
})

/** `, try 12`, of a close that is begun again until it goes through. */
const tryOf = ({ attempt }: ActionRecord): string =>
  attempt === undefined || attempt.number === 1 ? '' : `, try ${attempt.number}`

/** When it filled; of what did not fill, when it was asked for. */
function Time({ action }: { action: ActionRecord }): ReactNode {
  const { createdAt, execution } = action
  const text = (at: Millis): string => timeText(serviceTime(action, at))
  const filled = execution?.at ?? null
  const sent = `sked for at ${text(createdAt)}`
  return (
    <time
      className={styles.time}
      title={`${filled === null ? `A${sent}` : `Filled at ${text(filled)}, a${sent}`} ${zoneText(createdAt)}, by the service's clock`}
    >
      {text(filled ?? createdAt)}
    </time>
  )
}

/** So much of a name stays beside what came of it where both share a line; a shorter one leaves the rest its room. */
const NAME_CHARACTERS = 9

/**
 * One line, or two where the panel is narrow. Side, size and price stand whole; the market's name is shortened and never gone; °F, result
 * and fee give way first. GTC goes without saying.
 */
export function Words({ line }: { line: LineParts }): ReactNode {
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
