/** The panel "Alerts": the alerts, nearest first, and their actions. */

import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import {
  type AlertFiring,
  type AlertRecord,
  type AlertsView,
  type AlertView,
  isLevelRule,
  type LevelRule,
  levelOfRule,
} from '../../../contract/alert.ts'
import { absolute, compare, type Decimal, type Price, subtract } from '../../../contract/decimal.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { NONE, timeText } from '../../format/index.ts'
import { useMarketData, useTick, useTopic, useTopicValue } from '../../market-data/index.ts'
import { useAssets, useSettings } from '../../queries/index.ts'
import { RemoteNotificationsLine } from '../../remote-notifications/index.ts'
import { Button, Checkbox, classNames, DetailRow, EmptyState, Panel, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { buttonsColumn, plainColumn, textColumn } from '../columns.tsx'
import { LoadingPanel } from '../loading-panel.tsx'
import { AlertForm } from './alert-form.tsx'
import { type AlertDraft, draftOf, EMPTY_DRAFT, ruleText } from './alert-kinds.ts'
import styles from './alerts.module.css'
import { MESSAGES } from './messages.ts'

const STATES: Readonly<Record<AlertRecord['state'], number>> = { on: 0, fired: 1, off: 2 }
/** Distances are compared within one unit: marks, then probabilities; alerts without a price, or with an unknown one, come last. */
const UNITS: Readonly<Record<LevelRule['kind'], number>> = { price: 0, temperature: 0, probability: 1 }
const NO_UNIT = 2

interface Placed<One extends AlertRecord> {
  readonly alert: One
  readonly unit: number
  readonly away: Decimal
}

/**
 * The default order of alerts: watched ones, nearest first; then triggered ones, newest first; then disabled ones.
 * @param priceOf current price of an asset, null for the live one; returns null while unknown
 */
export function inOrder<One extends AlertRecord>(
  alerts: readonly One[],
  priceOf: (asset: string | null) => Price | null,
): readonly One[] {
  const placed = alerts.map((alert): Placed<One> => {
    const { rule } = alert
    const now = isLevelRule(rule) ? priceOf(rule.asset) : null
    if (now === null || !isLevelRule(rule)) return { alert, unit: NO_UNIT, away: '0' as Decimal }
    return { alert, unit: UNITS[rule.kind], away: absolute(subtract(levelOfRule(rule), now)) }
  })
  return placed.sort(byPlace).map(({ alert }) => alert)
}

function byPlace(a: Placed<AlertRecord>, b: Placed<AlertRecord>): number {
  const state = STATES[a.alert.state] - STATES[b.alert.state]
  if (state !== 0) return state
  if (a.alert.state !== 'on') return (b.alert.lastFiredAt ?? 0) - (a.alert.lastFiredAt ?? 0)
  return a.unit - b.unit || compare(a.away, b.away)
}

/** Interval at which the nearest alert is determined, ms. */
const ORDERED_EVERY = 5_000

interface AlertLine {
  readonly alert: AlertView
  readonly text: string
}
interface Props {
  readonly row: AlertLine
}

const stateText = ({ state, paused }: AlertView): string =>
  paused === null ? MESSAGES.states[state] : MESSAGES.notWatched

const ChangeContext = createContext<(alert: AlertRecord) => void>(() => undefined)

interface AlertsTableProps {
  readonly alerts: readonly AlertView[]
  /** Opens an alert in the form. */
  readonly onChange: (alert: AlertRecord) => void
}

/** The alerts, and their actions. */
function AlertsTable({ alerts, onChange }: AlertsTableProps): ReactNode {
  const assets = useAssets()
  const table = useTableState('alerts')
  const { store } = useMarketData()
  const now = useTick(ORDERED_EVERY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: prices go on with the time
  const ordered = useMemo(() => {
    const live = store.read({ kind: 'instrument', market: LIVE })
    const liveAsset = live?.here === true ? live.asset : null
    return inOrder(alerts, (of) => {
      const asset = of ?? liveAsset
      const ticker = asset === null ? undefined : store.read({ kind: 'ticker', asset })
      return ticker?.mark ?? ticker?.mid ?? ticker?.last ?? null
    })
  }, [alerts, store, now])
  const rows = useMemo(
    () => ordered.map((alert): AlertLine => ({ alert, text: ruleText(alert.rule, assets.asset) })),
    [ordered, assets],
  )
  return (
    <ChangeContext value={onChange}>
      <Table label="Alerts" spec={ALERTS} rows={rows} {...table} />
    </ChangeContext>
  )
}

interface Issue {
  readonly issue: string | null
  readonly say: (issue: string | null) => void
}
const IssueContext = createContext<Issue>({ issue: null, say: () => undefined })

function RowProvider({ children }: Props & { readonly children: ReactNode }): ReactNode {
  const [issue, say] = useState<string | null>(null)
  return <IssueContext value={{ issue, say }}>{children}</IssueContext>
}

const State = ({ row: { alert } }: Props): ReactNode => (
  <span
    className={classNames(
      alert.state === 'fired' && styles.fired,
      alert.state === 'off' && styles.faint,
      alert.paused !== null && styles.paused,
    )}
  >
    {stateText(alert)}
  </span>
)

/** Why it is not watched, below its whole row. */
const Reason = ({ row: { alert } }: Props): ReactNode =>
  alert.paused === null ? null : (
    <DetailRow>
      <span className={styles.reason}>{alert.paused}</span>
    </DetailRow>
  )

const lastText = ({ lastFiredAt, lastMessage }: AlertRecord): string =>
  lastFiredAt === null ? NONE : `${timeText(lastFiredAt)}  ${lastMessage ?? ''}`

const Last = ({ row: { alert } }: Props): ReactNode => (
  <span className={styles.last}>{useContext(IssueContext).issue ?? lastText(alert)}</span>
)

function Buttons({ row: { alert, text: message } }: Props): ReactNode {
  const call = useCall()
  const change = useContext(ChangeContext)
  const { say } = useContext(IssueContext)
  const { id, rule, repeat, state } = alert
  const failed = (error: unknown): void => say(errorText(error))
  return (
    <span className={styles.buttons}>
      <Button
        size="small"
        aria-label={state === 'on' ? `Switch off: ${message}` : `Switch on: ${message}`}
        onClick={() => {
          call('saveAlert', { id, rule, repeat, on: state !== 'on' }).then(() => say(null), failed)
        }}
      >
        {state === 'on' ? 'Switch off' : 'Switch on'}
      </Button>
      <Button size="small" aria-label={`Edit: ${message}`} onClick={() => change(alert)}>
        Edit
      </Button>
      <Button
        size="small"
        aria-label={`Delete: ${message}`}
        onClick={() => {
          call('removeAlert', { id }).catch(failed)
        }}
      >
        Delete
      </Button>
    </span>
  )
}

const ALERTS: TableSpec<AlertLine> = {
  columns: [
    textColumn('alert', 'Alert', 150, ({ text }) => text, { fit: 'content', stays: true }),
    plainColumn('fires', 'Fires', 60, ({ alert }) => (alert.repeat ? 'Repeats' : 'Once'), { fit: 'content' }),
    plainColumn(
      'state',
      'State',
      50,
      ({ alert }) => (alert.paused === null ? stateText(alert) : `${stateText(alert)}: ${alert.paused}`),
      {
        fit: 'content',
        stays: true,
        Cell: State,
        sort: { by: 'text', of: ({ alert }) => stateText(alert) },
      },
    ),
    plainColumn('last', 'Last fired', 120, ({ alert }) => lastText(alert), {
      fit: 'wrap',
      Cell: Last,
      sort: { by: 'count', of: ({ alert }) => alert.lastFiredAt },
    }),
    buttonsColumn('Change', 130, Buttons),
  ],
  idOf: ({ alert }) => alert.id,
  nameOf: ({ text: message }) => message,
  givesWay: ['fires'],
  Provider: RowProvider,
  Detail: Reason,
}

export function AlertsPanel(): ReactNode {
  const view = useTopic({ kind: 'alerts' })
  const [draft, setDraft] = useState<AlertDraft>(EMPTY_DRAFT)
  const [picked, setPicked] = useState<string | null>(null)
  if (view === undefined) return <LoadingPanel title="Alerts" rows={3} label="Loading alerts" />
  // A deleted alert is no longer edited: the form then creates a new one.
  const changing = view.alerts.some(({ id }) => id === picked) ? picked : null
  const change = (alert: AlertRecord): void => {
    setPicked(alert.id)
    setDraft(draftOf(alert))
  }
  const done = (): void => {
    setPicked(null)
    setDraft((before) => ({ ...before, value: '' }))
  }
  return (
    <Panel title="Alerts" actions={<NotificationState view={view} />}>
      <div className={styles.body}>
        <AlertForm
          key={changing ?? 'new'}
          kinds={view.kinds}
          id={changing}
          draft={draft}
          onChange={setDraft}
          onDone={done}
        />
        {view.alerts.length === 0 ? (
          <div className={styles.empty}>
            <EmptyState>No alerts. Alerts work only while Isotherm is running.</EmptyState>
          </div>
        ) : (
          <AlertsTable alerts={view.alerts} onChange={change} />
        )}
        <FiredList firings={view.firings} />
        <RemoteNotificationsLine />
      </div>
    </Panel>
  )
}

function NotificationState({ view: { settings, notifications } }: { view: AlertsView }): ReactNode {
  const call = useCall()
  const { sounds } = useSettings() ?? DEFAULT_SETTINGS
  return (
    <span className={styles.told} title={notifications.on ? undefined : notifications.reason}>
      <Checkbox
        label="Sounds"
        checked={sounds}
        onChange={(on) => void call('saveSettings', { sounds: on }).catch(() => undefined)}
      />
      <Checkbox
        label="Notifications"
        checked={settings.notifications && notifications.on}
        disabled={!notifications.on}
        onChange={(shown) => void call('saveAlertSettings', { notifications: shown }).catch(() => undefined)}
      />
      {!notifications.on && <span className="visually-hidden">{notifications.reason}</span>}
    </span>
  )
}

/** When alerts fired in this run, ms, newest first; undefined until they are known. */
export function useFiringTimes(): readonly number[] | undefined {
  const firings = useTopicValue({ kind: 'alerts' }, (view) => view.firings)
  return useMemo(() => firings?.filter(({ alertId }) => alertId !== '').map(({ at }) => at), [firings])
}

/** Triggered in this run, newest first, with the time: alerts, and permanent notifications. */
function FiredList({ firings }: { firings: readonly AlertFiring[] }): ReactNode {
  if (firings.length === 0) return null
  return (
    <section className={styles.firings} aria-label="Fired this session">
      <h3>Fired this session</h3>
      <ol>
        {firings.map(({ seq, at, title, text: message }) => (
          <li key={seq}>
            <time>{timeText(at)}</time>
            <span>
              <strong>{title}</strong> {message}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
