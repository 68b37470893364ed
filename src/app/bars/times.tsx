/** The service's time in the zone that was chosen for times, and beside it this machine's own in its zone. */
import { type ReactNode, useMemo } from 'react'
import { localTime, timeText, useFormat, zoneAt, zoneText } from '../../format/index.ts'
import { useServerClock, useTick } from '../../market-data/index.ts'
import styles from './status-bar.module.css'

/** Zones change their time on quarters of an hour, ms. */
const QUARTER = 15 * 60_000

export function Times(): ReactNode {
  return (
    <div className={styles.times}>
      <ServiceTime />
      <LocalTime />
    </div>
  )
}

function ServiceTime(): ReactNode {
  const now = useServerClock(1000)
  useFormat()
  return (
    <span className={styles.time} title="The service's time, as this terminal measures it">
      {timeText(now)} {zoneText(now)}
    </span>
  )
}

function LocalTime(): ReactNode {
  const now = useTick(1000)
  const quarter = useTick(QUARTER)
  const zone = useMemo(() => zoneAt(quarter), [quarter])
  return (
    <span className={styles.time} title={`This machine's own time, ${zone.place}`}>
      {localTime(now, zone.place)} {zone.name} <span className={styles.local}>local</span>
    </span>
  )
}
