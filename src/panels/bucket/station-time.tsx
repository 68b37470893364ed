/** A moment as the clock at the weather station tells it. */
import { type ReactNode, useMemo } from 'react'
import { minuteIn } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import styles from './bucket-panel.module.css'

/** Nothing where the profile does not say the station's time zone. @param at ms since the epoch. */
export function StationTime({ at }: { at: number }): ReactNode {
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
