/** The panel "Settlement desk": the distribution of the live bucket's settlement, the required average of the rest, and the results of positions. */

import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ConditionalView, isConditionalFinal } from '../../../contract/conditional.ts'
import type { Price } from '../../../contract/decimal.ts'
import { shownAverage } from '../../../contract/family-rules.ts'
import { instrumentOf, type ScalarInstrument } from '../../../contract/instrument.ts'
import type { Bucket, BucketView } from '../../../contract/market.ts'
import { LIVE, sameRef } from '../../../contract/market-ref.ts'
import {
  type Assumptions,
  Forecaster,
  type HistoryHours,
  type Moment,
  pathOfCandles,
} from '../../../contract/settlement/index.ts'
import { countdown, minuteText, NONE, temperatureOf, zoneText } from '../../format/index.ts'
import {
  olderOf,
  useCalmTopic,
  useFreshness,
  useServerClock,
  useTopic,
  useTopicFreshness,
} from '../../market-data/index.ts'
import { PHASE_LABELS, pauseText } from '../../markets/scalar/index.ts'
import { useAccount, useForecastSkill, useMarkCandles, useMarket } from '../../queries/index.ts'
import { EmptyState, OffState, Panel, Skeleton, usePanelVisible } from '../../ui/index.ts'
import { useMarketWeather } from '../../weather/index.ts'
import { useInstrument, usePanelOption, useShownAsset } from '../../workspace/index.ts'
import { AssumptionsForm } from './assumptions-form.tsx'
import { BinaryWorth } from './binary-worth.tsx'
import {
  assumptionsOf,
  type ChosenAssumptions,
  choiceFrom,
  type Desk,
  type DeskForecast,
  type DeskWeather,
  MAX_MISSED,
  type SectionProps,
  type WindowSeen,
  weatherDrift,
  windowSeen,
} from './desk.ts'
import { HourSection } from './hour-section.tsx'
import { LevelLadder } from './level-ladder.tsx'
import { MESSAGES } from './messages.ts'
import { QuestionSection } from './question-section.tsx'
import styles from './settlement-desk.module.css'
import { SettlementDistribution } from './settlement-distribution.tsx'

interface DeskSection {
  readonly id: string
  readonly title: string
  readonly Section: ComponentType<SectionProps>
}

/** The sections from the top down: a new one needs a component and a line here. */
const SECTIONS: readonly DeskSection[] = [
  { id: 'where', title: 'Settlement distribution', Section: SettlementDistribution },
  { id: 'levels', title: 'Levels', Section: LevelLadder },
  { id: 'binary', title: 'Binary UP', Section: BinaryWorth },
  { id: 'hour', title: 'Same expiry', Section: HourSection },
  { id: 'question', title: 'Implied by outcomes', Section: QuestionSection },
  { id: 'assumptions', title: 'Assumptions', Section: AssumptionsForm },
]

const MINUTE = 60_000

/** Remaining time of a bucket below which minutes, and seconds, are read, ms: both are there when they are needed. */
const MINUTES_FROM = 15 * MINUTE

const SECONDS_FROM = 4 * MINUTE

/** Finer data covers less of the past: hours of minutes, and number of seconds. */
const MAX_MINUTES = 72 * 60

const SECONDS = 5000

/** Duration of one computation slice, ms: a quarter of a frame. */
const TURN_MS = 4

const SECOND = 1000
const NO_EXITS: readonly ConditionalView[] = []
const kept = (value: unknown): unknown => value

/** Assembles the state of the settlement desk, at most once a second, from topics that already stream and from reads of the past. */
function useDesk(instrument: ScalarInstrument, view: BucketView, bucket: Bucket, tick: Price): Desk {
  const isSeen = usePanelVisible()
  const now = useServerClock(isSeen ? SECOND : 60_000)
  const { asset } = bucket
  const mark = useCalmTopic(isSeen ? { kind: 'ticker', asset } : null, SECOND)?.mark ?? null
  const { chosen, choose } = useChosen()
  const assumptions = useMemo(() => assumptionsOf(chosen), [chosen])
  const past = useHistory(asset, chosen.hours, isSeen ? Math.max(0, bucket.end - now) : null, view.twapWindow)
  const seen = windowSeen(view, bucket, now)
  const { forecaster } = past
  const weather = useWeatherInput(asset, chosen.weather, { now, end: bucket.end, window: view.twapWindow })
  const forecast = useForecast({
    ...{ forecaster, past, view, bucket, now, mark, seen, assumptions },
    outside: weather.drift,
  })
  const conditionals = useTopic({ kind: 'conditionals' }) ?? NO_EXITS
  const exits = useMemo(
    () =>
      conditionals.filter(
        (one) => one.target.asset === asset && one.trigger !== null && !isConditionalFinal(one.state),
      ),
    [conditionals, asset],
  )
  const position = useAccount().data?.positions.find((one) => one.asset === asset) ?? null
  return { instrument, bucket, view, now, mark, tick, seen, forecast, weather, position, exits, chosen, choose }
}

