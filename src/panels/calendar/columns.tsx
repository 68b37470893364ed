/** The columns of the calendar. */

import { type ReactNode, useState } from 'react'
import { END_MINUTES, USUAL_END_MINUTES } from '../../../contract/alert.ts'
import { EVENT_NAMES } from '../../../contract/calendar.ts'
import { hasExposure } from '../../../contract/exposure.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { dateText, dayText, minuteIn, minuteText, momentText, NONE, zoneText } from '../../format/index.ts'
import { useServerClockValue, useTopicValue } from '../../market-data/index.ts'
import { useAssets } from '../../queries/index.ts'
import {
  Clip,
  type Column,
  classNames,
  Figure,
  type Group,
  Menu,
  Shortened,
  type TableSpec,
  useGone,
} from '../../ui/index.ts'
import { decimalColumn, plainColumn, textColumn, timeColumn } from '../columns.tsx'
import styles from './calendar.module.css'
import { type CalendarRow, countOf, leftText, mineText, nameOf } from './use-calendar.ts'

/** For a market with one asset; a question's shares are covered by the alert for all holdings. */
const assetOf = ({ event: { asset, concerns }, exposure: { positions } }: CalendarRow): string | null =>
  asset ?? positions[0]?.asset ?? concerns[0] ?? null

/** Offers the alert before an event of the calendar. */
function AlertButton({ row }: Props): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const asset = assetOf(row)
  const set = useTopicValue({ kind: 'alerts' }, (view) =>
    view.alerts
      .flatMap(({ rule, state }) =>
        rule.kind === 'market_end' && state === 'on' && (rule.asset === null || rule.asset === asset)
          ? [rule.minutes]
          : [],
      )
      .toSorted((a, b) => a - b)
      .join(),
  )
  if (asset === null || row.event.kind === 'payout') return null
  const name = nameOf(row.event)
  const add = (minutes: (typeof END_MINUTES)[number]): void => {
    call('saveAlert', { id: null, rule: { kind: 'market_end', asset, minutes }, repeat: true, on: true }).then(
      () => setIssue(null),
      (error: unknown) => setIssue(errorText(error)),
    )
  }
  const [nearest, ...others] = set === undefined || set === '' ? [] : set.split(',')
  const isSet = nearest !== undefined
  const shown = isSet ? `${nearest} min` : 'Alert'
  const more = others.length
  return (
    <>
      <Menu
        label={[
          isSet ? `${shown} before the end of ${name}: alert on` : `Alert before the end of ${name}`,
          ...(more === 0 ? [] : [`and ${more} more`]),
        ].join(', ')}
        bare
        entries={END_MINUTES.map((minutes) => ({
          id: String(minutes),
          label: `${minutes} min before, if you have a position`,
          ...(minutes === USUAL_END_MINUTES ? { note: 'default' } : {}),
          onAction: () => add(minutes),
        }))}
      >
        {shown}
      </Menu>
      {issue !== null && (
        <span role="alert" className={styles.early} title={issue}>
          {' '}
          not set<span className="visually-hidden">: {issue}</span>
        </span>
      )}
    </>
  )
}

interface Props {
  readonly row: CalendarRow
}

/** Group of events whose time has passed. */
const WAITING = 'waiting'

const EXPECTED = 'Expected by schedule; not announced by the venue yet'

const expectedText = ({ event: { isExpected } }: CalendarRow): string => (isExpected ? 'expected' : '')

const money = (id: 'value' | 'worst' | 'best', title: string, explanation: string): Column<CalendarRow> =>
  decimalColumn(id, title, 82, ({ exposure }) => exposure[id], {
    text: ({ exposure }) => (exposure.positions.length === 0 ? '' : (exposure[id] ?? NONE)),
    explanation,
    Cell: ({ row: { exposure } }) =>
      exposure.positions.length > 0 && (
        <Figure value={exposure[id]} places="money" sign={id === 'value' ? 'plain' : 'gain'} />
      ),
    first: 'descending',
  })

/** Where no column marks it as expected, it is fainter, with a text for screen readers. */
function Kind({ row: { event } }: Props): ReactNode {
  const isFaint = useGone('status') && event.isExpected
  return (
    <span className={classNames(isFaint && styles.minor)} title={isFaint ? EXPECTED : undefined}>
      {EVENT_NAMES[event.kind]}
      {isFaint && <span className="visually-hidden">, expected</span>}
    </span>
  )
}

function Left({ row: { event } }: Props): ReactNode {
  const text = useServerClockValue((now) => leftText(event.at - now))
  return event.kind === 'payout' ? NONE : text
}

