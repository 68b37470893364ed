/** The columns of settlements. */
import type { ReactNode } from 'react'
import { type Decimal, signOf } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import { changeFrom, type SettledBucket } from '../../../contract/settlement-history.ts'
import { dayText, minuteIn, minuteText, NONE, temperatureOf } from '../../format/index.ts'
import { type Column, classNames, type TableSpec } from '../../ui/index.ts'
import { signedDegrees } from './hour-figures.tsx'
import styles from './settlement-history.module.css'

interface Props {
  readonly row: SettledBucket
}
type Moment = 'before60' | 'before30'

const timeText = ({ end }: SettledBucket): string => `${dayText(end)} ${minuteText(end)}`

const TIME: Column<SettledBucket> = {
  id: 'time',
  title: 'Settled',
  least: 100,
  stays: true,
  Cell: ({ row }: Props): ReactNode => timeText(row),
  text: timeText,
  csv: ({ end }) => new Date(end).toISOString(),
  sort: { by: 'count', of: ({ end }) => end },
}
const stationColumn = (zone: string): Column<SettledBucket> => ({
  id: 'station',
  title: 'At the station',
  explanation: `The time at the weather station, ${zone}`,
  least: 86,
  Cell: ({ row }: Props): ReactNode => minuteIn(row.end, zone),
  text: ({ end }) => minuteIn(end, zone),
})
const ASSET: Column<SettledBucket> = {
  id: 'asset',
  title: 'Asset',
  least: 78,
  Cell: ({ row }: Props): ReactNode => row.asset,
  text: ({ asset }) => asset,
  sort: { by: 'text', of: ({ asset }) => asset },
}
const TEMPERATURE: Column<SettledBucket> = {
  id: 'temperature',
  title: 'Settled at',
  explanation: 'Settlement temperature, the average of the last two minutes',
  isNumeric: true,
  least: 80,
  stays: true,
  Cell: ({ row }: Props): ReactNode => <strong>{temperatureOf(row.mark)}</strong>,
  text: ({ mark }) => temperatureOf(mark),
  csv: ({ mark }) => (mark === null ? '' : fahrenheitOfMark(mark)),
  sort: { by: 'decimal', of: ({ mark }) => mark },
}
const MARK: Column<SettledBucket> = {
  id: 'mark',
  title: 'Mark',
  isNumeric: true,
  least: 66,
  Cell: ({ row }: Props): ReactNode => row.mark ?? NONE,
  text: ({ mark }) => mark ?? NONE,
  csv: ({ mark }) => mark ?? '',
  sort: { by: 'decimal', of: ({ mark }) => mark },
}
const before = (id: Moment, title: string, text: string): Column<SettledBucket> => ({
  id,
  title,
  explanation: `The mark ${text} before the settlement, as a temperature`,
  isNumeric: true,
  least: 78,
  Cell: ({ row }: Props): ReactNode => temperatureOf(row[id]),
  text: (row) => temperatureOf(row[id]),
  csv: (row) => row[id] ?? '',
  sort: { by: 'decimal', of: (row) => row[id] },
})
const change = (since: Moment, title: string, text: string): Column<SettledBucket> => ({
  id: `change ${since}`,
  title,
  explanation: `From the mark ${text} before to the settlement`,
  isNumeric: true,
  least: 82,
  Cell: ({ row }: Props): ReactNode => <Change value={changeFrom(row, since)} />,
  text: (row) => changeText(changeFrom(row, since)),
  csv: (row) => changeFrom(row, since) ?? '',
  sort: { by: 'decimal', of: (row) => changeFrom(row, since) },
})

const changeText = (value: Decimal | null): string => (value === null ? NONE : signedDegrees(value))

function Change({ value }: { readonly value: Decimal | null }): ReactNode {
  const side = value === null ? 0 : signOf(value)
  return <span className={classNames(side > 0 && styles.up, side < 0 && styles.down)}>{changeText(value)}</span>
}

/** @param zone time zone of the station */
export const historySpec = (zone: string): TableSpec<SettledBucket> => ({
  columns: [
    TIME,
    stationColumn(zone),
    ASSET,
    TEMPERATURE,
    MARK,
    before('before60', 'T−60', 'an hour'),
    change('before60', 'Change 60', 'an hour'),
    before('before30', 'T−30', 'half an hour'),
    change('before30', 'Change 30', 'half an hour'),
  ],
  idOf: ({ end }) => String(end),
  nameOf: (row) => `${row.asset} ${timeText(row)}`,
  givesWay: ['mark', 'before30', 'before60', 'asset', 'station', 'change before30'],
  isUniform: true,
})
