/** Offers the alert before an event of the calendar. */
import { type ReactNode, useState } from 'react'
import { END_MINUTES, USUAL_END_MINUTES } from '../../../contract/alert.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { Menu } from '../../ui/index.ts'
import styles from './calendar.module.css'
import { nameOf } from './event-text.ts'
import type { CalendarRow } from './use-calendar.ts'

/** Of a market with one asset; a question's shares are watched by the alert for everything that is held. */
const assetOf = ({ event: { asset, concerns }, exposure: { positions } }: CalendarRow): string | null =>
  asset ?? positions[0]?.asset ?? concerns[0] ?? null

export function AlertButton({ row }: { readonly row: CalendarRow }): ReactNode {
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
      (error: unknown) => setIssue(wordsOf(error)),
    )
  }
  const [nearest, ...others] = set === undefined || set === '' ? [] : set.split(',')
  const isSet = nearest !== undefined
  const shown = isSet ? `${nearest} min` : 'Alert'
  const more = others.length
  return (
    <>
      <Menu
        label={`${shown}${isSet ? ' before: alert on' : ' before'} the end of ${name}${more === 0 ? '' : `, and ${more} more`}`}
        bare
        entries={END_MINUTES.map((minutes) => ({
          id: String(minutes),
          label: `${minutes} min before, if you hold it`,
          ...(minutes === USUAL_END_MINUTES ? { note: 'usual' } : {}),
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
