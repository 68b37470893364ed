/** The distribution of the settlement as a chart and figures, or why there is none. */

import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { type Distribution, type Forecast, MIN_STRETCHES, quantileOf } from '../../../contract/settlement/index.ts'
import { grouped } from '../../format/index.ts'
import { spanText } from '../../market-data/index.ts'
import { Banner, EmptyState, ErrorState, Skeleton, useTextScale } from '../../ui/index.ts'
import { bandsOf, type Desk, degreesOf, markOf, type SectionProps } from './desk.ts'
import { MESSAGES } from './messages.ts'
import styles from './settlement-desk.module.css'

/** The range of the chart's axis, marks. */
export interface Axis {
  readonly low: number
  readonly high: number
}

/** The entry of the trader's position, or an exit of it, on the chart. */
interface OwnMark {
  readonly id: string
  readonly kind: 'entry' | 'exit'
  readonly name: string
  /** Its price, a mark. */
  readonly at: number
  /** Row of its name, from 0 at the top: neighbors alternate, so that their names do not overlap. */
  readonly row: number
}

/** Rows of names above the bands. */
const ROWS = 2
/** Probability beyond either end of the axis. */
const TAIL = 0.005
/** The axis is extended to the trader's own prices at most this many of its widths away. */
const MAX_EXTENSION = 1
/** Minimum width of the axis, marks: at the end of a bucket the distribution has no width left. */
const MIN_WIDTH = 0.04

/** The axis that shows the distribution with a margin, `marks`, and the trader's own prices nearby. */
export function axisOf(distribution: Distribution, marks: readonly (number | null)[], own: readonly OwnMark[]): Axis {
  const least = quantileOf(distribution, TAIL)
  const most = quantileOf(distribution, 1 - TAIL)
  const width = Math.max(most - least, MIN_WIDTH)
  const known = marks.filter((mark) => mark !== null)
  const near = own
    .map(({ at }) => at)
    .filter((at) => at > least - MAX_EXTENSION * width && at < most + MAX_EXTENSION * width)
  const low = Math.min(least, ...known, ...near)
  const high = Math.max(most, ...known, ...near)
  const margin = Math.max(high - low, width) * 0.05
  return { low: low - margin, high: high + margin }
}

/** -1 for a value below the axis, 1 above it, else 0. */
export const beyond = ({ low, high }: Axis, value: number): -1 | 0 | 1 => (value < low ? -1 : value > high ? 1 : 0)

/** Position of a value, percent from the left; values beyond the axis are placed at its end. */
export const placeOf = ({ low, high }: Axis, value: number): number =>
  Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)))

/** Possible distances between ticks, marks. */
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** Maximum number of ticks: more do not fit a narrow panel. */
const MAX_TICKS = 4

/** Round values along the axis, marks; none when it is wider than any range of real temperatures, because a mark is wrong. */
export function ticksOf({ low, high }: Axis): readonly number[] {
  const step = STEPS.find((each) => (high - low) / each <= MAX_TICKS + 0.5)
  if (step === undefined) return []
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const margin = (high - low) * 0.07
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toFixed(2)),
  ).filter((value) => value > low + margin && value < high - margin)
}

/** The entry of the trader's position, and its stops and targets, by price. */
export function ownMarks({ position, exits }: Pick<Desk, 'position' | 'exits'>): readonly OwnMark[] {
  const side = position === null ? 0 : signOf(position.size)
  const entry =
    position === null || side === 0
      ? []
      : [
          {
            id: 'entry',
            kind: 'entry' as const,
            name: entryText(side, grouped(trimZeros(absolute(position.size))), degreesOf(Number(position.entryPx))),
            at: Number(position.entryPx),
          },
        ]
  const held = exits.map(({ id, kind, trigger }) => ({
    id,
    kind: 'exit' as const,
    name: kind === 'stop' ? `Stop ${degreesOf(Number(trigger))}` : `Target ${degreesOf(Number(trigger))}`,
    at: Number(trigger),
  }))
  return [...entry, ...held].sort((a, b) => a.at - b.at).map((mark, i) => ({ ...mark, row: i % ROWS }))
}

