/** A day of readings with their bands, specials marked, and the forecasts of the hours ahead: a picture beside the figures. */
import type { ReactNode } from 'react'
import { fromFloat } from '../../../contract/decimal.ts'
import { measured, type StationView } from '../../../contract/weather/index.ts'
import { minuteText, temperatureText } from '../../format/index.ts'
import { MESSAGES } from './messages.ts'
import styles from './station.module.css'

const HOUR = 3_600_000
const [BACK, AHEAD] = [24 * HOUR, 6 * HOUR]
const HEIGHT = 110
const [WIDTH, MARGIN] = [1000, 6]

interface Point {
  readonly at: number
  readonly low: number
  readonly value: number
  readonly high: number
  readonly isSpecial: boolean
}

const temperature = (value: number): string => temperatureText(fromFloat(Math.round(value), 0) as never)

/** @param now the venue's time, ms */
export function StationChart({ station, now }: { readonly station: StationView; readonly now: number }): ReactNode {
  const from = now - BACK
  const points: readonly Point[] = station.readings.map(({ observedAt, celsius, kind }) => {
    const { low, value, high } = measured(celsius)
    return { at: observedAt, low: Number(low), value: Number(value), high: Number(high), isSpecial: kind === 'special' }
  })
  const lines = station.forecasts.map(({ source, points: all }) => ({
    source,
    points: all
      .filter(({ at }) => at >= now - HOUR && at <= now + AHEAD)
      .map(({ at, temperature: of }) => [at, Number(of)] as const),
  }))
  const values = [
    ...points.flatMap(({ low, high }) => [low, high]),
    ...lines.flatMap((line) => line.points.map(([, value]) => value)),
  ]
  if (points.length < 2) return null
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (at: number): number => ((at - from) / (BACK + AHEAD)) * WIDTH
  const y = (value: number): number => MARGIN + ((most - value) / (most - least || 1)) * (HEIGHT - 2 * MARGIN)
  const [oldest, newest] = [points.at(-1), points[0]]
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{temperature(most)}</span>
        <span>{temperature(least)}</span>
      </div>
      <svg
        className={styles.plot}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${MESSAGES.chart}: ${points.length} readings from ${minuteText(oldest?.at ?? 0)} to ${minuteText(newest?.at ?? 0)}, between ${temperature(least)} and ${temperature(most)}`}
      >
        <line className={styles.nowLine} x1={x(now)} x2={x(now)} y1="0" y2={HEIGHT} />
        {points.map(({ at, low, high }) => (
          <line key={at} className={styles.band} x1={x(at)} x2={x(at)} y1={y(high)} y2={y(low)} />
        ))}
        <path className={styles.path} d={pathOf(points.map(({ at, value }) => [x(at), y(value)]))} />
        {points
          .filter(({ isSpecial }) => isSpecial)
          .map(({ at, value }) => (
            <line key={at} className={styles.special} x1={x(at)} x2={x(at)} y1={y(value) - 7} y2={y(value) + 7} />
          ))}
        {lines.map(({ source, points: all }) => (
          <path
            key={source}
            className={styles.ahead}
            data-source={source}
            d={pathOf(all.map(([at, value]) => [x(at), y(value)]))}
          />
        ))}
      </svg>
      <div className={styles.hours} aria-hidden>
        {[from, from + 12 * HOUR, now].map((at) => (
          <span key={at} style={{ left: `${x(at) / 10}%` }}>
            {at === now ? 'now' : minuteText(at)}
          </span>
        ))}
      </div>
    </figure>
  )
}

const pathOf = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`).join('')
