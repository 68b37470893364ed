/** Fills the ticket around with the last order that it sent in its market; it sends nothing. */
import type { ReactNode } from 'react'
import { useTopicValue } from '../market-data/index.ts'
import { classNames } from '../ui/index.ts'
import { repeatedBy, repeatInto, useInstrument, usePanel, useSentBy } from '../workspace/index.ts'
import styles from './sizes.module.css'

export function RepeatButton(): ReactNode {
  const { id } = usePanel()
  const instrument = useInstrument()
  const asset = instrument?.here === true ? instrument.asset : null
  const sentBy = useSentBy()
  const last = useTopicValue({ kind: 'actions' }, (actions) => repeatedBy(id, actions, asset, sentBy)) ?? null
  return (
    <button
      type="button"
      className={classNames(styles.preset, styles.edit)}
      aria-label="Repeat the last order"
      title={
        last === null
          ? 'No order was sent in this market yet'
          : 'Fill in the last order of this ticket again, or of its market while it has sent none; nothing is sent'
      }
      disabled={last === null}
      onClick={() => {
        if (last !== null) repeatInto(id, last)
      }}
    >
      ↻
    </button>
  )
}
