/** How much worse than the best price a prediction may trade, in cents. */
import type { ReactNode, RefObject } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { DecimalField } from '../../ui/index.ts'
import { CENTS, useDraft } from '../../workspace/index.ts'
import styles from './binary.module.css'

const STEP = '1' as Decimal

interface DistanceFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly error: string | null
  readonly onChange: (cents: string) => void
}

export function DistanceField({ inputRef, error, onChange }: DistanceFieldProps): ReactNode {
  const { distance } = useDraft('binary')
  return (
    <DecimalField
      ref={inputRef}
      label="At most"
      value={distance}
      onChange={onChange}
      step={STEP}
      suffix="cents worse"
      keepsRoom
      error={error}
      hint={
        <span className={styles.quick}>
          {CENTS.map((choice) => (
            <button key={choice} type="button" className={styles.link} onClick={() => onChange(choice)}>
              {choice}
            </button>
          ))}
        </span>
      }
    />
  )
}
