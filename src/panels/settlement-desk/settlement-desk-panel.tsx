/** The panel "Settlement desk". */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import { instrumentOf, type ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import { LIVE, sameRef } from '../../../contract/market-ref.ts'
import { countdown, minuteText, NONE, temperatureOf, zoneText } from '../../format/index.ts'
import { olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { PHASE_WORDS, pauseText } from '../../markets/scalar/index.ts'
import { useMarket } from '../../queries/index.ts'
import { EmptyState, OffState, Panel, Skeleton } from '../../ui/index.ts'
import { useInstrument, useShownAsset } from '../../workspace/index.ts'
import type { Desk, SectionProps } from './desk.ts'
import { MESSAGES } from './messages.ts'
import { SECTIONS } from './sections.ts'
import styles from './settlement-desk.module.css'
import { useDesk } from './use-desk.ts'

export function SettlementDeskPanel(): ReactNode {
  const view = useTopic({ kind: 'bucket' })
  const instrument = instrumentOf(useInstrument(), 'scalar')
  const asset = useShownAsset()
  const mark = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const freshness = olderOf(useFreshness(view), mark)
  return (
    <Panel title="Settlement desk" freshness={freshness} dims="figures">
      {view === undefined || instrument === null ? (
        <Skeleton rows={8} label="Loading settlement desk" />
      ) : (
        <States view={view} instrument={instrument} isStale={freshness.stale} />
      )}
    </Panel>
  )
}

interface StatesProps {
  readonly view: BucketView
  readonly instrument: ScalarInstrument
  readonly isStale: boolean
}

function States({ view, instrument, isStale }: StatesProps): ReactNode {
  const { current } = view
  const { ref, asset, title, tick: told } = instrument
  const tick = useMarket(current?.asset ?? null)?.tickSize ?? told
  const isLive = sameRef(ref, LIVE) || asset === current?.asset
  if (current === null || view.phase === 'settling' || view.phase === 'waiting') {
    const words = pauseText(view) ?? 'The service names no bucket right now.'
    return <OffState title={PHASE_WORDS[view.phase]} reason={`${words} ${MESSAGES.beginsAnew}`} />
  }
  if (!isLive) {
    const until = `${minuteText(current.end)} ${zoneText(current.end)}`
    return (
      <EmptyState>{`${title} is not live. ${current.asset} trades until ${until}; the desk is about what settles then.`}</EmptyState>
    )
  }
  if (tick === null) return <Skeleton rows={8} label="Loading settlement desk" />
  return <Sections key={`${current.asset} ${current.end}`} {...{ view, instrument, bucket: current, tick, isStale }} />
}

interface SectionsProps extends StatesProps {
  readonly bucket: Bucket
  readonly tick: Price
}

function Sections({ view, instrument, bucket, tick, isStale }: SectionsProps): ReactNode {
  const desk = useDesk(instrument, view, bucket, tick)
  return (
    <div className={styles.desk} data-old={isStale || undefined}>
      <HeadFigures desk={desk} />
      {SECTIONS.map(({ id, title, Section }) => (
        <section key={id} className={styles.section} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <Section desk={desk} />
        </section>
      ))}
    </div>
  )
}

/** The head of the desk: bucket, time left, the mark, and the average of the final window so far. */
function HeadFigures({ desk }: SectionProps): ReactNode {
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
        <dd>{seen === null ? <span className={styles.quiet}>{beforeText(desk)}</span> : <SoFar desk={desk} />}</dd>
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
const beforeText = ({ bucket, view, now }: Desk): string => {
  const left = bucket.end - view.twapWindow - now
  return left > 0 ? `begins in ${countdown(left)}` : 'no mark seen in it yet'
}
