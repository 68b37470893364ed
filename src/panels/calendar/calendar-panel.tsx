/**
 * The panel "Calendar": settlements, cutoffs and expiries of the next 48 hours, and the trader's holdings in them. Arrows move through its rows,
 * Enter shows the market of one, `/` filters.
 */

import { type ReactNode, useMemo } from 'react'
import type { CalendarKind } from '../../../contract/calendar.ts'
import { hasExposure } from '../../../contract/exposure.ts'
import { counted } from '../../../contract/plural.ts'
import { minuteText, zoneText } from '../../format/index.ts'
import { useServerClockValue, useTopicFreshness } from '../../market-data/index.ts'
import { NotRefreshed, useAccount, useAssets, useSession } from '../../queries/index.ts'
import { Banner, EmptyState, Panel, Segmented, Skeleton, Table } from '../../ui/index.ts'
import { useChooseMarket, usePanelOption, useTableState } from '../../workspace/index.ts'
import styles from './calendar.module.css'
import { calendarSpec } from './columns.tsx'
import { MESSAGES } from './messages.ts'
import { type CalendarRow, leftText, marketOf, mineText, nameOf, useCalendar } from './use-calendar.ts'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'settlements', label: 'Ends', name: 'Settlements and expiries' },
  { value: 'mine', label: 'My positions', name: 'Markets with a position' },
] as const
type Shown = (typeof SHOWN)[number]['value']
const shownFrom = (kept: unknown): Shown => SHOWN.find(({ value }) => value === kept)?.value ?? 'all'

const IS_SHOWN: { readonly [One in Shown]: (row: CalendarRow) => boolean } = {
  all: () => true,
  settlements: ({ event: { kind } }) => kind === 'settlement' || kind === 'expiry' || kind === 'payout',
  mine: ({ exposure }) => hasExposure(exposure),
}

export function CalendarPanel(): ReactNode {
  const [shown, choose] = usePanelOption('show', shownFrom)
  const calendar = useCalendar()
  const freshness = useTopicFreshness({ kind: 'bucket' })
  return (
    <Panel
      title="Calendar"
      dims="figures"
      freshness={freshness}
      actions={<Segmented<Shown> look="plain" label="Show" options={SHOWN} value={shown} onChange={choose} />}
    >
      {calendar.isLoading ? (
        <Skeleton rows={8} label="Loading the calendar" />
      ) : (
        <Events calendar={calendar} shown={shown} />
      )}
    </Panel>
  )
}

interface EventsProps {
  readonly calendar: ReturnType<typeof useCalendar>
  readonly shown: Shown
}

function Events({ calendar: { rows, undated, errors }, shown }: EventsProps): ReactNode {
  const table = useTableState('calendar')
  const choose = useChooseMarket()
  const account = useAccount()
  const session = useSession()
  const assets = useAssets()
  const zone = session?.profile.stationTimeZone ?? null
  const spec = useMemo(() => calendarSpec(zone, (coin) => assets.of(coin).name), [zone, assets])
  const seen = useMemo(() => rows.filter(IS_SHOWN[shown]), [rows, shown])
  return (
    <div className={styles.body}>
      {errors.map((error) => (
        <Banner key={error} tone="warning" title="Some markets could not be read.">
          {error}
        </Banner>
      ))}
      <Next rows={rows} />
      {seen.length === 0 ? (
        <EmptyState>
          {shown === 'mine' && session?.identity == null ? 'Sign in to see your positions.' : MESSAGES[shown]}
        </EmptyState>
      ) : (
        <Table
          label="Calendar"
          spec={spec}
          rows={seen}
          {...table}
          onOpen={({ event, exposure }) => {
            const market = marketOf(event, exposure)
            if (market !== null) choose(market)
          }}
        />
      )}
      {undated > 0 && (
        <p className={styles.prose}>
          {counted(undated, 'outcome market without an expiry.', 'outcome markets without an expiry.')}
        </p>
      )}
      {session?.identity != null && <NotRefreshed read={account} what="Positions" again={account} />}
    </div>
  )
}

/** The next event, and the next one that concerns a holding. */
function Next({ rows }: { readonly rows: readonly CalendarRow[] }): ReactNode {
  const ahead = rows.filter(({ event }) => event.kind !== 'payout')
  const [first] = ahead
  const mine = ahead.find(({ exposure }) => exposure.positions.length > 0)
  if (first === undefined) return null
  return (
    <div className={styles.next}>
      <NextOf row={first} label="Next" />
      {mine !== undefined && <NextOf row={mine} label="Yours" isMine />}
    </div>
  )
}

const NEXT: Readonly<Record<CalendarKind, (name: string) => string>> = {
  settlement: (name) => `${name} settles`,
  entries_end: (name) => `${name} entries close`,
  closes_doubtful: (name) => `${name} ramp begins`,
  expiry: (name) => `${name} expires`,
  payout: (name) => `${name} awaiting payout`,
}

function NextOf({
  row: { event, exposure },
  label,
  isMine = false,
}: {
  readonly row: CalendarRow
  readonly label: string
  readonly isMine?: boolean
}): ReactNode {
  const assets = useAssets()
  const left = useServerClockValue((now) => leftText(event.at - now))
  return (
    <p className={styles.one}>
      <span className={styles.minor}>{label}</span>{' '}
      <strong className={styles.left} role="timer" aria-label={`${label}: time left`}>
        {left}
      </strong>{' '}
      {NEXT[event.kind](nameOf(event))}{' '}
      <span className={styles.minor}>
        {minuteText(event.at)} {zoneText(event.at)}
      </span>
      {isMine && (
        <>
          {' '}
          · <strong>{mineText(exposure, (coin) => assets.of(coin).name)}</strong>
        </>
      )}
    </p>
  )
}
