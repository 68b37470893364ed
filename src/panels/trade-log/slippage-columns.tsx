/** The columns of slippage: fills compared with the prices shown when their orders were sent. */
import type { ReactNode } from 'react'
import type { SlippageBy, SlippageRow } from '../../../contract/books/index.ts'
import { type Decimal, trimZeros } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { dateText, dayText, grouped } from '../../format/index.ts'
import { type Column, Figure, type TableSpec } from '../../ui/index.ts'
import { slippageText } from './texts.ts'

interface Props {
  readonly row: SlippageRow
}

/** Names of orders that no automated order sent, by the kind of their intent. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  place: 'Limit order',
  predict: 'Prediction',
  binary_predict: 'Binary prediction',
  outcome_order: 'Share order',
  close: 'Close',
}
const kindText = ({ kind }: SlippageRow): string => (kind === null ? '' : (KIND_NAMES[kind] ?? kind))

const textColumn = (id: string, title: string, of: (row: SlippageRow) => string): Column<SlippageRow> => ({
  id,
  title,
  least: 96,
  Cell: ({ row }: Props): ReactNode => of(row),
  text: of,
  sort: { by: 'text', of },
  stays: true,
})
const DAY: Column<SlippageRow> = {
  ...textColumn('day', 'Day', ({ day }) => (day === null ? '' : dayText(day))),
  csv: ({ day }) => (day === null ? '' : dateText(day)),
  sort: { by: 'count', of: ({ day }) => day },
}
const FAMILY = textColumn('family', 'Family', ({ family }) => FAMILY_RULES[family].name)

const share = (id: string, title: string, of: (row: SlippageRow) => number): Column<SlippageRow> => {
  const text = (row: SlippageRow): string => `${Math.round(100 * of(row))} %`
  return {
    id,
    title,
    explanation: 'Of the fills',
    isNumeric: true,
    least: 56,
    Cell: ({ row }: Props): ReactNode => text(row),
    text,
    csv: (row) => String(of(row)),
    sort: { by: 'count', of },
  }
}

const AFTER: readonly Column<SlippageRow>[] = [
  {
    id: 'price',
    title: 'Average',
    explanation: 'Average price versus preview; negative is worse',
    isNumeric: true,
    fit: 'content',
    least: 84,
    Cell: ({ row }: Props): ReactNode => slippageText(row.family, row.price),
    text: ({ family, price }) => slippageText(family, price),
    csv: ({ price }) => price,
    sort: { by: 'decimal', of: ({ price }) => price },
    stays: true,
  },
  {
    id: 'cost',
    title: 'Total',
    explanation: 'Total slippage in money; negative is worse',
    isNumeric: true,
    fit: 'content',
    least: 84,
    Cell: ({ row }: Props): ReactNode => <Figure value={row.money} places="money" sign="gain" />,
    text: ({ money }) => money,
    sort: { by: 'decimal', of: ({ money }) => money },
  },
  { ...textColumn('money', 'Currency', ({ collateral }) => collateral), least: 64, stays: false },
  share('better', 'Better', ({ betterShare }) => betterShare),
  share('worse', 'Worse', ({ worseShare }) => worseShare),
  {
    id: 'fills',
    title: 'Fills',
    explanation: 'Fills with a preview price',
    isNumeric: true,
    least: 56,
    Cell: ({ row }: Props): ReactNode => grouped(String(row.fills) as Decimal),
    text: ({ fills }) => String(fills),
    sort: { by: 'count', of: ({ fills }) => fills },
  },
  {
    id: 'size',
    title: 'Size',
    isNumeric: true,
    least: 72,
    Cell: ({ row }: Props): ReactNode => grouped(trimZeros(row.size)),
    text: ({ size }) => trimZeros(size),
    sort: { by: 'decimal', of: ({ size }) => size },
  },
]

const FIRST: { readonly [By in SlippageBy]: readonly Column<SlippageRow>[] } = {
  kind: [textColumn('kind', 'Order type', kindText), FAMILY],
  market: [textColumn('market', 'Market', ({ asset }) => asset ?? '')],
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
