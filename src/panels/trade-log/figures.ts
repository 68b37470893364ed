/** What the trades of a period came to, as the figures over the log: of each collateral apart. */

import { gotRows, type TradeSums, tradeFigures } from '../../../contract/books/index.ts'
import type { ExcursionAverages, TradesView } from '../../../contract/books-view.ts'
import type { Collateral } from '../../../contract/collateral.ts'
import type { Money } from '../../../contract/decimal.ts'
import { moneyUnit, NONE } from '../../format/index.ts'
import type { KeyFigure } from '../../ui/index.ts'
import { gotText } from './texts.ts'

/** The figures of one collateral. */
export function figuresOf(
  { collateral, sums }: { readonly collateral: Collateral; readonly sums: TradeSums },
  { excursions, got }: Pick<TradesView, 'excursions' | 'got'>,
): readonly KeyFigure[] {
  const { trades, wins, profitFactor, averageWin, averageLoss, expectancy } = tradeFigures(sums)
  const of = (sign: ExcursionAverages['of']) =>
    excursions.find((one) => one.collateral === collateral && one.of === sign)
  const winners = of('winners')
  const losers = of('losers')
  return [
    {
      name: 'Expectancy',
      value: expectancy,
      unit: collateral,
      isGain: true,
      isMain: true,
      explanation: 'What a trade made on average, after fees',
    },
    {
      name: 'Hit rate',
      value: { text: trades === 0 ? NONE : `${Math.round((100 * wins) / trades)} % of ${trades}` },
      explanation: 'Trades that made something, after fees',
    },
    { name: 'Profit factor', value: profitFactor, explanation: 'What won, for each unit that was lost' },
    { name: 'Average win', value: averageWin, isGain: true },
    { name: 'Average loss', value: averageLoss, isGain: true },
    excursion('MAE of winners', winners?.adverse, 'How far trades that won were down at worst, on average'),
    excursion('MFE of winners', winners?.favourable, 'How far trades that won were up at best, on average'),
    excursion('MAE of losers', losers?.adverse, 'How far trades that lost were down at worst, on average'),
    excursion('MFE of losers', losers?.favourable, 'How far trades that lost were up at best, on average'),
    ...gotRows(got, 'family', moneyUnit('outcome'))
      .filter((row) => row.collateral === collateral)
      .map(
        ({ family, price }): KeyFigure => ({
          name: family === 'binary' ? 'Got against preview, binary' : 'Got against preview',
          value: { text: gotText(family, price) },
          explanation: 'Average price of fills against what was shown when their orders were sent: worse is negative',
        }),
      ),
  ]
}

const excursion = (name: string, value: Money | undefined, explanation: string): KeyFigure => ({
  name,
  value: value ?? null,
  explanation,
})
