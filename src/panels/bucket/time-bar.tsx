/** The bar of the bucket's 120 minutes: time done, time left by the server's clock, the averaging window hatched at its end. */
import { type ReactNode, useMemo } from 'react'
import { padTo, placesOf } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import {
  countdown,
  minuteIn,
  minuteText,
  temperatureFigure,
  temperatureText,
  temperatureUnit,
  zoneText,
} from '../../format/index.ts'
import { useServerClock, useTopic, useTopicValue } from '../../market-data/index.ts'
import { progressOf, windowShare } from '../../markets/scalar/index.ts'
import { classNames } from '../../ui/index.ts'
import styles from './bucket-panel.module.css'

export function TimeBar({ view, bucket }: { view: BucketView; bucket: Bucket }): ReactNode {
  const now = useServerClock(1000)
  // In steps of 7.2 s, about a pixel each: more often nobody would see it.
  const done = Math.round(progressOf(bucket, now) * 1000) / 1000
  const left = countdown(bucket.end - now)
  return (
    <div className={styles.time}>
      <div className={styles.times}>
        <span>
          {minuteText(bucket.start)}
          <span className={styles.minor}> {zoneText(bucket.start)}</span>
          <StationTime at={bucket.start} />
        </span>
        <strong className={styles.left} role="timer" aria-label="Time left">
          {left}
          <span className={styles.leftWord}> left</span>
        </strong>
        <span>
          {minuteText(bucket.end)}
          <span className={styles.minor}> {zoneText(bucket.end)}</span>
          <StationTime at={bucket.end} />
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Time done of the bucket"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(done * 100)}
        aria-valuetext={`${left} left`}
      >
        <div className={styles.done} style={{ transform: `scaleX(${done})` }} />
        <div className={styles.window} style={{ width: `max(${windowShare(bucket, view.twapWindow) * 100}%, 10px)` }} />
        <div className={styles.needle} style={{ left: `${done * 100}%` }} />
      </div>
      <div className={classNames(styles.times, view.phase === 'final_window' && styles.final)}>
        <PastSettlements />
        <Estimate view={view} />
      </div>
    </div>
  )
}

/** How many past settlements are shown at most, newest first: as many as find room whole. */
const PAST = 4

function PastSettlements(): ReactNode {
  const settlements = useTopic({ kind: 'settlements' })
  if (settlements === undefined) return <span />
  if (settlements.length === 0) return <span>No settlement seen yet</span>
  const shown = settlements.slice(0, PAST)
  // One precision for all of them, whatever digits each came with.
  const places = Math.max(...shown.map(({ mark }) => placesOf(mark)))
  return (
    <span className={styles.past}>
      {/* The first one wraps away too where not even it fits. */}
      <span />
      {shown.map((settlement, index) => (
        <span key={settlement.end}>
          {index === 0 ? `Last settlements, ${temperatureUnit()}: ` : ' · '}
          {minuteText(settlement.end)}{' '}
          <span className={styles.pastFigure}>
            {temperatureFigure(fahrenheitOfMark(padTo(settlement.mark, places)))}
          </span>
        </span>
      ))}
    </span>
  )
}

function Estimate({ view }: { view: BucketView }): ReactNode {
  const seconds = Math.round(view.twapWindow / 1000)
  const { twapEstimate } = view
  if (view.phase !== 'final_window') return <span className={styles.twap}>TWAP window {seconds} s</span>
  if (twapEstimate === null)
    return <span className={styles.twap}>TWAP-{seconds} estimate starts with the next reading</span>
  return (
    <span className={styles.twap}>
      <span className={styles.tight}>TWAP-{seconds} </span>estimate{' '}
      <strong>
        {temperatureText(twapEstimate.temperature)}
        <span className={styles.tight}> · {twapEstimate.mark}</span>
      </strong>
      <span className={styles.minor}> after {Math.round(twapEstimate.coveredMs / 1000)} s</span>
    </span>
  )
}

/** Nothing where the profile does not say the station's time zone. @param at ms since the epoch. */
function StationTime({ at }: { at: number }): ReactNode {
  const zone = useTopicValue({ kind: 'session' }, ({ profile }) => profile.stationTimeZone) ?? null
  const words = useMemo(() => (zone === null ? null : minuteIn(at, zone)), [at, zone])
  if (words === null) return null
  return (
    <span className={styles.station} title={`The station's own time, ${zone}`}>
      <span className="visually-hidden">, at the station </span>
      {words}
    </span>
  )
}
