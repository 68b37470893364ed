/** A bucket at a glance: asset and phase, temperature and mark, the 120 minutes with their averaging window, and the next bucket. */

import { type ReactNode, useMemo } from 'react'
import { absolute, type Price, padTo, placesOf, signOf, subtract } from '../../../contract/decimal.ts'
import { shownAverage } from '../../../contract/family-rules.ts'
import { instrumentOf, type ScalarInstrument } from '../../../contract/instrument.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Bucket, BucketPhase, BucketView } from '../../../contract/market.ts'
import { LIVE, sameRef } from '../../../contract/market-ref.ts'
import {
  atPlaces,
  countdown,
  minuteIn,
  minuteText,
  NONE,
  temperatureFigure,
  temperatureOf,
  temperatureUnit,
  zoneText,
} from '../../format/index.ts'
import {
  olderOf,
  useFreshness,
  useServerClock,
  useTopic,
  useTopicFreshness,
  useTopicValue,
} from '../../market-data/index.ts'
import { PHASE_LABELS, pauseText, progressOf, windowShare } from '../../markets/scalar/index.ts'
import { showStation } from '../../station-card.tsx'
import { classNames, Panel, PanelStart, Skeleton, StripState } from '../../ui/index.ts'
import {
  bandText,
  distanceOf,
  KIND_NAMES,
  lastReading,
  minutesText,
  nextText,
  precisionText,
  SOURCE_NAMES,
  signedDegrees,
  useMarketWeather,
} from '../../weather/index.ts'
import { useInstrument, useShownAsset } from '../../workspace/index.ts'
import styles from './bucket-panel.module.css'
import { MESSAGES } from './messages.ts'

type Market = Pick<ScalarInstrument, 'ref' | 'asset' | 'title' | 'start' | 'end'>
type Live = Pick<BucketView, 'current' | 'next'>

/** Whether the bucket's phase, times and estimate belong to this market: always for the live one, for an asset while it runs or settles. */
export function isRunning({ ref, asset }: Pick<Market, 'ref' | 'asset'>, { current, next }: Live): boolean {
  if (sameRef(ref, LIVE)) return true
  return current === null ? asset !== null && next?.asset !== asset : current.asset === asset
}

/** For a market that does not run: when it does, and which one runs until then. @param now by the service's clock, ms */
export function notRunningText(
  { title, start, end }: Market,
  { current }: Live,
  now: number,
): { readonly whole: string; readonly short: string } {
  const withRunning = (text: string): string =>
    [text, ...(current === null ? [] : [`${current.asset} trades until ${at(current.end)}.`])].join(' ')
  if (start !== null && start > now) {
    const opens = end === null ? `${title} opens ${at(start)}.` : `${title} opens ${at(start)} and settles ${at(end)}.`
    return { whole: withRunning(opens), short: `Opens ${at(start)}.` }
  }
  if (end !== null && end <= now) return { whole: withRunning(`${title} ended ${at(end)}.`), short: MESSAGES.ended }
  return { whole: withRunning(`${title} has no bucket now.`), short: MESSAGES.noBucket }
}

const at = (time: number): string => `${minuteText(time)} ${zoneText(time)}`

interface LiveFiguresProps {
  /** Null for a bucket that does not run. */
  readonly phase: BucketPhase | null
  /** The label of the phase. */
  readonly text: string
}

/** Link, market and phase over the two main figures: temperature, and the traded mark. */
function LiveFigures({ phase, text: message }: LiveFiguresProps): ReactNode {
  const asset = useShownAsset()
  const ticker = asset === null ? null : ({ kind: 'ticker', asset } as const)
  const mark = useTopicValue(ticker, (value) => value.mark) ?? null
  const prevDay = useTopicValue(ticker, (value) => value.prevDay) ?? null
  return (
    <>
      <div className={styles.lead}>
        <div className={styles.market}>
          <PanelStart />
          <span className={classNames(styles.phase, styles[phase ?? 'waiting'])}>{message}</span>
        </div>
        <p className={styles.hero}>{temperatureOf(mark)}</p>
      </div>
      <div className={styles.lead}>
        <p className={styles.markHead}>
          <span className={styles.label}>{MESSAGES.mark}</span>
          <StationButton />
        </p>
        <p className={styles.mark}>
          {mark ?? NONE}
          {mark !== null && prevDay !== null && <DayChange mark={mark} prevDay={prevDay} />}
        </p>
      </div>
    </>
  )
}

function DayChange({ mark, prevDay }: { mark: Price; prevDay: Price }): ReactNode {
  const change = subtract(mark, prevDay)
  const sign = signOf(change)
  return (
    <span className={classNames(styles.change, sign > 0 && styles.up, sign < 0 && styles.down)}>
      <span aria-hidden="true">{sign > 0 ? '▲' : sign < 0 ? '▼' : ''}</span>
      <span className="visually-hidden">{sign > 0 ? 'up' : sign < 0 ? 'down' : 'unchanged'}</span>{' '}
      {atPlaces(absolute(change), placesOf(mark))}
      <span className={styles.against}> {MESSAGES.inADay}</span>
    </span>
  )
}

/** Its code, and as much of its name as fits beside the mark below: it moves nothing, and the full name is in the card. */
function StationButton(): ReactNode {
  const instrument = instrumentOf(useInstrument(), 'scalar')
  if (instrument === null) return null
  const station = instrument.station ?? MESSAGES.stationNotReported
  const code = station.split(' ', 1)[0] ?? station
  return (
    <button
      type="button"
      className={styles.stationButton}
      title={`${station}. Market info`}
      aria-label={`${station}. Market info`}
      onClick={() => showStation(instrument.ref)}
    >
      <span>{code}</span>
      <span className={styles.stationName}>{station.slice(code.length)}</span>
    </button>
  )
}

