/** The distribution as bands over an axis in °F and mark, with the mark, the mean, the average so far, and what the trader holds. */
import type { ReactNode } from 'react'
import type { Forecast } from '../../../contract/settlement/index.ts'
import { useTextScale } from '../../ui/index.ts'
import { axisOf, beyond, type OwnMark, ownMarks, placeOf, ticksOf } from './chart-places.ts'
import type { Desk } from './desk.ts'
import { bandsOf, degreesOf, markOf } from './model-texts.ts'
import styles from './settlement-desk.module.css'

interface DistributionChartProps {
  readonly desk: Desk
  readonly forecast: Forecast
}

/** Heights in the drawing, px in text of the usual size. */
const HEIGHT = 132
const BAND_TOP = 34
const BAND_BOTTOM = 86
const AXIS = 94

export function DistributionChart({ desk, forecast: { distribution } }: DistributionChartProps): ReactNode {
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
  /** Its name stands to the left of it. */
  readonly isRight: boolean
  /** On which side of the axis it lies beyond it. */
  readonly off: -1 | 0 | 1
  /** How large text is. */
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

/** The same in a sentence, for those who do not see it. */
function chartText(desk: Desk, mean: number, bands: ReturnType<typeof bandsOf>): string {
  const parts = bands.map(({ name, low, high }) => `${name} from ${degreesOf(low)} to ${degreesOf(high)}`)
  const held = ownMarks(desk).map(({ name }) => name)
  const mark = desk.mark === null ? [] : [`the mark is ${degreesOf(Number(desk.mark))}`]
  return `Where it may settle: mean ${degreesOf(mean)}; ${[...parts, ...mark, ...held].join('; ')}`
}
