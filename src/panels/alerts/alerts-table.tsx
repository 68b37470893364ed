/** The alerts that are set, and what can be done with each. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { AlertRecord, AlertView } from '../../../contract/alert.ts'
import { LIVE } from '../../../contract/market-ref.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { NONE, timeText } from '../../format/index.ts'
import { useMarketData, useTick } from '../../market-data/index.ts'
import { useAssets } from '../../queries/index.ts'
import { Button, classNames, DetailRow, Table, type TableSpec } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import { ruleText } from './alert-kinds.ts'
import { inOrder } from './alert-order.ts'
import styles from './alerts.module.css'
import { MESSAGES } from './messages.ts'

/** Which of them is nearest is found out again so often, ms. */
const ORDERED_EVERY = 5_000

interface AlertLine {
  readonly alert: AlertView
  readonly words: string
}
interface Props {
  readonly row: AlertLine
}

const stateText = ({ state, paused }: AlertView): string =>
  paused === null ? MESSAGES.states[state] : MESSAGES.notWatched

const ChangeContext = createContext<(alert: AlertRecord) => void>(() => undefined)

interface AlertsTableProps {
  readonly alerts: readonly AlertView[]
  /** Takes one into the form. */
  readonly onChange: (alert: AlertRecord) => void
}

export function AlertsTable({ alerts, onChange }: AlertsTableProps): ReactNode {
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
    () => ordered.map((alert): AlertLine => ({ alert, words: ruleText(alert.rule, assets.asset) })),
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

/** Why it is not watched, below all of its row. */
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

function Buttons({ row: { alert, words } }: Props): ReactNode {
  const call = useCall()
  const change = useContext(ChangeContext)
  const { say } = useContext(IssueContext)
  const { id, rule, repeat, state } = alert
  const failed = (error: unknown): void => say(wordsOf(error))
  return (
    <span className={styles.buttons}>
      <Button
        size="small"
        aria-label={`${state === 'on' ? 'Switch off' : 'Switch on'}: ${words}`}
        onClick={() => {
          call('saveAlert', { id, rule, repeat, on: state !== 'on' }).then(() => say(null), failed)
        }}
      >
        {state === 'on' ? 'Off' : 'On'}
      </Button>
      <Button size="small" aria-label={`Edit: ${words}`} onClick={() => change(alert)}>
        Edit
      </Button>
      <Button
        size="small"
        aria-label={`Delete: ${words}`}
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
    {
      id: 'alert',
      title: 'Alert',
      least: 150,
      fit: 'content',
      stays: true,
      Cell: ({ row }) => row.words,
      text: ({ words }) => words,
      sort: { by: 'text', of: ({ words }) => words },
    },
    {
      id: 'fires',
      title: 'Fires',
      least: 60,
      fit: 'content',
      Cell: ({ row }) => (row.alert.repeat ? 'Repeats' : 'Once'),
      text: ({ alert }) => (alert.repeat ? 'Repeats' : 'Once'),
    },
    {
      id: 'state',
      title: 'State',
      least: 50,
      fit: 'content',
      stays: true,
      Cell: State,
      text: ({ alert }) => (alert.paused === null ? stateText(alert) : `${stateText(alert)}: ${alert.paused}`),
      sort: { by: 'text', of: ({ alert }) => stateText(alert) },
    },
    {
      id: 'last',
      title: 'Last fired',
      least: 120,
      fit: 'wrap',
      Cell: Last,
      text: ({ alert }) => lastText(alert),
      sort: { by: 'count', of: ({ alert }) => alert.lastFiredAt },
    },
    {
      id: 'buttons',
      title: 'Change',
      isTitleHidden: true,
      isNumeric: true,
      least: 130,
      fit: 'content',
      isTight: true,
      stays: true,
      Cell: Buttons,
    },
  ],
  idOf: ({ alert }) => alert.id,
  nameOf: ({ words }) => words,
  givesWay: ['fires'],
  Provider: RowProvider,
  Detail: Reason,
}
