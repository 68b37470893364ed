/** The columns of the hours of the day. */
import type { ReactNode } from 'react'
import { ENOUGH, type HourFigures, type SettlementFigures } from '../../../contract/settlement-history.ts'
import { NONE } from '../../format/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { changeText, rounded, shareText } from './figure-text.ts'
import styles from './settlement-history.module.css'

interface Props {
  readonly row: HourFigures
}
type Figures = NonNullable<SettlementFigures['figures']>

const hourText = ({ hour }: HourFigures): string => `${String(hour).padStart(2, '0')}:00`

const figure = (
  id: keyof Figures,
  title: string,
  explanation: string,
  write: (value: number) => string = changeText,
): Column<HourFigures> => ({
  id,
  title,
  explanation,
  isNumeric: true,
  least: 78,
  Cell: ({ row }: Props): ReactNode => (row.figures === null ? NONE : write(row.figures[id])),
  text: ({ figures }) => (figures === null ? NONE : write(figures[id])),
  csv: ({ figures }) => (figures === null ? '' : id === 'up' ? figures.up.toFixed(4) : rounded(figures[id])),
  sort: { by: 'count', of: ({ figures }) => figures?.[id] ?? null },
})

const COLUMNS: readonly Column<HourFigures>[] = [
  {
    id: 'hour',
    title: 'Hour',
    explanation: 'Of the settlement, by the clock at the station',
    least: 52,
    stays: true,
    Cell: ({ row }: Props): ReactNode => hourText(row),
    text: hourText,
    sort: { by: 'count', of: ({ hour }) => hour },
    first: 'ascending',
  },
  {
    id: 'count',
    title: 'Buckets',
    isNumeric: true,
    least: 64,
    stays: true,
    Cell: ({ row }: Props): ReactNode => <Count row={row} />,
    text: ({ count, figures }) => (figures === null ? `${count}, not enough` : String(count)),
    csv: ({ count }) => String(count),
    sort: { by: 'count', of: ({ count }) => count },
  },
  figure('mean', 'Mean', 'The mean change to the settlement'),
  figure('low', '10 %', 'A tenth of the changes were below this'),
  figure('median', 'Median', 'Half of the changes were below this'),
  figure('high', '90 %', 'A tenth of the changes were above this'),
  figure('up', 'Up', 'How many settled above the mark of that moment', shareText),
]

const Count = ({ row: { count, figures } }: Props): ReactNode => (
  <>
    {count}
    {figures === null && (
      <span className={styles.few} title={`Not enough: figures are drawn of ${ENOUGH} buckets or more`}>
        {' '}
        of {ENOUGH}
        <span className="visually-hidden">, not enough</span>
      </span>
    )}
  </>
)

export const HOURS: TableSpec<HourFigures> = {
  columns: COLUMNS,
  idOf: ({ hour }) => String(hour),
  nameOf: hourText,
  givesWay: ['median', 'low', 'high', 'up'],
  isUniform: true,
}
