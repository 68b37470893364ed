/** The figures of a stretch of time, a row for each collateral. */
import type { ReactNode } from 'react'
import { type Collateral, type Explained, namedTotal, type ResultFigures } from '../../../contract/books/index.ts'
import { NONE } from '../../format/index.ts'
import { type KeyFigure, KeyFigures } from '../../ui/index.ts'

interface FiguresProps {
  readonly figures: readonly ResultFigures[]
  /** Null where there is nothing to explain yet, or the service does not tell enough. */
  readonly explainedIn: (collateral: Collateral) => Explained | null
}

export const Figures = ({ figures, explainedIn }: FiguresProps): ReactNode =>
  figures.map((one) => (
    <KeyFigures
      key={one.collateral}
      label={`Results in ${one.collateral}`}
      figures={figuresOf(one, explainedIn(one.collateral))}
    />
  ))

function figuresOf(figures: ResultFigures, explained: Explained | null): readonly KeyFigure[] {
  const { collateral, result, realised, fees, drawdown, trades, wins, profitFactor, averageWin, averageLoss } = figures
  return [
    { name: 'Result', unit: collateral, value: result, isGain: true, isMain: true },
    { name: 'Realised', value: realised, isGain: true },
    {
      name: 'Unrealised',
      value: explained?.unrealised ?? null,
      isGain: true,
      explanation: 'How much more is unrealised than as the period began, as far as samples go back',
    },
    { name: 'Fees', value: fees },
    {
      name: 'Transfers',
      value: explained === null ? null : namedTotal(explained),
      isGain: true,
      explanation: 'What came from outside or went there, by the names that you gave it',
    },
    {
      name: 'Unexplained',
      value: explained?.unexplained ?? null,
      isGain: true,
      explanation: 'What changed the money, and no fill, conversion or name explains',
    },
    { name: 'Largest fall', value: drawdown, isGain: true, explanation: "From the best day's end to a later one" },
    { name: 'Hit rate', value: { text: trades === 0 ? NONE : `${hitRate(wins, trades)} % of ${trades}` } },
    { name: 'Profit factor', value: profitFactor, explanation: 'What won, for each unit that was lost' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
  ]
}

/** Whole per cent: a share of a count. */
const hitRate = (wins: number, trades: number): number => Math.round((100 * wins) / trades)