/** The last reading of the station with its band and age, how far the mark is from it, and when the next report is due. Nothing where there is none. */
function StationReading(): ReactNode {
  const asset = useShownAsset()
  const station = useMarketWeather(asset)?.station ?? null
  const mark = useTopicValue(asset === null ? null : { kind: 'ticker', asset }, (value) => value.mark) ?? null
  // Ages are shown in whole minutes.
  const now = useServerClock(10_000)
  const last = station === null ? null : lastReading(station, now)
  if (station === null || last === null) return null
  const { reading, temperature, age, next } = last
  const distance = mark === null ? null : distanceOf(mark, temperature)
  return (
    <div
      className={classNames(styles.lead, styles.reading)}
      title={`${station.id}, ${SOURCE_NAMES[reading.source]}, ${KIND_NAMES[reading.kind]}. ${precisionText(temperature)}`}
    >
      <p className={styles.label}>
        {station.id} {minuteText(reading.observedAt)}, {minutesText(age)} ago
        {next !== null && (
          <span className={classNames(styles.nextReport, next.missingSince !== null && styles.late)}>
            {' '}
            · {nextText(next, now)}
          </span>
        )}
      </p>
      <p className={styles.mark}>
        {bandText(temperature)}
        {distance !== null && (
          <span className={styles.change}>
            <span className={styles.against}>mark </span>
            {signedDegrees(distance.difference)}
          </span>
        )}
      </p>
    </div>
  )
}

/** The bar of the bucket's 120 minutes: elapsed and remaining time by the server's clock, the averaging window hatched at its end. */
function TimeBar({ view, bucket }: { view: BucketView; bucket: Bucket }): ReactNode {
  const now = useServerClock(1000)
  // In steps of 7.2 s, about a pixel each: finer steps would be invisible.
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
        <strong className={styles.left} role="timer" aria-label={MESSAGES.timeLeft}>
          {left}
          <span className={styles.leftWord}> {MESSAGES.left}</span>
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
        aria-label={MESSAGES.elapsed}
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

/** Maximum number of past settlements, newest first: as many as fit completely. */
const PAST = 4

function PastSettlements(): ReactNode {
  const settlements = useTopic({ kind: 'settlements' })
  if (settlements === undefined) return <span />
  if (settlements.length === 0) return <span>{MESSAGES.noSettlementsYet}</span>
  const shown = settlements.slice(0, PAST)
  // The same number of decimals for all of them, regardless of the digits received.
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
  if (view.phase !== 'final_window')
    return (
      <span className={styles.twap}>
        {MESSAGES.twapWindow} {seconds} s
      </span>
    )
  if (twapEstimate === null)
    return (
      <span className={styles.twap}>
        {MESSAGES.twap}
        {seconds} {MESSAGES.estimateStarts}
      </span>
    )
  const mark = shownAverage('scalar', twapEstimate.mark)
  return (
    <span className={styles.twap} title={twapEstimate.mark}>
      <span className={styles.tight}>
        {MESSAGES.twap}
        {seconds}{' '}
      </span>
      {MESSAGES.estimate}{' '}
      <strong>
        {temperatureOf(mark)}
        <span className={styles.tight}> · {mark}</span>
      </strong>
      <span className={styles.minor}>
        {' '}
        {MESSAGES.after} {Math.round(twapEstimate.coveredMs / 1000)} s
      </span>
    </span>
  )
}

/** Renders nothing where the profile does not have the station's time zone. @param at ms since the epoch */
function StationTime({ at }: { at: number }): ReactNode {
  const zone = useTopicValue({ kind: 'session' }, ({ profile }) => profile.stationTimeZone) ?? null
  const text = useMemo(() => (zone === null ? null : minuteIn(at, zone)), [at, zone])
  if (text === null) return null
  return (
    <span className={styles.station} title={`The station's own time, ${zone}`}>
      <span className="visually-hidden">, at the station </span>
      {text}
    </span>
  )
}

export function BucketPanel(): ReactNode {
  const bucket = useTopic({ kind: 'bucket' })
  const instrument = instrumentOf(useInstrument(), 'scalar')
  const asset = useShownAsset()
  const mark = useTopicFreshness(asset === null ? null : { kind: 'ticker', asset })
  const freshness = olderOf(useFreshness(bucket), mark)
  return (
    <Panel title={MESSAGES.bucket} headless freshness={freshness}>
      {bucket === undefined || instrument === null ? (
        <Skeleton rows={2} label={MESSAGES.loadingBucket} />
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
    return <StripState>{MESSAGES.noLiveBucket}</StripState>
  }
  const pause = pauseText(view)
  return (
    <div className={styles.frame}>
      <div className={styles.strip}>
        <LiveFigures phase={runs ? phase : null} text={runs ? PHASE_LABELS[phase] : instrument.phase.text} />
        <StationReading />
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
  // Opening and end are shown in whole minutes.
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

/** The market that follows this bucket. */
function NextBucket({ view }: { view: BucketView }): ReactNode {
  const { next } = view
  return (
    <div className={styles.next}>
      <p className={styles.label}>{MESSAGES.next}</p>
      <p className={styles.nextAsset}>{next?.asset ?? NONE}</p>
      <p className={styles.label}>
        {next === null ? MESSAGES.notAnnounced : `opens ${minuteText(next.start)} ${zoneText(next.start)}`}
      </p>
    </div>
  )
}
