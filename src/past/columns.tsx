/** Columns shared by records. */
import type { ReactNode } from 'react'
import type { Side } from '../../contract/market.ts'
import { dayText, minuteText, timeTextMs, zoneText } from '../format/index.ts'
import { sideLabel } from '../trade-forms/index.ts'
import { Clip, type Column, GivesWay } from '../ui/index.ts'
import styles from './past.module.css'

/** `4 Mar 13:10:36.609`: distinguishes fills within one second. */
export const whenText = (at: number): string => `${dayText(at)} ${timeTextMs(at)}`

/** Parts of the time that are hidden in a narrow panel, first to last: the exact time is in its title. */
export const TIME_PARTS = ['ms', 'seconds'] as const

function When({ at }: { readonly at: number }): ReactNode {
  const [, seconds = '', ms = ''] = /^\d+:\d+(:\d+)?(\.\d+)?$/.exec(timeTextMs(at)) ?? []
  return (
    <span title={`${whenText(at)} ${zoneText(at)}`}>
      {`${dayText(at)} ${minuteText(at)}`}
      <GivesWay part="seconds">{seconds}</GivesWay>
      <GivesWay part="ms">{ms}</GivesWay>
    </span>
  )
}

/** The time with the date; the zone is in its tooltip. */
export const timeColumn = <Row,>(of: (row: Row) => number): Column<Row> => ({
  id: 'time',
  title: 'Time',
  least: 72,
  fit: 'content',
  Cell: ({ row }): ReactNode => <When at={of(row)} />,
  text: (row) => whenText(of(row)),
  csv: (row) => new Date(of(row)).toISOString(),
  sort: { by: 'count', of },
  stays: true,
})

export const marketColumn = <Row extends { readonly name: string; readonly asset: string }>(): Column<Row> => ({
  id: 'market',
  title: 'Market',
  fit: 'clip',
  share: 0.2,
  least: 64,
  Cell: ({ row: { name } }): ReactNode => <Clip title={name}>{name}</Clip>,
  text: ({ name }) => name,
  csvAlso: { title: 'Asset', of: ({ asset }) => asset },
  sort: { by: 'text', of: ({ name }) => name },
  stays: true,
})

export const sideColumn = <Row extends { readonly side: Side }>(): Column<Row> => ({
  id: 'side',
  title: 'Side',
  least: 48,
  fit: 'content',
  Cell: ({ row: { side } }): ReactNode => (
    <span className={side === 'buy' ? styles.buy : styles.sell}>{sideLabel(side)}</span>
  ),
  text: ({ side }) => sideLabel(side),
  sort: { by: 'text', of: ({ side }) => side },
  stays: true,
})
