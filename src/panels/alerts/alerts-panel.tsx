/** The panel "Alerts". */
import { type ReactNode, useState } from 'react'
import type { AlertFiring, AlertRecord, AlertsView } from '../../../contract/alert.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings-table.ts'
import { useCall } from '../../bridge/index.ts'
import { timeText } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { ToldElsewhere } from '../../outward/index.ts'
import { useSettings } from '../../queries/index.ts'
import { Checkbox, EmptyState, Panel, Skeleton } from '../../ui/index.ts'
import { AlertForm } from './alert-form.tsx'
import { type AlertDraft, draftOf, EMPTY_DRAFT } from './alert-kinds.ts'
import styles from './alerts.module.css'
import { AlertsTable } from './alerts-table.tsx'

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
          <AlertsTable alerts={view.alerts} onChange={change} />
        )}
        <FiredList firings={view.firings} />
        <ToldElsewhere />
      </div>
    </Panel>
  )
}

function HowTold({ view: { settings, notifications } }: { view: AlertsView }): ReactNode {
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

/** What fired in this run, newest first, with its time: of alerts, and of what is always told. */
function FiredList({ firings }: { firings: readonly AlertFiring[] }): ReactNode {
  if (firings.length === 0) return null
  return (
    <section className={styles.firings} aria-label="Fired since the start">
      <h3>Fired since the start</h3>
      <ol>
        {firings.map(({ seq, at, title, words }) => (
          <li key={seq}>
            <time>{timeText(at)}</time>
            <span>
              <strong>{title}</strong> {words}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
