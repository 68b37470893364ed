/** A move of an order as one line; opened, its cancel and its orders are its steps. */
import { memo, type ReactNode, useId } from 'react'
import type { ActionRecord } from '../../../contract/action.ts'
import { trimZeros } from '../../../contract/decimal.ts'
import type { MoveView } from '../../../contract/move.ts'
import { timeText, useFormat, zoneText } from '../../format/index.ts'
import { moveParts, moveStateWord, moveTone } from '../../orders/index.ts'
import { actionParts, joined, type Naming, stateTone, stateWord } from '../../trade-forms/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './activity.module.css'
import { ActivityDetails } from './activity-details.tsx'
import { Words } from './activity-row.tsx'

interface MoveRowProps {
  readonly move: MoveView
  /** Its cancel, then each order that it placed, as far as they are known. */
  readonly steps: readonly ActionRecord[]
  readonly names: Naming
  readonly open: boolean
  readonly onToggle: (id: string) => void
}

export const MoveRow = memo(function MoveRow({ move, steps, names, open, onToggle }: MoveRowProps): ReactNode {
  useFormat()
  const id = useId()
  const { at, state, message } = move
  const failed = state === 'kept' || state === 'not_replaced' || state === 'stopped' || state === 'left'
  return (
    <div className={classNames(styles.entry, open && styles.open)}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onToggle(move.id)}
      >
        <time className={styles.time} title={`Asked for at ${timeText(at)} ${zoneText(at)}, by the service's clock`}>
          {timeText(at)}
        </time>
        <Words line={moveParts(move, names)} />
        <span className={classNames(styles.state, styles[moveTone(move)])}>{moveStateWord(move)}</span>
      </button>
      {!open && failed && message !== null && (
        <p className={styles.reason} title={message}>
          {message}
        </p>
      )}
      <div id={id} hidden={!open}>
        {open && (
          <div className={styles.details}>
            {message !== null && <p className={styles.message}>{message}</p>}
            {steps.map((step) => (
              <section key={step.id} aria-label={stepWords(move, step, names)}>
                <p className={styles.message}>
                  {stepWords(move, step, names)}: <span className={styles[stateTone(step)]}>{stateWord(step)}</span>
                </p>
                <ActivityDetails action={step} />
              </section>
            ))}
          </div>
        )}
      </div>
    </div>
  )
})

/** The order that was cancelled may be older than the list of actions. */
const stepWords = ({ order }: MoveView, step: ActionRecord, names: Naming): string =>
  step.intent.kind === 'cancel'
    ? `Cancel ${order.side} ${trimZeros(order.size)} ${names.asset(order.asset)} at ${order.price}`
    : joined(actionParts(step, [], names))
