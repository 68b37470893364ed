/** The figures of a stretch of time, a row for each collateral. */
import type { ReactNode } from 'react'
import type { ResultFigures } from '../../../contract/books/index.ts'
import { NONE } from '../../format/index.ts'
import { type KeyFigure, KeyFigures } from '../../ui/index.ts'

export const Figures = ({ figures }: { readonly figures: readonly ResultFigures[] }): ReactNode =>
  figures.map((one) => (
    <KeyFigures key={one.collateral} label={`Results in ${one.collateral}`} figures={figuresOf(one)} />
  ))

function figuresOf(figures: ResultFigures): readonly KeyFigure[] {
  const { collateral, result, realised, fees, drawdown, trades, wins, profitFactor, averageWin, averageLoss } = figures
  return [
    { name: 'Result', unit: collateral, value: result, isGain: true, isMain: true },
    { name: 'Realised', value: realised, isGain: true },
    { name: 'Fees', value: fees },
    { name: 'Largest fall', value: drawdown, isGain: true, explanation: "From the best day's end to a later one" },
    { name: 'Hit rate', value: { text: trades === 0 ? NONE : `${hitRate(wins, trades)} % of ${trades}` } },
    { name: 'Profit factor', value: profitFactor, explanation: 'What won, for each unit that was lost' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
  ]
}

/** Whole per cent: a share of a count. */
const hitRate = (wins: number, trades: number): number => Math.round((100 * wins) / trades)
