/** The panel "Alerts". */
import { type ReactNode, useState } from 'react'
import type { AlertRecord, AlertSettings, AlertsView } from '../../../contract/alert.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { NONE, timeText } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useAssets } from '../../queries/index.ts'
import {
  Banner,
  Button,
  Cell,
  Checkbox,
  classNames,
  EmptyState,
  HeadCell,
  Panel,
  Skeleton,
  Table,
} from '../../ui/index.ts'
import { type AlertDraft, draftOf, EMPTY_DRAFT, ruleWords } from './alert-draft.ts'
import { AlertForm } from './alert-form.tsx'
import styles from './alerts.module.css'

export function AlertsPanel(): ReactNode {
  const view = useTopic({ kind: 'alerts' })
  const [draft, setDraft] = useState<AlertDraft>(EMPTY_DRAFT)
  const [picked, setPicked] = useState<string | null>(null)
  if (view === undefined) {
    return (
      <Panel title="Alerts">
        <Skeleton rows={3} label="Loading alerts" />
      </Panel>
    )
  }
  // One that was deleted is changed no more: what is typed makes a new one.
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
    <Panel title="Alerts" actions={<HowTold view={view} />}>
      <div className={styles.body}>
        {view.paused !== null && <Banner tone="warning">{view.paused}</Banner>}
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
            <EmptyState>No alert is set. Alerts are watched while this terminal runs.</EmptyState>
          </div>
        ) : (
          <Table label="Alerts" head={<Head />}>
            {view.alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onChange={() => change(alert)} />
            ))}
          </Table>
        )}
      </div>
    </Panel>
  )
}

function HowTold({ view: { settings, notifications } }: { view: AlertsView }): ReactNode {
  const call = useCall()
  const save = (change: Partial<AlertSettings>): void => {
    call('saveAlertSettings', { ...settings, ...change }).catch(() => undefined)
  }
  return (
    <span className={styles.told} title={notifications.on ? undefined : notifications.reason}>
      <Checkbox label="Sound" checked={settings.sound} onChange={(sound) => save({ sound })} />
      <Checkbox
        label="Notifications"
        checked={settings.notifications && notifications.on}
        disabled={!notifications.on}
        onChange={(shown) => save({ notifications: shown })}
      />
      {!notifications.on && <span className="visually-hidden">{notifications.reason}</span>}
    </span>
  )
}

const STATE_WORDS: Readonly<Record<AlertRecord['state'], string>> = { on: 'On', fired: 'Fired', off: 'Off' }

function AlertRow({ alert, onChange }: { alert: AlertRecord; onChange: () => void }): ReactNode {
  const call = useCall()
  const [issue, setIssue] = useState<string | null>(null)
  const assets = useAssets()
  const words = ruleWords(alert.rule, assets.asset)
  const failed = (error: unknown): void => setIssue(wordsOf(error))
  const toggle = (): void => {
    const { id, rule, repeat, state } = alert
    call('saveAlert', { id, rule, repeat, on: state !== 'on' }).then(() => setIssue(null), failed)
  }
  return (
    <tr>
      <Cell>{words}</Cell>
      <Cell>{alert.repeat ? 'Repeats' : 'Once'}</Cell>
      <Cell className={classNames(alert.state === 'fired' && styles.fired, alert.state === 'off' && styles.faint)}>
        {STATE_WORDS[alert.state]}
      </Cell>
      <Cell className={styles.last}>
        {issue ?? (alert.lastFiredAt === null ? NONE : `${timeText(alert.lastFiredAt)}  ${alert.lastWords ?? ''}`)}
      </Cell>
      <Cell className={styles.buttons}>
        <Button
          size="small"
          aria-label={`${alert.state === 'on' ? 'Switch off' : 'Switch on'}: ${words}`}
          onClick={toggle}
        >
          {alert.state === 'on' ? 'Off' : 'On'}
        </Button>
        <Button size="small" aria-label={`Edit: ${words}`} onClick={onChange}>
          Edit
        </Button>
        <Button
          size="small"
          aria-label={`Delete: ${words}`}
          onClick={() => {
            call('removeAlert', { id: alert.id }).catch(failed)
          }}
        >
          Delete
        </Button>
      </Cell>
    </tr>
  )
}

const Head = (): ReactNode => (
  <>
    <HeadCell>Alert</HeadCell>
    <HeadCell>Fires</HeadCell>
    <HeadCell>State</HeadCell>
    <HeadCell>Last fired</HeadCell>
    <HeadCell>
      <span className="visually-hidden">Change</span>
    </HeadCell>
  </>
)
