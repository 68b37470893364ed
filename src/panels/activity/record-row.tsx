/** What takes several actions as one line: a move of an order, a reversal of a position; opened, its actions are its steps. */
import { memo, type ReactNode, useId } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import type { MoveView } from '../../../contract/move.ts'
import type { ReversalView } from '../../../contract/reversal.ts'
import type { Millis } from '../../../contract/time.ts'
import { timeText, useFormat, zoneText } from '../../format/index.ts'
import { ActionDetails, changedPrice, moveParts, moveStateWord, moveTone } from '../../orders/index.ts'
import { reversalParts, reversalStateWord, reversalTone } from '../../positions/index.ts'
import { actionParts, joined, type LineParts, type Naming, stateTone, stateWord } from '../../trade-forms/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { Words } from './activity-row.tsx'

interface Shared {
  /** Its actions in their order, as far as they are known. */
  readonly steps: readonly ActionRecord[]
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const MoveRow = memo(function MoveRow({ move, ...shared }: Shared & { readonly move: MoveView }): ReactNode {
  const { state, order } = move
  /** The order that was cancelled may be older than the list of actions. */
  const stepWords = (step: ActionRecord): string =>
    step.intent.kind === 'cancel'
      ? `Cancel ${order.side} ${trimZeros(order.size)} ${shared.names.asset(order.asset)} at ${changedPrice(order.price, order.price, shared.names.of(order.asset).family === 'scalar')}`
      : joined(actionParts(step, [], shared.names))
  return (
    <RecordRow
      {...shared}
      {...move}
      line={moveParts(move, shared.names)}
      word={moveStateWord(move)}
      tone={moveTone(move)}
      failed={state === 'kept' || state === 'not_replaced' || state === 'stopped' || state === 'left'}
      stepWords={stepWords}
    />
  )
})

interface ReversalRowProps extends Shared {
  readonly reversal: ReversalView
}

export const ReversalRow = memo(function ReversalRow({ reversal, ...shared }: ReversalRowProps): ReactNode {
  return (
    <RecordRow
      {...shared}
      {...reversal}
      line={reversalParts(reversal, shared.names)}
      word={reversalStateWord(reversal)}
      tone={reversalTone(reversal)}
      failed={reversal.message !== null}
      stepWords={(step) => joined(actionParts(step, [], shared.names))}
    />
  )
})

interface RecordRowProps extends Shared {
  readonly id: string
  readonly at: Millis
  readonly message: string | null
  readonly line: LineParts
  readonly word: string
  readonly tone: 'good' | 'bad' | 'waiting' | 'neutral'
  /** Whether its message is said without opening it. */
  readonly failed: boolean
  readonly stepWords: (step: ActionRecord) => string
}

function RecordRow(props: RecordRowProps): ReactNode {
  const { id, at, message, line, word, tone, failed, stepWords, steps, open, onToggle } = props
  useFormat()
  const details = useId()
  return (
    <div className={classNames(styles.entry, open && styles.open)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={details}
        onClick={() => onToggle(id)}
      >
        <time className={styles.time} title={`Asked for at ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
          {timeText(at)}
        </time>
        <Words line={line} />
        <span className={classNames(styles.state, styles[tone])}>{word}</span>
      </button>
      {!open && failed && message !== null && (
        <p className={styles.reason} title={message}>
          {message}
        </p>
      )}
      <div id={details} hidden={!open}>
        {open && (
          <div className={styles.details}>
            {message !== null && <p className={styles.message}>{message}</p>}
            {steps.map((step) => (
              <section key={step.id} aria-label={stepWords(step)}>
                <p className={styles.message}>
                  {stepWords(step)}: <span className={styles[stateTone(step)]}>{stateWord(step)}</span>
                </p>
                <ActionDetails action={step} />
              </section>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
