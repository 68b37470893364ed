/** The panel "Settlement history": the settlement of every bucket, and the move in the last hour before it, by hour of the day. */

import { type ReactNode, useMemo } from 'react'
import { greater, lesser } from '../../../contract/decimal.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import {
  byHour,
  changeFrom,
  ENOUGH,
  figuresOf,
  HISTORY_PERIODS,
  type HistoryPeriod,
  type SettledBucket,
  type SettlementHistory,
} from '../../../contract/settlement-history.ts'
import { localTime, temperatureOf, zoneAt } from '../../format/index.ts'
import { ReadStates, useSession, useSettlementHistory } from '../../queries/index.ts'
import { OffState, Panel, Segmented, Table } from '../../ui/index.ts'
import { usePanelOption, useTableState } from '../../workspace/index.ts'
import { historySpec } from './columns.tsx'
import { changeText, HOURS, HourChart, shareText } from './hour-figures.tsx'
import { MESSAGES } from './messages.ts'
import styles from './settlement-history.module.css'

const HEIGHT = 64

/** With fewer, the chart would add nothing to the table. */
const MIN = 3

/** A bucket with an unknown settlement is a gap. */
function LineChart({ buckets }: { readonly buckets: readonly SettledBucket[] }): ReactNode {
  const known = buckets.flatMap(({ end, mark }) => (mark === null ? [] : [{ end, mark }])).reverse()
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined || known.length < MIN) return null
  const marks = known.map(({ mark }) => mark)
  const values = marks.map(Number)
  const [low, high] = [marks.reduce(lesser), marks.reduce(greater)]
  const [least, most] = [Number(low), Number(high)]
  const point = (value: number, end: number): string => {
    const x = ((end - first.end) / (last.end - first.end)) * 100
    return `${x.toFixed(2)},${(((most - value) / (most - least || 1)) * 100).toFixed(2)}`
  }
  const usual = Math.min(...known.slice(1).map(({ end }, i) => end - (known[i]?.end ?? end)))
  const path = known.map(({ end }, i) => {
    const isGap = i === 0 || end - (known[i - 1]?.end ?? end) > usual
    return `${isGap ? 'M' : 'L'}${point(values[i] ?? 0, end)}`
  })
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden>
        <span>{temperatureOf(high)}</span>
        <span>{temperatureOf(low)}</span>
      </div>
      <svg
        className={styles.plot}
        height={HEIGHT}
        viewBox="0 -4 100 108"
        preserveAspectRatio="none"
        role="img"
        aria-label={`Settlements between ${temperatureOf(low)} and ${temperatureOf(high)}, the newest at ${temperatureOf(last.mark)}`}
      >
        <path className={styles.line} d={path.join('')} />
      </svg>
    </figure>
  )
}

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'hours', label: 'Hours', name: MESSAGES.hours },
] as const
const PERIODS = [
  { value: 'week', label: 'Week', name: '7 days' },
  { value: 'month', label: 'Month', name: '30 days' },
  { value: 'year', label: 'Year', name: '365 days' },
  { value: 'all', label: 'All' },
] as const
const SINCES = [
  { value: 'before60', label: 'T−60', name: 'From 1 h before' },
  { value: 'before30', label: 'T−30', name: 'From 30 min before' },
] as const
type View = (typeof VIEWS)[number]['value']
type Since = (typeof SINCES)[number]['value']

/** Parses a saved choice, or falls back to the default. */
const oneOf =
  <Value extends string>(values: readonly Value[], usual: Value) =>
  (kept: unknown): Value =>
    values.find((value) => value === kept) ?? usual

const viewFrom = oneOf<View>(['list', 'hours'], 'list')
const periodFrom = oneOf<HistoryPeriod>(HISTORY_PERIODS, 'month')
const sinceFrom = oneOf<Since>(['before60', 'before30'], 'before60')

export function SettlementHistoryPanel(): ReactNode {
  const [view, chooseView] = usePanelOption('view', viewFrom)
  const [period, choosePeriod] = usePanelOption('period', periodFrom)
  const history = useSettlementHistory(period)
  const scalar = useSession()?.features.scalar
  return (
    <Panel
      title="Settlement history"
      lead={<Segmented<View> look="plain" label="View" options={VIEWS} value={view} onChange={chooseView} />}
    >
      {scalar?.on === false ? (
        <OffState title={COMMON.scalarOff} reason={scalar.reason} />
      ) : (
        <ReadStates
          read={history}
          what="Settlement history"
          skeletonRows={6}
          isEmpty={({ buckets }) => buckets.length === 0}
          empty="No settlements yet."
        >
          {(read) => (
            <div className={styles.body}>
              <div className={styles.choice}>
                <Segmented<HistoryPeriod>
                  look="plain"
                  label="Time"
                  options={PERIODS}
                  value={period}
                  onChange={choosePeriod}
                />
                {!read.isWhole && <span role="status">Still loading older buckets.</span>}
              </div>
              {view === 'list' ? <List history={read} /> : <Hours history={read} />}
            </div>
          )}
        </ReadStates>
      )}
    </Panel>
  )
}

/** Where the profile has no time zone of the station, its hours are in UTC. */
const useStationZone = (): string => useSession()?.profile.stationTimeZone ?? 'UTC'

function List({ history: { buckets } }: { readonly history: SettlementHistory }): ReactNode {
  const table = useTableState('settlements')
  const zone = useStationZone()
  const spec = useMemo(() => historySpec(zone), [zone])
  return (
    <>
      <LineChart buckets={buckets} />
      <Table label={MESSAGES.table} spec={spec} rows={buckets} {...table} />
    </>
  )
}

function Hours({ history: { buckets } }: { readonly history: SettlementHistory }): ReactNode {
  const table = useTableState('settlements by hour')
  const zone = useStationZone()
  const [since, chooseSince] = usePanelOption('since', sinceFrom)
  const hours = useMemo(
    () => byHour(buckets, since, (at) => Number(localTime(at, zone).slice(0, 2))),
    [buckets, since, zone],
  )
  const all = useMemo(
    () =>
      figuresOf(
        buckets
          .flatMap((bucket) => Number(changeFrom(bucket, since) ?? Number.NaN))
          .filter((one) => !Number.isNaN(one)),
      ),
    [buckets, since],
  )
  const name = buckets[0] === undefined ? zone : zoneAt(buckets[0].end, zone).name
  return (
    <>
      <div className={styles.choice}>
        <Segmented<Since> look="plain" label="Since" options={SINCES} value={since} onChange={chooseSince} />
        <span>
          {all.figures === null
            ? MESSAGES.few(all.count, ENOUGH)
            : MESSAGES.mean(all.count, changeText(all.figures.mean), shareText(all.figures.up))}{' '}
          Hours in station time ({name}).
        </span>
      </div>
      <HourChart hours={hours} />
      <Table label="Settlements by hour" spec={HOURS} rows={hours} {...table} />
    </>
  )
}
