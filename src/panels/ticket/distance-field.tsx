/** How far from the best price a market order or a prediction may trade. */
import type { ReactNode, RefObject } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { distanceOf } from '../../trade-forms/index.ts'
import { DecimalField } from '../../ui/index.ts'
import { DISTANCES, useChangeDraft, useDraft } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './ticket.module.css'

const STEP = '0.01' as Decimal

interface DistanceFieldProps {
  /** What is wrong beside the text itself. */
  readonly error: string | null
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

export function DistanceField({ error, inputRef }: DistanceFieldProps): ReactNode {
  const { distance: text } = useDraft('scalar')
  const change = useChangeDraft('scalar')
  const read = distanceOf(text, 'scalar')
  return (
    <DecimalField
      {...(inputRef === undefined ? {} : { ref: inputRef })}
      label={MESSAGES.distance}
      value={text}
      onChange={(distance) => change({ distance })}
      step={STEP}
      suffix="°F worse"
      keepsRoom
      error={'issue' in read ? read.issue : error}
      hint={
        <span className={styles.quick}>
          {DISTANCES.map((choice) => (
            <button key={choice} type="button" className={styles.link} onClick={() => change({ distance: choice })}>
              {choice}
            </button>
          ))}
        </span>
      }
    />
  )
}
