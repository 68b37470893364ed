/** The panel "Binary phase": the price to beat, the mark and its distance from it, the remaining time, and the costs of UP and DOWN. */
import type { ReactNode } from 'react'
import type { BinaryDirection } from '../../../contract/binary.ts'
import { type Price, placesOf } from '../../../contract/decimal.ts'
import { instrumentOf } from '../../../contract/instrument.ts'
import { atPlaces, countdown, minuteText, NONE, temperatureOf, zoneText } from '../../format/index.ts'
import { useServerClock, useTopic, useTopicFreshness, useTopicValue } from '../../market-data/index.ts'
import { distanceOf, type Present, phaseLabel, pricesOf, progressAt } from '../../markets/binary/index.ts'
import { classNames, Figure, Panel, usePanelVisible } from '../../ui/index.ts'
import { useInstrument } from '../../workspace/index.ts'
import styles from './binary.module.css'
import { BinaryStates, useBinaryMarket } from './binary-market.tsx'
import { MESSAGES } from './messages.ts'

interface OverviewProps {
  readonly present: Present
  readonly paused: boolean
  readonly stale: boolean
}

/** The state of the binary market: the price to beat, the mark and its distance from it, the remaining time, and the costs of UP and DOWN. */
function Overview({ present, paused, stale }: OverviewProps): ReactNode {
  const { asset, phase, phaseText, midpoint } = present
  return (
    <div className={classNames(styles.overview, stale && styles.stale)}>
      <div className={styles.top}>
        <div>
          <p className={styles.label}>
            Price to beat, {asset}
            <span className={classNames(styles.phase, phase === 'trading' && !paused && styles.open)}>
              {phaseLabel(phase, phaseText)}
              {paused && ', paused'}
            </span>
          </p>
          <p className={styles.hero}>{temperatureOf(midpoint)}</p>
        </div>
        <div className={styles.right}>
          <p className={styles.label}>{MESSAGES.asMark}</p>
          <p className={styles.mark}>{midpoint ?? NONE}</p>
        </div>
      </div>
      <Distance midpoint={midpoint} />
      <Time present={present} />
      <div className={styles.sides}>
        <SidePrice direction="UP" present={present} />
        <SidePrice direction="DOWN" present={present} />
      </div>
    </div>
  )
}

/** The deciding mark and its distance from the price to beat: `Mark 554.30, 1.72 °F above: UP leads`. */
function Distance({ midpoint }: { midpoint: Price | null }): ReactNode {
  const decidedBy = instrumentOf(useInstrument(), 'binary')?.decidedBy ?? null
  const visible = usePanelVisible()
  const topic = decidedBy === null || !visible ? null : ({ kind: 'ticker', asset: decidedBy } as const)
  const mark = useTopicValue(topic, (ticker) => ticker.mark) ?? null
  const { stale, text: message } = useTopicFreshness(topic)
  if (mark === null || midpoint === null) {
    return <p className={styles.distance}>{decidedBy === null ? 'Midpoint not known yet.' : NONE}</p>
  }
  const { by, way } = distanceOf(mark, midpoint)
  return (
    <p className={classNames(styles.distance, stale && styles.stale)}>
      Mark <strong>{mark}</strong> ({temperatureOf(mark)}),{' '}
      {way === 'at' ? (
        MESSAGES.atPriceToBeat
      ) : (
        <>
          <strong className={way === 'above' ? styles.up : styles.down}>
            {by} °F {way}
          </strong>
          : {MESSAGES.wouldWin(way === 'above' ? 'UP' : 'DOWN')}
        </>
      )}
      {stale && `, ${message}`}
    </p>
  )
}

/** The remaining time for entries, and to the end, by the server's clock. */
function Time({ present }: { present: Present }): ReactNode {
  const now = useServerClock(usePanelVisible() ? 1000 : 60_000)
  const { start, end, cutoff, phase } = present
  const done = progressAt(present, now)
  const cut = cutoff === null ? null : progressAt(present, cutoff)
  const entering = phase === 'trading' && cutoff !== null
  return (
    <div className={styles.time}>
      <div className={styles.times}>
        {entering ? (
          <span role="timer" aria-label={MESSAGES.timeLeft}>
            {now < cutoff ? (
              <>
                {MESSAGES.entriesEnd} <strong>{countdown(cutoff - now)}</strong>
              </>
            ) : (
              MESSAGES.entriesEnded
            )}
          </span>
        ) : (
          <span>{phase === 'trading' ? MESSAGES.noCutoff : MESSAGES.noEntries}</span>
        )}
        {end !== null && now < end && (
          <span role="timer" aria-label="Time left">
            ends in <strong>{countdown(end - now)}</strong>
          </span>
        )}
        {end !== null && now >= end && (
          <span>
            ended {minuteText(end)} {zoneText(end)}
          </span>
        )}
      </div>
      {done !== null && (
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Elapsed time of the binary bucket"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(done * 100)}
        >
          <div className={styles.done} style={{ transform: `scaleX(${done})` }} />
          {cut !== null && <div className={styles.cut} style={{ left: `${cut * 100}%` }} title="Entry cutoff" />}
        </div>
      )}
      {start !== null && end !== null && (
        <div className={styles.times}>
          <span>
            {minuteText(start)} {zoneText(start)}
          </span>
          <span>
            {minuteText(end)} {zoneText(end)}
          </span>
        </div>
      )}
    </div>
  )
}

function SidePrice({ direction, present }: { direction: BinaryDirection; present: Present }): ReactNode {
  const { asset, market, midpoint } = present
  const visible = usePanelVisible()
  const ticker = useTopic(asset === null || !visible ? null : { kind: 'ticker', asset })
  const { mark, buysAt } = pricesOf(direction, ticker)
  const places = market?.tickSize == null ? Math.max(2, placesOf(mark ?? ('0' as never))) : placesOf(market.tickSize)
  const up = direction === 'UP'
  return (
    <section className={styles.side} aria-label={`${direction} price`}>
      <p className={styles.sideHead}>
        <strong className={up ? styles.up : styles.down}>
          <span aria-hidden>{up ? '▲' : '▼'} </span>
          {direction}
        </strong>
        <Figure value={mark} places={places} tint className={styles.sidePrice} />
      </p>
      <p className={styles.sideNote}>
        <span>{midpoint === null ? '' : up ? `above ${midpoint}` : `below ${midpoint}`}</span>
        <span>costs {atPlaces(buysAt, places)}</span>
      </p>
    </section>
  )
}

export function PhasePanel(): ReactNode {
  const { view: read, present: market, freshness } = useBinaryMarket()
  return (
    <Panel title="Binary phase" freshness={freshness} dims="none">
      <BinaryStates view={read} present={market}>
        {(view, present) => (
          <div className={styles.phaseBody}>
            <Overview present={present} paused={view.status?.paused === true} stale={freshness.stale} />
          </div>
        )}
      </BinaryStates>
    </Panel>
  )
}