interface DistributionChartProps {
  readonly desk: Desk
  readonly forecast: Forecast
}

/** Heights in the drawing, px at the default text size. */
const HEIGHT = 132
const BAND_TOP = 34
const BAND_BOTTOM = 86
const AXIS = 94

/** Bands of the distribution over an axis in °F and marks, with the mark, the mean, the TWAP so far, and the trader's own prices. */
function DistributionChart({ desk, forecast: { distribution } }: DistributionChartProps): ReactNode {
  const mark = desk.mark === null ? null : Number(desk.mark)
  const soFar = desk.seen === null ? null : Number(desk.seen.mark)
  const bands = bandsOf(distribution)
  const own = ownMarks(desk)
  const axis = axisOf(distribution, [mark, soFar], own)
  const scale = useTextScale()
  const at = (value: number): string => `${placeOf(axis, value).toFixed(3)}%`
  return (
    <>
      <p className={styles.legend} aria-hidden="true">
        <span data-line="mark">Mark</span>
        <span data-line="mean">Mean</span>
        {soFar !== null && <span data-line="so-far">TWAP so far</span>}
        <span data-line="band">50, 80, 95 %</span>
      </p>
      <svg
        className={styles.chart}
        height={HEIGHT * scale}
        role="img"
        aria-label={chartText(desk, distribution.mean, bands)}
      >
        {bands.toReversed().map(({ name, low, high }, i) => (
          <rect
            key={name}
            className={styles[`band${i}`]}
            x={at(low)}
            y={(BAND_TOP + i * 7) * scale}
            width={`${(placeOf(axis, high) - placeOf(axis, low)).toFixed(3)}%`}
            height={(BAND_BOTTOM - BAND_TOP - i * 14) * scale}
            rx={2}
          />
        ))}
        <line
          className={styles.mean}
          x1={at(distribution.mean)}
          x2={at(distribution.mean)}
          y1={BAND_TOP * scale}
          y2={BAND_BOTTOM * scale}
        />
        {soFar !== null && (
          <line
            className={styles.soFar}
            x1={at(soFar)}
            x2={at(soFar)}
            y1={(BAND_TOP - 4) * scale}
            y2={(BAND_BOTTOM + 4) * scale}
          />
        )}
        {mark !== null && (
          <line className={styles.markLine} x1={at(mark)} x2={at(mark)} y1={(BAND_TOP - 8) * scale} y2={AXIS * scale} />
        )}
        {own.map((each) => (
          <OwnMarkLine
            key={each.id}
            own={each}
            x={at(each.at)}
            isNameLeft={placeOf(axis, each.at) > 60}
            off={beyond(axis, each.at)}
            scale={scale}
          />
        ))}
        <line className={styles.axis} x1="0%" x2="100%" y1={AXIS * scale} y2={AXIS * scale} />
        {ticksOf(axis).map((value) => (
          <g key={value}>
            <line className={styles.axis} x1={at(value)} x2={at(value)} y1={AXIS * scale} y2={(AXIS + 4) * scale} />
            <text className={styles.tickText} x={at(value)} y={(AXIS + 17) * scale}>
              {degreesOf(value)}
            </text>
            <text className={styles.tickBeside} x={at(value)} y={(AXIS + 32) * scale}>
              {markOf(value)}
            </text>
          </g>
        ))}
      </svg>
    </>
  )
}

interface OwnMarkLineProps {
  readonly own: OwnMark
  readonly x: string
  /** Whether its name is left of the line: near the right end it would be cut off. */
  readonly isNameLeft: boolean
  /** The result of `beyond`: outside the axis only the name is shown, with an arrow. */
  readonly off: -1 | 0 | 1
  /** Text scale. */
  readonly scale: number
}

