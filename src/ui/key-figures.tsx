/** The figures that sum a panel up: names over values, side by side, as many lines as they take. */
import type { ReactNode } from 'react'
import { type Decimal, trimZeros } from '../../contract/decimal.ts'
import { Figure } from './figure.tsx'
import styles from './key-figures.module.css'

/** One of them: a decimal, or a text that says it. */
export interface KeyFigure {
  readonly name: string
  /** Null shows `—`. */
  readonly value: Decimal | null | { readonly text: string }
  readonly unit?: string | undefined
  /** Decimals at least. */
  readonly places?: number
  /** A gain or a loss: with its sign, and colored by it. */
  readonly isGain?: boolean
  /** The one that is looked for first. */
  readonly isMain?: boolean
  /** What it is, in a sentence, for a pointer that rests on it. */
  readonly explanation?: string
}

const MONEY_PLACES = 2

interface KeyFiguresProps {
  /** Accessible name of the list. */
  readonly label: string
  readonly figures: readonly KeyFigure[]
}

export const KeyFigures = ({ label, figures }: KeyFiguresProps): ReactNode => (
  <dl className={styles.figures} aria-label={label}>
    {figures.map(({ name, value, unit, places = MONEY_PLACES, isGain = false, isMain, explanation }) => (
      <div key={name} title={explanation} data-main={isMain || undefined}>
        <dt>{name}</dt>
        <dd>
          {value !== null && typeof value === 'object' ? (
            value.text
          ) : (
            <Figure
              value={value === null ? null : trimZeros(value)}
              places={places}
              sign={isGain ? 'gain' : 'plain'}
              unit={unit}
            />
          )}
        </dd>
      </div>
    ))}
  </dl>
)