/** The station's forecast as a drift, once its skill is measured on enough buckets. */
function useWeatherInput(
  asset: string,
  isWanted: boolean,
  of: { readonly now: number; readonly end: number; readonly window: number },
): DeskWeather {
  const skill = useForecastSkill(isWanted ? asset : null).data ?? null
  const station = useMarketWeather(isWanted ? asset : null)?.station ?? null
  const points = station?.forecasts.find(({ source }) => source === 'nws_forecast')?.points ?? null
  const wanted = isWanted ? skill : null
  return { skill: wanted, drift: weatherDrift(wanted, points, of) }
}

function useChosen() {
  const [option, keep] = usePanelOption('assumptions', kept)
  const chosen = useMemo(() => choiceFrom(option), [option])
  const choose = useCallback((change: Partial<ChosenAssumptions>) => keep({ ...chosen, ...change }), [chosen, keep])
  return { chosen, choose }
}

interface Known {
  readonly forecaster: Forecaster
  readonly past: ReturnType<typeof useHistory>
  readonly view: BucketView
  readonly bucket: Bucket
  readonly now: number
  readonly mark: Price | null
  readonly seen: WindowSeen | null
  readonly assumptions: Assumptions | null
  /** Drift by the weather forecast; null while it is not used. */
  readonly outside: number | null
}

/** While more of the past is being processed, the previous forecast is kept if it has the same basis. */
function useForecast(known: Known): DeskForecast {
  const { forecaster, bucket, assumptions } = known
  const request = secondStartOf(known)
  const isLearnt = useLearnt(forecaster, request.is === 'moment' ? request.moment : null)
  const last = useRef<Shown | null>(null)
  const before = last.current
  const isSame = before !== null && before.end === bucket.end && before.assumptions === assumptions
  const waiting: DeskForecast = isSame ? before.forecast : { is: 'loading' }
  const learnt = (moment: Moment, by: Assumptions): DeskForecast =>
    isLearnt ? forecaster.forecast(moment, by) : waiting
  const forecast = request.is === 'moment' ? learnt(request.moment, request.assumptions) : request
  useEffect(() => {
    last.current = { end: bucket.end, assumptions, forecast }
  })
  return forecast
}

interface Shown {
  readonly end: number
  readonly assumptions: Assumptions | null
  readonly forecast: DeskForecast
}

/** The moment to forecast, or why there is none. */
function secondStartOf({ past, view, bucket, now, mark, seen, assumptions, outside }: Known) {
  const missing = (reason: string) => ({ is: 'missing', reason }) as const
  if (assumptions === null) return missing(MESSAGES.unreadable)
  if (mark === null) return missing('No mark yet.')
  const isInWindow = bucket.end - now < view.twapWindow
  if (isInWindow && (seen === null || seen.missedMs > MAX_MISSED)) return missing(missedText(seen))
  if (past.error !== null) return { is: 'error', message: past.error.message, again: past.again } as const
  if (!past.isRead && assumptions.volatility.by === 'past') return { is: 'loading' } as const
  const soFar = isInWindow && seen !== null ? Number(seen.mark) : null
  const moment: Moment = { now, end: bucket.end, window: view.twapWindow, mark: Number(mark), soFar, outside }
  return { is: 'moment', moment, assumptions } as const
}

const missedText = (seen: WindowSeen | null): string =>
  seen === null
    ? 'No mark of the final window seen yet.'
    : `${Math.round(seen.missedMs / 1000)} s of the final window were missed, so the average and settlement are unknown.`

