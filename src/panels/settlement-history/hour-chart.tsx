/** Changes to the settlement by hour of the day: a bar from a tenth to nine tenths, its median, and a dot for the mean. */

import type { ReactNode } from 'react'
import type { HourFigures } from '../../../contract/settlement-history.ts'
import { changeText } from './figure-text.ts'
import styles from './settlement-history.module.css'

const HEIGHT = 96
/** Above and below what is drawn, px. */
const MARGIN = 8
const HOURS = 24

/** Nothing is drawn of hours without figures; nothing at all where none has any. */
export function HourChart({ hours }: { readonly hours: readonly HourFigures[] }): ReactNode {
  const drawn = hours.flatMap(({ hour, figures }) => (figures === null ? [] : [{ hour, ...figures }]))
  if (drawn.length === 0) return null
  const most = Math.max(0, ...drawn.map(({ high, mean }) => Math.max(high, mean)))
  const least = Math.min(0, ...drawn.map(({ low, mean }) => Math.min(low, mean)))
  const span = most - least || 1
  const y = (value: number): number => MARGIN + ((most - value) / span) * (HEIGHT - 2 * MARGIN)
  const x = (hour: number): string => `${((hour + 0.5) / HOURS) * 100}%`
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
        aria-label={`Change to the settlement by hour: bars from a tenth to nine tenths, between ${changeText(least)} and ${changeText(most)}`}
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
