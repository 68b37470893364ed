/** The columns of slippage: fills compared with the prices shown when their orders were sent. */
import type { SlippageBy, SlippageRow } from '../../../contract/books/index.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { dateText, dayText } from '../../format/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import {
  countColumn,
  decimalColumn,
  integerColumn,
  moneyColumn,
  sizeColumn,
  textColumn,
  timeColumn,
} from '../columns.tsx'
import { slippageText } from './texts.ts'

/** Names of orders that no automated order sent, by the kind of their intent. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  place: 'Limit order',
  predict: 'Prediction',
  binary_predict: 'Binary prediction',
  outcome_order: 'Share order',
  close: 'Close',
}
const kindText = ({ kind }: SlippageRow): string => (kind === null ? '' : (KIND_NAMES[kind] ?? kind))

const DAY: Column<SlippageRow> = timeColumn('day', 'Day', 96, ({ day }) => day, {
  text: ({ day }) => (day === null ? '' : dayText(day)),
  csv: ({ day }) => (day === null ? '' : dateText(day)),
  stays: true,
})
const FAMILY: Column<SlippageRow> = textColumn('family', 'Family', 96, ({ family }) => FAMILY_RULES[family].name, {
  stays: true,
})

const share = (id: string, title: string, of: (row: SlippageRow) => number): Column<SlippageRow> =>
  countColumn(id, title, 56, of, {
    text: (row) => `${Math.round(100 * of(row))} %`,
    explanation: 'Of the fills',
    csv: (row) => String(of(row)),
  })

const AFTER: readonly Column<SlippageRow>[] = [
  decimalColumn('price', 'Average', 84, ({ price }) => price, {
    text: ({ family, price }) => slippageText(family, price),
    explanation: 'Average price versus preview; negative is worse',
    fit: 'content',
    stays: true,
  }),
  moneyColumn('cost', 'Total', 84, ({ money }) => money, 'gain', {
    explanation: 'Total slippage in money; negative is worse',
    fit: 'content',
  }),
  textColumn('money', 'Currency', 64, ({ collateral }) => collateral),
  share('better', 'Better', ({ betterShare }) => betterShare),
  share('worse', 'Worse', ({ worseShare }) => worseShare),
  integerColumn('fills', 'Fills', 56, ({ fills }) => fills, { explanation: 'Fills with a preview price' }),
  sizeColumn('size', 'Size', 72, ({ size }) => size),
]

const FIRST: { readonly [By in SlippageBy]: readonly Column<SlippageRow>[] } = {
  kind: [textColumn('kind', 'Order type', 96, kindText, { stays: true }), FAMILY],
  market: [textColumn('market', 'Market', 96, ({ asset }) => asset ?? '', { stays: true })],
  family: [FAMILY],
  day: [DAY, FAMILY],
}
const specOf = (by: SlippageBy): TableSpec<SlippageRow> => ({
  columns: [...FIRST[by], ...AFTER],
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  givesWay: ['size', 'money', 'fills', 'better', 'worse', 'cost'],
  isUniform: true,
})

/** Table specs, by the subject of the rows. */
export const SLIPPAGE_SPECS: { readonly [By in SlippageBy]: TableSpec<SlippageRow> } = {
  kind: specOf('kind'),
  market: specOf('market'),
  family: specOf('family'),
  day: specOf('day'),
}
