/** The distribution of the settlement, drawn and in figures, or why there is none. */

import type { ReactNode } from 'react'
import { absolute, signOf, trimZeros } from '../../../contract/decimal.ts'
import { type Distribution, type Forecast, LEAST_STRETCHES, quantileOf } from '../../../contract/settlement/index.ts'
import { grouped } from '../../format/index.ts'
import { spanText } from '../../market-data/index.ts'
import { Banner, EmptyState, ErrorState, Skeleton, useTextScale } from '../../ui/index.ts'
import { bandsOf, type Desk, degreesOf, markOf, type SectionProps } from './desk.ts'
import { MESSAGES } from './messages.ts'
import styles from './settlement-desk.module.css'

/** In marks. */
export interface Axis {
  readonly low: number
  readonly high: number
}

/** A position or exit of the trader at a price. */
interface OwnMark {
  readonly id: string
  readonly kind: 'entry' | 'exit'
  readonly name: string
  readonly at: number
  /** Names of neighbors are in separate rows. */
  readonly row: number
}

const ROWS = 2
/** The probability cut off on either side of the axis, and how far beyond it own objects widen it, in its widths. */
const TAIL = 0.005
const WIDENS = 1

/** The distribution with a margin, the mark, and nearby holdings. */
export function axisOf(distribution: Distribution, marks: readonly (number | null)[], own: readonly OwnMark[]): Axis {
  const least = quantileOf(distribution, TAIL)
  const most = quantileOf(distribution, 1 - TAIL)
  // At the very end nothing is uncertain any more: an axis without any width could not place anything.
  const width = Math.max(most - least, 0.04)
  const known = marks.filter((one) => one !== null)
  const near = own.map(({ at }) => at).filter((at) => at > least - WIDENS * width && at < most + WIDENS * width)
  const low = Math.min(least, ...known, ...near)
  const high = Math.max(most, ...known, ...near)
  const room = Math.max(high - low, width) * 0.05
  return { low: low - room, high: high + room }
}

/** Whether a value is beyond the axis, and on which side. */
export const beyond = ({ low, high }: Axis, value: number): -1 | 0 | 1 => (value < low ? -1 : value > high ? 1 : 0)

/** Percent from the left; values beyond the axis are placed at its end. */
export const placeOf = ({ low, high }: Axis, value: number): number =>
  Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)))

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
/** Maximum number that fits a narrow panel. */
const MOST_TICKS = 4

/** Round values along the axis; none where it spans more than real temperatures, which means an absurd mark. */
export function ticksOf({ low, high }: Axis): readonly number[] {
  const step = STEPS.find((one) => (high - low) / one <= MOST_TICKS + 0.5)
  if (step === undefined) return []
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  const margin = (high - low) * 0.07
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toFixed(2)),
  ).filter((value) => value > low + margin && value < high - margin)
}

/** The trader's position and its stops and targets. */
export function ownMarks({ position, exits }: Pick<Desk, 'position' | 'exits'>): readonly OwnMark[] {
  const side = position === null ? 0 : signOf(position.size)
  const entry =
    position === null || side === 0
      ? []
      : [
          {
            id: 'entry',
            kind: 'entry' as const,
            name: `${side > 0 ? 'Long' : 'Short'} ${grouped(trimZeros(absolute(position.size)))} from ${degreesOf(Number(position.entryPx))}`,
            at: Number(position.entryPx),
          },
        ]
  const held = exits.map(({ id, kind, trigger }) => ({
    id,
    kind: 'exit' as const,
    name: `${kind === 'stop' ? 'Stop' : 'Target'} ${degreesOf(Number(trigger))}`,
    at: Number(trigger),
  }))
  return [...entry, ...held].sort((a, b) => a.at - b.at).map((one, i) => ({ ...one, row: i % ROWS }))
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

/** The distribution as bands over an axis in °F and mark, with the mark, the mean, the average so far, and holdings. */
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
        {own.map((one) => (
          <Own
            key={one.id}
            own={one}
            x={at(one.at)}
            isRight={placeOf(axis, one.at) > 60}
            off={beyond(axis, one.at)}
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

interface OwnProps {
  readonly own: OwnMark
  readonly x: string
  /** Its name is to the left of it. */
  readonly isRight: boolean
  /** On which side it is beyond the axis. */
  readonly off: -1 | 0 | 1
  /** Text scale. */
  readonly scale: number
}

function Own({ own, x, isRight, off, scale }: OwnProps): ReactNode {
  const y = (own.row * 13 + 11) * scale
  return (
    <>
      {off === 0 && (
        <line className={styles.own} data-kind={own.kind} x1={x} x2={x} y1={y - 8 * scale} y2={AXIS * scale} />
      )}
      <text className={styles.ownText} x={x} dx={isRight ? -4 : 4} y={y} textAnchor={isRight ? 'end' : 'start'}>
        {off < 0 ? `◂ ${own.name}` : off > 0 ? `${own.name} ▸` : own.name}
      </text>
    </>
  )
}

/** The same as a sentence, for screen readers. */
function chartText(desk: Desk, mean: number, bands: ReturnType<typeof bandsOf>): string {
  const parts = bands.map(({ name, low, high }) => `${name} from ${degreesOf(low)} to ${degreesOf(high)}`)
  const held = ownMarks(desk).map(({ name }) => name)
  const mark = desk.mark === null ? [] : [`the mark is ${degreesOf(Number(desk.mark))}`]
  return `Settlement distribution: mean ${degreesOf(mean)}; ${[...parts, ...mark, ...held].join('; ')}`
}

export function WhereItSettles({ desk }: SectionProps): ReactNode {
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
          {` Only ${forecast.have} past periods of the remaining length (${spanText(forecast.stretch)}) are known; ${LEAST_STRETCHES} are needed. Set a custom volatility under Assumptions.`}
        </Banner>
      )
    case 'forecast':
      return <Drawn desk={desk} forecast={forecast} />
  }
}

function Drawn({ desk, forecast }: { readonly desk: Desk; readonly forecast: Forecast }): ReactNode {
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
          <dd>{desk.weather.drift === null ? driftText(drift, proven, desk.chosen.drift) : weatherText(drift)}</dd>
        </div>
      </dl>
    </>
  )
}

/** Of the station's forecast. */
const weatherText = (drift: number): ReactNode => (
  <>
    {`${drift < 0 ? '−' : '+'} ${Math.abs(drift).toFixed(2)} °F`}
    <small>{`, ${MESSAGES.byWeather}`}</small>
  </>
)

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
