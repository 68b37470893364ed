/** A bucket at a glance: asset and phase, temperature and mark, the 120 minutes with their averaging window, and what follows. */
import type { ReactNode } from 'react'
import { instrumentOf, type ScalarInstrument } from '../../../contract/instrument.ts'
import type { BucketView } from '../../../contract/market.ts'
import { minuteText, NONE, zoneText } from '../../format/index.ts'
import { olderOf, useFreshness, useServerClock, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { PHASE_WORDS, pauseText } from '../../markets/scalar/index.ts'
import { Panel, Skeleton, StripState } from '../../ui/index.ts'
import { useInstrument, useShownAsset } from '../../workspace/index.ts'
import styles from './bucket-panel.module.css'
import { LiveFigures } from './live-figures.tsx'
import { isRunning, notRunningText } from './shown-bucket.ts'
import { TimeBar } from './time-bar.tsx'

export function BucketPanel(): ReactNode {
  const bucket = useTopic({ kind: 'bucket' })
  const instrument = instrumentOf(useInstrument(), 'scalar')
  const asset = useShownAsset()
  const mark = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const freshness = olderOf(useFreshness(bucket), mark)
  return (
    <Panel title="Bucket" headless freshness={freshness}>
      {bucket === undefined || instrument === null ? (
        <Skeleton rows={2} label="Loading bucket" />
      ) : (
        <Strip view={bucket} instrument={instrument} />
      )}
    </Panel>
  )
}

interface StripProps {
  readonly view: BucketView
  readonly instrument: ScalarInstrument
}

function Strip({ view, instrument }: StripProps): ReactNode {
  const { current, next, phase } = view
  const runs = isRunning(instrument, view)
  if (runs && current === null && next === null && phase === 'waiting') {
    return <StripState>The service names no bucket right now. This shows the next one as soon as it does.</StripState>
  }
  const pause = pauseText(view)
  return (
    <div className={styles.frame}>
      <div className={styles.strip}>
        <LiveFigures phase={runs ? phase : null} words={runs ? PHASE_WORDS[phase] : instrument.phase.text} />
        <div className={styles.middle}>
          {!runs ? (
            <NotRunning view={view} instrument={instrument} />
          ) : pause === null && current !== null ? (
            <TimeBar view={view} bucket={current} />
          ) : (
            <Pause whole={pause ?? ''} short="Entries are closed." />
          )}
        </div>
        <NextBucket view={view} />
      </div>
    </div>
  )
}

function NotRunning({ view, instrument }: StripProps): ReactNode {
  // It opens and ends on whole minutes, as far as words go.
  const now = useServerClock(1000)
  return <Pause {...notRunningText(instrument, view, now)} />
}

const Pause = ({ whole, short }: { readonly whole: string; readonly short: string }): ReactNode => (
  <p className={styles.pause} role="status">
    <span className={styles.pauseWhole}>{whole}</span>
    <span className={styles.pauseShort} aria-hidden>
      {short}
    </span>
  </p>
)

/** What takes over when this bucket ends. */
function NextBucket({ view }: { view: BucketView }): ReactNode {
  const { next } = view
  return (
    <div className={styles.next}>
      <p className={styles.label}>Next</p>
      <p className={styles.nextAsset}>{next?.asset ?? NONE}</p>
      <p className={styles.label}>
        {next === null ? 'not named yet' : `opens ${minuteText(next.start)} ${zoneText(next.start)}`}
      </p>
    </div>
  )
}
