/** The figures of a stretch of time, a row for each collateral. */
import type { ReactNode } from 'react'
import type { ResultFigures } from '../../../contract/books/index.ts'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { NONE } from '../../format/index.ts'
import { Figure } from '../../ui/index.ts'
import styles from './results.module.css'

export const Figures = ({ figures }: { readonly figures: readonly ResultFigures[] }): ReactNode =>
  figures.map((one) => <Row key={one.collateral} {...one} />)

function Row(figures: ResultFigures): ReactNode {
  const { collateral, result, realised, fees, drawdown, trades, wins, profitFactor, averageWin, averageLoss } = figures
  return (
    <dl className={styles.figures} aria-label={`Results in ${collateral}`}>
      <One name="Result" unit={collateral} value={result} isGain isMain />
      <One name="Realised" value={realised} isGain />
      <One name="Fees" value={fees} />
      <One name="Largest fall" value={drawdown} isGain explanation="From the best day's end to a later one" />
      <div>
        <dt>Hit rate</dt>
        <dd>{trades === 0 ? NONE : `${hitRate(wins, trades)} % of ${trades}`}</dd>
      </div>
      <One name="Profit factor" value={profitFactor} explanation="What won, for each unit that was lost" />
      <One name="Average win" value={averageWin} isGain />
      <One name="Average loss" value={averageLoss} isGain />
    </dl>
  )
}

/** Whole per cent: a share of a count. */
const hitRate = (wins: number, trades: number): number => Math.round((100 * wins) / trades)

interface OneProps {
  readonly name: string
  readonly value: Decimal | null
  readonly unit?: string
  readonly isGain?: boolean
  readonly isMain?: boolean
  readonly explanation?: string
}

const One = ({ name, value, unit, isGain = false, isMain = false, explanation }: OneProps): ReactNode => (
  <div title={explanation} data-main={isMain || undefined}>
    <dt>{name}</dt>
    <dd>
      <Figure
        value={value === null ? null : trimZeros(value)}
        places={2}
        sign={isGain ? 'gain' : 'plain'}
        {...(unit === undefined ? {} : { unit })}
      />
    </dd>
  </div>
)
