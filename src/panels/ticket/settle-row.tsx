/** The last row of what an order does: its result at a settlement of the trader's choice. */
import { type ReactNode, useId } from 'react'
import { type Decimal, type Money, padTo, signOf, toPlaces } from '../../../contract/decimal.ts'
import { NONE } from '../../format/index.ts'
import { classNames, Figure } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './settle-row.module.css'
import type { Ticket } from './use-ticket.ts'

interface SettleRowProps {
  readonly summary: Ticket['summary']
  readonly settleText: string
  readonly onSettleText: (text: string) => void
  /** Decimals of the market's marks. */
  readonly places: number
}

export function SettleRow({ summary, settleText, onSettleText, places }: SettleRowProps): ReactNode {
  const id = useId()
  const { settle, settleIssue, buy, sell } = summary
  return (
    <tr className={styles.row}>
      <th scope="row">
        <label htmlFor={id} className={styles.words}>
          <span>{MESSAGES.ifItSettles}</span> <span aria-hidden>Settles</span>
        </label>
        <span className={classNames(styles.settle, settleIssue !== null && styles.wrong)}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={12}
            value={settleText}
            placeholder={settle === null ? '' : padTo(settle.temperature, places)}
            aria-invalid={settleIssue !== null}
            aria-describedby={settleIssue === null ? undefined : `${id}-error`}
            onChange={(event) => onSettleText(event.currentTarget.value)}
          />
          °F
        </span>
      </th>
      {settleIssue === null ? (
        [buy, sell].map(({ side, figures }) => (
          <td key={side}>
            <Result value={figures?.settled ?? null} />
          </td>
        ))
      ) : (
        // In the place of the results, which there are none of: a line of its own would push Buy and Sell down.
        <td colSpan={2} id={`${id}-error`} className={styles.error} title={settleIssue}>
          {settleIssue}
        </td>
      )}
    </tr>
  )
}

function Result({ value }: { value: Money | null }): ReactNode {
  if (value === null) return <span className={styles.none}>{NONE}</span>
  const shown: Decimal = toPlaces(value, 2, 'half-up')
  return <Figure value={shown} sign="gain" className={signOf(shown) === 0 ? styles.none : undefined} />
}
