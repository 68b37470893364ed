/** The columns of readings. */
import { measured, type Reading } from '../../../contract/weather/index.ts'
import { dayText, minuteText, NONE, temperatureText } from '../../format/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { bandText, KIND_NAMES, SOURCE_NAMES } from '../../weather/index.ts'
import { decimalColumn, momentColumn, plainColumn, textColumn } from '../columns.tsx'

const timeText = ({ observedAt }: Reading): string => `${dayText(observedAt)} ${minuteText(observedAt)}`
const valueText = ({ celsius }: Reading): string => temperatureText(measured(celsius).value)

const COLUMNS: readonly Column<Reading>[] = [
  momentColumn('time', 'Observed', 92, ({ observedAt }) => observedAt, { text: timeText, stays: true }),
  decimalColumn('temperature', 'Reading', 66, ({ celsius }) => measured(celsius).value, {
    text: valueText,
    stays: true,
    Cell: ({ row }) => <strong>{valueText(row)}</strong>,
  }),
  plainColumn('band', 'Band', 132, ({ celsius }) => bandText(measured(celsius)), {
    explanation: 'Temperatures that round to the reported value',
    isNumeric: true,
  }),
  decimalColumn('celsius', 'Reported', 72, ({ celsius }) => celsius, { unit: '°C' }),
  textColumn('kind', 'Kind', 62, kindText),
  textColumn('source', 'Source', 120, ({ source }) => SOURCE_NAMES[source], { fit: 'clip', share: 0.2 }),
  plainColumn('report', 'Report', 120, ({ raw }) => raw ?? '', {
    fit: 'clip',
    share: 0.3,
    Cell: ({ row }) => <span title={row.raw ?? undefined}>{row.raw ?? NONE}</span>,
  }),
]

function kindText({ kind, isCorrected }: Reading): string {
  return isCorrected ? `${KIND_NAMES[kind]}, corrected` : KIND_NAMES[kind]
}

export const READINGS: TableSpec<Reading> = {
  columns: COLUMNS,
  idOf: ({ station, observedAt }) => `${station} ${observedAt}`,
  nameOf: (row) => `${row.station} ${timeText(row)}`,
  givesWay: ['report', 'source', 'celsius', 'band', 'kind'],
  isUniform: true,
}