function OwnMarkLine({ own, x, isNameLeft, off, scale }: OwnMarkLineProps): ReactNode {
  const y = (own.row * 13 + 11) * scale
  return (
    <>
      {off === 0 && (
        <line className={styles.own} data-kind={own.kind} x1={x} x2={x} y1={y - 8 * scale} y2={AXIS * scale} />
      )}
      <text className={styles.ownText} x={x} dx={isNameLeft ? -4 : 4} y={y} textAnchor={isNameLeft ? 'end' : 'start'}>
        {off < 0 ? `◂ ${own.name}` : off > 0 ? `${own.name} ▸` : own.name}
      </text>
    </>
  )
}

/** The chart as a sentence, for screen readers. */
function chartText(desk: Desk, mean: number, bands: ReturnType<typeof bandsOf>): string {
  const parts = bands.map(({ name, low, high }) => `${name} from ${degreesOf(low)} to ${degreesOf(high)}`)
  const held = ownMarks(desk).map(({ name }) => name)
  const mark = desk.mark === null ? [] : [`the mark is ${degreesOf(Number(desk.mark))}`]
  return `Settlement distribution: mean ${degreesOf(mean)}; ${[...parts, ...mark, ...held].join('; ')}`
}

export function SettlementDistribution({ desk }: SectionProps): ReactNode {
  const { forecast } = desk
  switch (forecast.is) {
    case 'loading':
      return <Skeleton rows={3} label="Loading past marks" />
    case 'error':
      return <ErrorState title="Past marks could not be read" message={forecast.message} onRetry={forecast.again} />
    case 'missing':
      return <EmptyState>{forecast.reason}</EmptyState>
    case 'not_enough':
      return (
        <Banner title={MESSAGES.notEnough}>
          {` Only ${forecast.have} past periods of the remaining length (${spanText(forecast.stretch)}) are known; ${MIN_STRETCHES} are needed. Set a custom volatility under Assumptions.`}
        </Banner>
      )
    case 'forecast':
      return <ChartWithFigures desk={desk} forecast={forecast} />
  }
}

function ChartWithFigures({ desk, forecast }: { readonly desk: Desk; readonly forecast: Forecast }): ReactNode {
  const { distribution, remainingDeviation, drift, openShare, proven } = forecast
  return (
    <>
      <DistributionChart desk={desk} forecast={forecast} />
      <dl className={styles.figures} aria-label="Distribution figures">
        <div data-main>
          <dt>Mean</dt>
          <dd>
            {degreesOf(distribution.mean)} <small>{markOf(distribution.mean)}</small>
          </dd>
        </div>
        {bandsOf(distribution).map(({ name, low, high }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{`${degreesOf(low, false)} to ${degreesOf(high)}`}</dd>
          </div>
        ))}
        <div title="Standard deviation of the remaining average">
          <dt>Remaining volatility</dt>
          <dd>
            {`${remainingDeviation.toFixed(3)} °F`}
            {openShare < 1 && <small>{` × ${Math.round(openShare * 100)} % open`}</small>}
          </dd>
        </div>
        <div title="Expected move from the mark, used only if it beat expecting none">
          <dt>Drift</dt>
          <dd>{desk.weather.drift === null ? driftText(drift, proven, desk.chosen.drift) : weatherDriftText(drift)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The drift when it comes from the station's weather forecast. */
const weatherDriftText = (drift: number): ReactNode => (
  <>
    {`${drift < 0 ? '−' : '+'} ${Math.abs(drift).toFixed(2)} °F`}
    <small>{`, ${MESSAGES.byWeather}`}</small>
  </>
)

/** The drift when it comes from past marks; `proven` says whether it beat the forecast without a drift. */
const driftText = (drift: number, proven: Forecast['proven'], isWanted: boolean): ReactNode => {
  if (!isWanted) return 'off'
  if (proven === null) return 'not known'
  if (!proven.isProven) return 'none proven'
  return (
    <>
      {`${drift < 0 ? '−' : '+'} ${Math.abs(drift).toFixed(2)} °F`}
      <small>{`, squared error ${Math.round(proven.takesAway * 100)} % smaller`}</small>
    </>
  )
}

const entryText = (side: number, size: string, at: string): string =>
  side > 0 ? `Long ${size} from ${at}` : `Short ${size} from ${at}`
