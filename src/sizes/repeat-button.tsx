/** Fills the ticket around with the last order of its market; it sends nothing. */
import type { ReactNode } from 'react'
import { useTopicValue } from '../market-data/index.ts'
import { classNames } from '../ui/index.ts'
import { lastOrderIn, repeatInto, useInstrument, usePanel } from '../workspace/index.ts'
import styles from './sizes.module.css'

export function RepeatButton(): ReactNode {
  const { id } = usePanel()
  const instrument = useInstrument()
  const asset = instrument?.here === true ? instrument.asset : null
  const last = useTopicValue({ kind: 'actions' }, (actions) => lastOrderIn(actions, asset)) ?? null
  return (
    <button
      type="button"
      className={classNames(styles.preset, styles.edit)}
      aria-label="Repeat the last order"
      title={
        last === null
          ? 'No order was sent in this market yet'
          : 'Fill in the last order of this market again; nothing is sent'
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
