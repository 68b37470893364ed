/** The tape of a market: newest trades first, side by colour and arrow and word, own fills marked. */
import type { ReactNode } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import { fullTitleOf, type Instrument } from '../../../contract/instrument.ts'
import { zoneText } from '../../format/index.ts'
import { useServerClockValue, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { MarketLine, UnitMenu } from '../../market-parts/index.ts'
import { ReadAge, useFills } from '../../queries/index.ts'
import { EmptyState, Panel, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useInstrument, usePanelOption, usePriceView } from '../../workspace/index.ts'
import { MESSAGES } from './messages.ts'
import { SizeMenu } from './size-menu.tsx'
import { Tape } from './tape.tsx'
import { TapeReadOut } from './tape-read-out.tsx'
import { bundledFrom, leastFrom, tapeRows } from './tape-rows.ts'
import styles from './trades-panel.module.css'

export function TradesPanel(): ReactNode {
  const instrument = useInstrument()
  if (instrument?.here !== true) {
    return (
      <Panel title="Trades">
        <Skeleton rows={8} label={MESSAGES.loading} />
      </Panel>
    )
  }
  return <Trades instrument={instrument} />
}

function Trades({ instrument }: { instrument: Instrument }): ReactNode {
  const { asset } = instrument
  const title = fullTitleOf(instrument)
  const { axis, view, chooseUnit, chooseSide } = usePriceView(instrument)
  const [least, chooseLeast] = usePanelOption(`${instrument.family} least size`, leastFrom)
  const [bundled, chooseBundled] = usePanelOption('bundled', bundledFrom)
  const shape = { least, bundled }
  const visible = usePanelVisible()
  const topic = asset === null || !visible ? null : ({ kind: 'trades', asset } as const)
  const freshness = useTopicFreshness(topic)
  const fills = useFills()
  const zone = useServerClockValue(zoneText)
  const any = useTopicValue(topic, ({ trades }) => tapeRows(trades, shape).length > 0)
  return (
    <Panel
      title="Trades"
      freshness={freshness}
      actions={
        <>
          <ReadAge reads={[fills]} what="your fills" />
          <span>{zone}</span>
        </>
      }
    >
      <div className={styles.trades}>
        <MarketLine instrument={instrument} axis={axis} view={view} onSide={chooseSide} />
        <div className={styles.head}>
          <UnitMenu axis={axis} view={view} onChange={chooseUnit} />
          <SizeMenu words={view.words.size} shape={shape} onLeast={chooseLeast} onBundled={chooseBundled} />
          <span aria-hidden="true">Time</span>
        </div>
        <div className={styles.tape}>
          <Tape key={`${view.key} ${least} ${bundled}`} asset={topic?.asset ?? null} view={view} shape={shape} />
          <TapeReadOut title={title} topic={topic} view={view} shape={shape} />
          {any !== true && (
            <div className={styles.cover}>
              {asset !== null && any === undefined ? (
                <Skeleton rows={8} label={MESSAGES.loading} />
              ) : (
                <EmptyState>{emptyWords(instrument, least)}</EmptyState>
              )}
            </div>
          )}
        </div>
      </div>
    </Panel>
  )
}

function emptyWords({ entry }: Instrument, least: Decimal | null): string {
  if (least !== null) return `No trade of ${least} or more among the latest.`
  return entry.takes === 'nothing'
    ? 'No trade is told of here.'
    : 'No trade yet. The first one shows here as it happens.'
}