/** Includes the holdings where they have no column. */
function Market({ row: { event, exposure } }: Props): ReactNode {
  const assets = useAssets()
  const count = countOf(event)
  return (
    <Clip title={nameOf(event)}>
      <Shortened text={nameOf(event)} />
      {count !== null && <span className={styles.minor}> {count}</span>}
      {useGone('mine') && hasExposure(exposure) && <strong> {mineText(exposure, assets.asset)}</strong>}
    </Clip>
  )
}

function GroupTitle({ group }: { readonly group: Group<CalendarRow> }): ReactNode {
  return (
    <span className={styles.day}>
      {titleOf(group)} <span className={styles.minor}>{group.rows.length}</span>
    </span>
  )
}

const titleOf = ({ id, rows }: Group<CalendarRow>): string => {
  const at = rows[0]?.event.at
  return id === WAITING || at === undefined ? 'Awaiting payout' : `${dayText(at)}, ${zoneText(at)}`
}

const stationColumn = (zone: string): Column<CalendarRow> =>
  plainColumn('station', 'At the station', 84, ({ event }) => minuteIn(event.at, zone), {
    explanation: `The time at the weather station, ${zone}`,
    Cell: ({ row }) => <span className={styles.minor}>{minuteIn(row.event.at, zone)}</span>,
  })

/** @param zone time zone of the station; null where unknown @param nameOfCoin returns the name of a share */
export const calendarSpec = (zone: string | null, nameOfCoin: (coin: string) => string): TableSpec<CalendarRow> => ({
  columns: [
    timeColumn(
      'time',
      'Time',
      // Indented under its day.
      74,
      ({ event }) => event.at,
      {
        text: ({ event }) => momentText(event.at),
        stays: true,
        Cell: ({ row }) => minuteText(row.event.at),
        first: 'ascending',
      },
    ),
    ...(zone === null ? [] : [stationColumn(zone)]),
    {
      id: 'left',
      title: 'Left',
      isNumeric: true,
      // `12 h 46 min`
      least: 86,
      Cell: Left,
    },
    textColumn(
      'what',
      'Event',
      // `Awaiting payout`
      118,
      ({ event }) => EVENT_NAMES[event.kind],
      { stays: true, Cell: Kind },
    ),
    textColumn('status', 'Status', 66, expectedText, {
      explanation: EXPECTED,
      Cell: ({ row }) => <span className={styles.minor}>{expectedText(row)}</span>,
    }),
    textColumn('family', 'Family', 70, ({ event }) => FAMILY_RULES[event.family].name, { isExtra: true }),
    plainColumn('market', 'Market', 96, ({ event }) => [nameOf(event), countOf(event)].filter(Boolean).join(', '), {
      fit: 'clip',
      share: 0.4,
      stays: true,
      Cell: Market,
      sort: { by: 'text', of: ({ event }) => nameOf(event) },
    }),
    plainColumn('mine', 'My positions', 96, ({ exposure }) => mineText(exposure, nameOfCoin), {
      explanation: 'Your position and the orders that end with it',
      fit: 'clip',
      share: 0.3,
      Cell: ({ row }) => <Mine row={row} text={mineText(row.exposure, nameOfCoin)} />,
    }),
    money('value', 'Value', 'Size × mark'),
    money('worst', 'Worst', 'P&L at the worst settlement, without stops; for scalar positions, the margin'),
    money('best', 'Best', 'P&L at the best settlement; unlimited for scalar positions'),
    { id: 'alert', title: 'Alert', isNumeric: true, isTight: true, fit: 'content', least: 60, Cell: AlertButton },
  ],
  idOf: ({ event }) => event.id,
  nameOf: ({ event }) => `${EVENT_NAMES[event.kind]}: ${nameOf(event)}, ${minuteText(event.at)}`,
  givesWay: ['value', 'status', 'station', 'best', 'worst', 'left', 'alert', 'mine'],
  groups: {
    of: ({ event }) => (event.kind === 'payout' ? WAITING : dateText(event.at)),
    Title: GroupTitle,
    textOf: titleOf,
  },
  isUniform: true,
})

function Mine({ row: { exposure }, text: message }: Props & { readonly text: string }): ReactNode {
  if (!hasExposure(exposure)) return null
  const { early } = exposure
  return (
    <Clip title={message}>
      <strong className={classNames(exposure.positions.length > 0 && styles.held)}>{message}</strong>
      {early !== null && (
        <span className={styles.early}>
          {' '}
          expires {minuteText(early.at)} {zoneText(early.at)}
        </span>
      )}
    </Clip>
  )
}
