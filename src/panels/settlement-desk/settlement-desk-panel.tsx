/** The panel "Settlement desk". */
import type { ReactNode } from 'react'
import type { Price } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import { follows } from '../../../contract/market-ref.ts'
import { minuteText, zoneText } from '../../format/index.ts'
import { olderOf, useFreshness, useTopic, useTopicFreshness } from '../../market-data/index.ts'
import { PHASE_WORDS, pauseWords } from '../../markets/scalar/index.ts'
import { useMarket } from '../../queries/index.ts'
import { EmptyState, OffState, Panel, Skeleton } from '../../ui/index.ts'
import { useInstrument, useShownAsset } from '../../workspace/index.ts'
import { HeadFigures } from './head-figures.tsx'
import { MESSAGES } from './messages.ts'
import { SECTIONS } from './sections.ts'
import styles from './settlement-desk.module.css'
import { useDesk } from './use-desk.ts'

export function SettlementDeskPanel(): ReactNode {
  const view = useTopic({ kind: 'bucket' })
  const instrument = useInstrument()
  const asset = useShownAsset()
  const mark = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const freshness = olderOf(useFreshness(view), mark)
  return (
    <Panel title="Settlement desk" freshness={freshness} dims="figures">
      {view === undefined || instrument?.here !== true || instrument.family !== 'scalar' ? (
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
  const isLive = (ref.family === 'scalar' && follows(ref)) || asset === current?.asset
  if (current === null || view.phase === 'settling' || view.phase === 'waiting') {
    const words = pauseWords(view) ?? 'The service names no bucket right now.'
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
