/** The head of the desk: bucket, time left, the mark, and the average of the final window so far. */
import type { ReactNode } from 'react'
import { countdown, minuteText, NONE, temperatureOf, zoneText } from '../../format/index.ts'
import { PHASE_WORDS } from '../../markets/scalar/index.ts'
import type { Desk, SectionProps } from './desk.ts'
import styles from './settlement-desk.module.css'

export function HeadFigures({ desk }: SectionProps): ReactNode {
  const { bucket, view, now, mark, seen } = desk
  return (
    <dl className={styles.figures} aria-label="Bucket">
      <div>
        <dt>{`${bucket.asset}, ${PHASE_WORDS[view.phase].toLowerCase()}`}</dt>
        <dd>
          {`${minuteText(bucket.start)}–${minuteText(bucket.end)}`} <small>{zoneText(bucket.end)}</small>
        </dd>
      </div>
      <div>
        <dt>Time left</dt>
        <dd>
          <span role="timer" aria-label="Time left">
            {countdown(Math.max(0, bucket.end - now))}
          </span>
        </dd>
      </div>
      <div>
        <dt>Mark</dt>
        <dd>
          {temperatureOf(mark)} <small>{mark ?? NONE}</small>
        </dd>
      </div>
      <div>
        <dt>{`TWAP so far${seen === null ? '' : `, ${Math.round(seen.seenMs / 1000)} of ${Math.round(seen.windowMs / 1000)} s`}`}</dt>
        <dd>{seen === null ? <span className={styles.quiet}>{beforeWords(desk)}</span> : <SoFar desk={desk} />}</dd>
      </div>
    </dl>
  )
}

const SoFar = ({ desk: { seen } }: SectionProps): ReactNode => (
  <>
    {temperatureOf(seen?.mark)} <small>{seen?.mark ?? NONE}</small>
  </>
)

/** When the window begins. */
const beforeWords = ({ bucket, view, now }: Desk): string => {
  const left = bucket.end - view.twapWindow - now
  return left > 0 ? `begins in ${countdown(left)}` : 'no mark seen in it yet'
}
