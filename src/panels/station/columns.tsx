/** The columns of readings. */
import type { ReactNode } from 'react'
import { measured, type Reading } from '../../../contract/weather/index.ts'
import { dayText, minuteText, NONE, temperatureText } from '../../format/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { bandText, KIND_NAMES, SOURCE_NAMES } from '../../weather/index.ts'

interface Props {
  readonly row: Reading
}

const timeText = ({ observedAt }: Reading): string => `${dayText(observedAt)} ${minuteText(observedAt)}`

const COLUMNS: readonly Column<Reading>[] = [
  {
    id: 'time',
    title: 'Observed',
    least: 92,
    stays: true,
    Cell: ({ row }: Props): ReactNode => timeText(row),
    text: timeText,
    csv: ({ observedAt }) => new Date(observedAt).toISOString(),
    sort: { by: 'count', of: ({ observedAt }) => observedAt },
  },
  {
    id: 'temperature',
    title: 'Reading',
    isNumeric: true,
    least: 66,
    stays: true,
    Cell: ({ row }: Props): ReactNode => <strong>{temperatureText(measured(row.celsius).value)}</strong>,
    text: ({ celsius }) => temperatureText(measured(celsius).value),
    csv: ({ celsius }) => measured(celsius).value,
    sort: { by: 'decimal', of: ({ celsius }) => measured(celsius).value },
  },
  {
    id: 'band',
    title: 'Band',
    explanation: 'Temperatures that round to the reported value',
    isNumeric: true,
    least: 132,
    Cell: ({ row }: Props): ReactNode => bandText(measured(row.celsius)),
    text: ({ celsius }) => bandText(measured(celsius)),
  },
  {
    id: 'celsius',
    title: 'Reported',
    unit: '°C',
    isNumeric: true,
    least: 72,
    Cell: ({ row }: Props): ReactNode => row.celsius,
    text: ({ celsius }) => celsius,
    sort: { by: 'decimal', of: ({ celsius }) => celsius },
  },
  {
    id: 'kind',
    title: 'Kind',
    least: 62,
    Cell: ({ row }: Props): ReactNode => kindText(row),
    text: (row) => kindText(row),
    sort: { by: 'text', of: kindText },
  },
  {
    id: 'source',
    title: 'Source',
    least: 120,
    fit: 'clip',
    share: 0.2,
    Cell: ({ row }: Props): ReactNode => SOURCE_NAMES[row.source],
    text: ({ source }) => SOURCE_NAMES[source],
    sort: { by: 'text', of: ({ source }) => SOURCE_NAMES[source] },
  },
  {
    id: 'report',
    title: 'Report',
    least: 120,
    fit: 'clip',
    share: 0.3,
    Cell: ({ row }: Props): ReactNode => <span title={row.raw ?? undefined}>{row.raw ?? NONE}</span>,
    text: ({ raw }) => raw ?? '',
  },
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