/** Whether all inputs of a moment's forecast have been processed; null requests none. */
function useLearnt(forecaster: Forecaster, moment: Moment | null): boolean {
  const [, wake] = useState(0)
  const isReady = moment === null || forecaster.isReady(moment)
  const request = useRef(moment)
  useEffect(() => {
    request.current = moment
  })
  useEffect(() => {
    if (isReady) return
    let timer = setTimeout(turn, 0)
    function turn(): void {
      const until = performance.now() + TURN_MS
      // The requested moment changes each second; its inputs seldom do.
      while (request.current !== null && !forecaster.learnOn(request.current)) {
        if (performance.now() < until) continue
        timer = setTimeout(turn, 0)
        return
      }
      wake((times) => times + 1)
    }
    return () => clearTimeout(timer)
  }, [forecaster, isReady])
  return isReady
}

/** Past marks for the forecast, read as needed at the moment. @param left ms to the end of the bucket; null while there is none */
function useHistory(asset: string | null, hours: HistoryHours, left: number | null, window: number) {
  const isSeen = left !== null
  const days = useMarkCandles(asset, { resolution: 300, count: hours * 12, everyMs: 5 * MINUTE, wanted: isSeen })
  const wantsMinutes = isSeen && left <= MINUTES_FROM
  const minutes = useMarkCandles(asset, {
    ...{ resolution: 60, count: Math.min(MAX_MINUTES, hours * 60), everyMs: MINUTE },
    wanted: wantsMinutes,
  })
  const wantsSeconds = isSeen && left <= SECONDS_FROM
  const seconds = useMarkCandles(asset, { resolution: 1, count: SECONDS, everyMs: 10_000, wanted: wantsSeconds })
  const forecaster = useMemo(
    () =>
      new Forecaster({
        days: pathOfCandles(days.data ?? [], 300),
        hours: pathOfCandles(minutes.data ?? [], 60),
        minutes: pathOfCandles(seconds.data ?? [], 1),
      }),
    [days.data, minutes.data, seconds.data],
  )
  const needed = left === null || left > 10 * MINUTE ? days : left > window ? minutes : seconds
  return {
    forecaster,
    /** Whether everything needed at this moment has been read. */
    isRead: needed.data !== undefined,
    /** Why the read failed, with the service's message. */
    error: needed.data === undefined ? needed.error : null,
    again: (): void => {
      needed.refetch().catch(() => undefined)
    },
  }
}

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
  const { ref, asset, title, tick: instrumentTick } = instrument
  const tick = useMarket(current?.asset ?? null)?.tickSize ?? instrumentTick
  const isLive = sameRef(ref, LIVE) || asset === current?.asset
  if (current === null || view.phase === 'settling' || view.phase === 'waiting') {
    const text = pauseText(view) ?? 'No live bucket.'
    return <OffState title={PHASE_LABELS[view.phase]} reason={`${text} ${MESSAGES.beginsAnew}`} />
  }
  if (!isLive) {
    const until = `${minuteText(current.end)} ${zoneText(current.end)}`
    return (
      <EmptyState>{`${title} is not live. ${current.asset} trades until ${until}; the desk covers its settlement.`}</EmptyState>
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

/** The head of the panel: bucket, remaining time, the mark, and the average of the final window so far. */
function HeadFigures({ desk }: SectionProps): ReactNode {
  const { bucket, view, now, mark, seen } = desk
  const soFar = seen === null ? null : shownAverage('scalar', seen.mark)
  return (
    <dl className={styles.figures} aria-label="Bucket">
      <div>
        <dt>{`${bucket.asset}: ${PHASE_LABELS[view.phase]}`}</dt>
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
        <dt>
          {seen === null
            ? 'TWAP so far'
            : `TWAP so far, ${Math.round(seen.seenMs / 1000)} of ${Math.round(seen.windowMs / 1000)} s`}
        </dt>
        <dd>
          {soFar === null ? (
            <span className={styles.quiet}>{beforeText(desk)}</span>
          ) : (
            <span title={seen?.mark}>
              {temperatureOf(soFar)} <small>{soFar}</small>
            </span>
          )}
        </dd>
      </div>
    </dl>
  )
}

/** The start time of the window. */
const beforeText = ({ bucket, view, now }: Desk): string => {
  const left = bucket.end - view.twapWindow - now
  return left > 0 ? `begins in ${countdown(left)}` : 'no mark yet'
}
