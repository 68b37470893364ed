/** The change to the settlement by hour of the day: as text, as columns and as a chart. */

import type { ReactNode } from 'react'
import { type Decimal, fromFloat, signOf } from '../../../contract/decimal.ts'
import { MINUS } from '../../../contract/grouped.ts'
import { ENOUGH, type HourFigures, type SettlementFigures } from '../../../contract/settlement-history.ts'
import { degreesText, NONE } from '../../format/index.ts'
import type { Column, TableSpec } from '../../ui/index.ts'
import { countColumn } from '../columns.tsx'
import styles from './settlement-history.module.css'

const NBSP = '\u00a0'

/** `+ 0.42 °F`, `− 1.00 °F`, `0.00 °F`, in the chosen unit. */
export function signedDegrees(change: Decimal): string {
  const sign = signOf(change)
  // All digits: a distance has as many decimals as its marks.
  const text = degreesText((change.startsWith('-') ? change.slice(1) : change) as Decimal)
  return sign === 0 ? text : `${sign > 0 ? '+' : MINUS}${NBSP}${text}`
}

/** A statistic, to a hundredth. */
const rounded = (value: number): Decimal => fromFloat(Math.round(value * 100) / 100, 2)

/** A statistic as a change. */
export const changeText = (value: number): string => signedDegrees(rounded(value))

/** `54 %` */
export const shareText = (share: number): string => `${Math.round(share * 100)}${NBSP}%`

type Figures = NonNullable<SettlementFigures['figures']>

const hourText = ({ hour }: HourFigures): string => `${String(hour).padStart(2, '0')}:00`

const figure = (
  id: keyof Figures,
  title: string,
  explanation: string,
  write: (value: number) => string = changeText,
): Column<HourFigures> =>
  countColumn(id, title, 78, ({ figures }) => figures?.[id] ?? null, {
    text: ({ figures }) => (figures === null ? NONE : write(figures[id])),
    explanation,
    csv: ({ figures }) => (figures === null ? '' : id === 'up' ? figures.up.toFixed(4) : rounded(figures[id])),
  })

const COLUMNS: readonly Column<HourFigures>[] = [
  countColumn('hour', 'Hour', 52, ({ hour }) => hour, {
    text: hourText,
    explanation: 'Hour of settlement, station time',
    isNumeric: false,
    stays: true,
    first: 'ascending',
  }),
  countColumn('count', 'Buckets', 64, ({ count }) => count, {
    text: ({ count, figures }) => (figures === null ? `${count}, too few` : String(count)),
    stays: true,
    Cell: Count,
    csv: ({ count }) => String(count),
  }),
  figure('mean', 'Mean', 'Mean change to settlement'),
  figure('low', '10 %', '10th percentile'),
  figure('median', 'Median', '50th percentile'),
  figure('high', '90 %', '90th percentile'),
  figure('up', 'Up', 'Share that settled above the mark at that time', shareText),
]

function Count({ row: { count, figures } }: { readonly row: HourFigures }): ReactNode {
  return (
    <>
      {count}
      {figures === null && (
        <span className={styles.few} title={`At least ${ENOUGH} buckets are needed`}>
          {' '}
          of {ENOUGH}
          <span className="visually-hidden">, too few</span>
        </span>
      )}
    </>
  )
}

/** The columns of the hours of the day. */
export const HOURS: TableSpec<HourFigures> = {
  columns: COLUMNS,
  idOf: ({ hour }) => String(hour),
  nameOf: hourText,
  givesWay: ['median', 'low', 'high', 'up'],
  isUniform: true,
}

const HEIGHT = 96
/** Above and below the drawing, px. */
const MARGIN = 8
const DAY_HOURS = 24

/** Hours without figures are not drawn; renders nothing where none has any. */
export function HourChart({ hours }: { readonly hours: readonly HourFigures[] }): ReactNode {
  const drawn = hours.flatMap(({ hour, figures }) => (figures === null ? [] : [{ hour, ...figures }]))
  if (drawn.length === 0) return null
  const most = Math.max(0, ...drawn.map(({ high, mean }) => Math.max(high, mean)))
  const least = Math.min(0, ...drawn.map(({ low, mean }) => Math.min(low, mean)))
  const span = most - least || 1
  const y = (value: number): number => MARGIN + ((most - value) / span) * (HEIGHT - 2 * MARGIN)
  const x = (hour: number): string => `${((hour + 0.5) / DAY_HOURS) * 100}%`
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{changeText(most)}</span>
        <span>{changeText(least)}</span>
      </div>
      <svg
        className={styles.plot}
        height={HEIGHT}
        role="img"
        aria-label={`Change to the settlement by hour: bars from 10th to 90th percentile, between ${changeText(least)} and ${changeText(most)}`}
      >
        <line className={styles.zero} x1="0" x2="100%" y1={y(0)} y2={y(0)} />
        {drawn.map(({ hour, low, high, median, mean, up }) => (
          <g key={hour}>
            <title>{`${String(hour).padStart(2, '0')}:00: ${changeText(low)} to ${changeText(high)}, mean ${changeText(mean)}`}</title>
            <line
              className={styles.bar}
              data-side={up >= 0.5 ? 'up' : 'down'}
              x1={x(hour)}
              x2={x(hour)}
              y1={y(low)}
              y2={y(high)}
            />
            <circle className={styles.median} cx={x(hour)} cy={y(median)} r="2" />
            <circle className={styles.mean} cx={x(hour)} cy={y(mean)} r="3.5" />
          </g>
        ))}
      </svg>
      <div className={styles.hours} aria-hidden>
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{`${String(hour).padStart(2, '0')}:00`}</span>
        ))}
      </div>
    </figure>
  )
}
