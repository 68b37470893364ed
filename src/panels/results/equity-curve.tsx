/** The curve of equity, or of the results of a family, over bars of daily results; with a table of the same for screen readers. */
import { type ReactNode, useMemo } from 'react'
import type { Family } from '../../../contract/account.ts'
import {
  type CurvePoint,
  DAY_MS,
  dailyResults,
  equityCurve,
  largestFall,
  summedResults,
  tradedCurve,
} from '../../../contract/books/index.ts'
import type { ResultsView } from '../../../contract/books-view.ts'
import type { EquityView } from '../../../contract/equity.ts'
import { dayText, minuteText, momentText, moneyText, signedMoney } from '../../format/index.ts'
import { Figure, Segmented } from '../../ui/index.ts'
import styles from './results.module.css'

export const CURVES = ['all', 'scalar', 'binary', 'outcome'] as const
export type CurveOf = (typeof CURVES)[number]

const OPTIONS = [
  { value: 'all', label: 'All markets' },
  { value: 'scalar', label: 'Scalar' },
  { value: 'binary', label: 'Binary' },
  { value: 'outcome', label: 'Outcomes' },
] as const

interface Props {
  readonly results: ResultsView
  /** Undefined before it is read. */
  readonly equity: EquityView | undefined
  readonly of: CurveOf
  readonly onChoose: (of: CurveOf) => void
}

export function EquityCurve({ results, equity, of, onChoose }: Props): ReactNode {
  const family: Family | null = of === 'all' ? null : of
  const daily = useMemo(() => dailyResults(results.days, family), [results, family])
  const points = useMemo(
    () => (family === null ? equityCurve(equity?.samples ?? []) : summedResults(daily)),
    [family, equity, daily],
  )
  const fall = useMemo(
    () => largestFall(family === null ? tradedCurve(equity?.samples ?? []) : points),
    [family, equity, points],
  )
  // Bars are a day wide: beside a curve of hours they would leave it no space.
  const isShort = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0) < 2 * DAY_MS
  const name = family === null ? 'Equity' : 'P&L'
  return (
    <section className={styles.curve} aria-label={name}>
      <header className={styles.curveHead}>
        <h3>{name}</h3>
        <Segmented<CurveOf> look="plain" label="Curve of" options={OPTIONS} value={of} onChange={onChoose} />
        <span className={styles.fall} title="Largest peak-to-trough decline, excluding deposits and withdrawals.">
          Max drawdown of equity <Figure value={fall} places="money" sign="gain" />
        </span>
      </header>
      {points.length < 2 ? (
        <p className={styles.noCurve}>
          {family === null ? 'The curve starts a minute after the first sample.' : 'No P&L yet.'}
        </p>
      ) : (
        <Drawing points={points} daily={isShort ? [] : daily} isOfDay={isShort} />
      )}
      <CurveTable name={name} points={points} daily={daily} />
    </section>
  )
}

interface DrawingProps {
  readonly points: readonly CurvePoint[]
  readonly daily: readonly CurvePoint[]
  readonly isOfDay: boolean
}

/** In percent of the drawing's height and width: the curve above, the bars below it around their zero line. */
const CURVE_TOP = 6
const CURVE_HEIGHT = 62
const BARS_ZERO = 86
const BARS_HALF = 12

function Drawing({ points, daily, isOfDay }: DrawingProps): ReactNode {
  const times = [...points.map(({ at }) => at), ...daily.flatMap(({ at }) => [at, at + DAY_MS])]
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const x = (at: number): number => (100 * (at - from)) / Math.max(1, to - from)
  const values = points.map(({ value }) => Number(value))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const y = (value: number): number => CURVE_TOP + CURVE_HEIGHT * (high === low ? 0.5 : (high - value) / (high - low))
  const most = Math.max(...daily.map(({ value }) => Math.abs(Number(value))), 1e-9)
  const first = points[0]
  const last = points.at(-1)
  const [lowest, highest] = [points[values.indexOf(low)], points[values.indexOf(high)]]
  const atText = (at: number): string => (isOfDay ? minuteText(at) : dayText(at))
  return (
    <div className={styles.drawing} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {daily.map(({ at, value }) => {
          const height = (BARS_HALF * Math.abs(Number(value))) / most
          const isUp = Number(value) >= 0
          return (
            <rect
              key={at}
              className={isUp ? styles.barUp : styles.barDown}
              x={x(at + DAY_MS * 0.15)}
              width={x(from + DAY_MS * 0.7)}
              y={isUp ? BARS_ZERO - height : BARS_ZERO}
              height={height}
            />
          )
        })}
        <polyline
          className={styles.line}
          points={points.map(({ at, value }) => `${x(at)},${y(Number(value))}`).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {highest !== undefined && <span className={styles.high}>{moneyText(highest.value)}</span>}
      {lowest !== undefined && high !== low && <span className={styles.low}>{moneyText(lowest.value)}</span>}
      {first !== undefined && <span className={styles.begin}>{atText(from)}</span>}
      {last !== undefined && <span className={styles.end}>{atText(isOfDay ? to : to - 1)}</span>}
    </div>
  )
}

interface CurveTableProps {
  readonly name: string
  readonly points: readonly CurvePoint[]
  readonly daily: readonly CurvePoint[]
}

/** The last point of each day, and the day's result. */
function CurveTable({ name, points, daily }: CurveTableProps): ReactNode {
  const made = new Map<number, CurvePoint>(daily.map((one) => [one.at, one]))
  const ends = new Map<number, CurvePoint>()
  for (const point of points) ends.set(Math.floor((point.at - 1) / DAY_MS) * DAY_MS, point)
  return (
    <table className={styles.unseen}>
      <caption>{name} by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">{name}</th>
          <th scope="col">P&L after fees</th>
        </tr>
      </thead>
      <tbody>
        {[...ends].map(([day, { at, value }]) => {
          const result = made.get(day)
          return (
            <tr key={day}>
              <th scope="row">{momentText(at)}</th>
              <td>{moneyText(value)}</td>
              <td>{result === undefined ? '—' : signedMoney(result.value)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
