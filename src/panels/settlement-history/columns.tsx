/** The columns of settlements. */
import type { ReactNode } from 'react'
import { type Decimal, signOf } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import { changeFrom, type SettledBucket } from '../../../contract/settlement-history.ts'
import { dayText, minuteIn, minuteText, NONE, temperatureOf } from '../../format/index.ts'
import { type Column, classNames, type TableSpec } from '../../ui/index.ts'
import { decimalColumn, plainColumn, textColumn, timeColumn } from '../columns.tsx'
import { signedDegrees } from './hour-figures.tsx'
import styles from './settlement-history.module.css'

type Moment = 'before60' | 'before30'

const timeText = ({ end }: SettledBucket): string => `${dayText(end)} ${minuteText(end)}`

const before = (id: Moment, title: string, text: string): Column<SettledBucket> =>
  decimalColumn(id, title, 78, (row) => row[id], {
    text: (row) => temperatureOf(row[id]),
    explanation: `The mark ${text} before the settlement, as a temperature`,
  })

const change = (since: Moment, title: string, text: string): Column<SettledBucket> =>
  decimalColumn(`change ${since}`, title, 82, (row) => changeFrom(row, since), {
    text: (row) => changeText(changeFrom(row, since)),
    explanation: `From the mark ${text} before to the settlement`,
    Cell: ({ row }) => <Change value={changeFrom(row, since)} />,
  })

const changeText = (value: Decimal | null): string => (value === null ? NONE : signedDegrees(value))

function Change({ value }: { readonly value: Decimal | null }): ReactNode {
  const side = value === null ? 0 : signOf(value)
  return <span className={classNames(side > 0 && styles.up, side < 0 && styles.down)}>{changeText(value)}</span>
}

/** @param zone time zone of the station */
export const historySpec = (zone: string): TableSpec<SettledBucket> => ({
  columns: [
    timeColumn('time', 'Settled', 100, ({ end }) => end, { text: timeText, stays: true }),
    plainColumn('station', 'At the station', 86, ({ end }) => minuteIn(end, zone), {
      explanation: `The time at the weather station, ${zone}`,
    }),
    textColumn('asset', 'Asset', 78, ({ asset }) => asset),
    decimalColumn('temperature', 'Settled at', 80, ({ mark }) => mark, {
      text: ({ mark }) => temperatureOf(mark),
      explanation: 'Settlement temperature, the average of the last two minutes',
      stays: true,
      Cell: ({ row }) => <strong>{temperatureOf(row.mark)}</strong>,
      csv: ({ mark }) => (mark === null ? '' : fahrenheitOfMark(mark)),
    }),
    decimalColumn('mark', 'Mark', 66, ({ mark }) => mark, { text: ({ mark }) => mark ?? NONE }),
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
