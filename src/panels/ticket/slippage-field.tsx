/** How far from the best price a market order or a prediction may trade. */
import type { ReactNode, RefObject } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { slippageOf } from '../../trade-forms/index.ts'
import { DecimalField } from '../../ui/index.ts'
import { SLIPPAGES, useChangeDraft, useDraft } from '../../workspace/index.ts'
import styles from './ticket.module.css'

const STEP = '0.1' as Decimal

interface SlippageFieldProps {
  /** What is wrong beside the text itself. */
  readonly error: string | null
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

export function SlippageField({ error, inputRef }: SlippageFieldProps): ReactNode {
  const { slippage: text } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const read = slippageOf(text)
  return (
    <DecimalField
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label="Slippage"
      value={text}
      onChange={(slippage) => change({ slippage })}
      step={STEP}
      suffix="%"
      keepsRoom
      error={'issue' in read ? read.issue : error}
      hint={
        <span className={styles.quick}>
          {SLIPPAGES.map((choice) => (
            <button key={choice} type="button" className={styles.link} onClick={() => change({ slippage: choice })}>
              {choice}
            </button>
          ))}
        </span>
      }
    />
  )
}
