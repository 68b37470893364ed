/** Remote notifications in one dialog: a webhook, ntfy, a heartbeat, and what they receive. */
import { type ReactNode, useMemo, useState } from 'react'
import { create } from 'zustand'
import type { RemoteNotificationKind, RemoteNotificationTarget } from '../../contract/remote-notifications.ts'
import { DEFAULT_SETTINGS, SETTINGS, type Settings } from '../../contract/settings-table.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { type Command, useCommands } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useSession, useSettings } from '../queries/index.ts'
import { Banner, Button, Checkbox, Dialog, Segmented, Select, Skeleton } from '../ui/index.ts'
import { emptyAddress, inputOf, type TypedAddress } from './address-form.tsx'
import { elsewhereText } from './remote-notification-labels.ts'
import styles from './remote-notifications.module.css'
import { type OpenForm, PlacePart } from './target-part.tsx'

/** The command that opens remote notifications. */
export const remoteNotificationsCommand = (open: () => void): Command => ({
  id: 'remote-notifications/open',
  title: 'Set up remote notifications',
  scope: 'app',
  aliases: ['webhook', 'ntfy', 'heartbeat', 'phone', 'push', 'dead man', 'alerts', 'remote'],
  menu: { menu: 'View', section: 'Alerts and notifications', label: 'Remote notifications…' },
  run: open,
})

const useShown = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

const showRemoteNotifications = (): void => useShown.setState({ isOpen: true })
const hideRemoteNotifications = (): void => useShown.setState({ isOpen: false })

type Change = Partial<
  Pick<Settings, 'remoteNotificationScope' | 'remoteNotificationDetails' | 'heartbeatWhen' | 'heartbeatEvery'>
>

interface RemoteNotificationsDialogProps {
  /** Has main save a change; the caller reports failures. */
  readonly save: (change: Change) => void
}

export function RemoteNotificationsDialog({ save }: RemoteNotificationsDialogProps): ReactNode {
  const isOpen = useShown((state) => state.isOpen)
  useCommands(useMemo(() => [remoteNotificationsCommand(showRemoteNotifications)], []))
  return isOpen ? <Shown save={save} /> : null
}

/** Typed values live as long as the dialog is open, and nowhere else. */
function Shown({ save }: RemoteNotificationsDialogProps): ReactNode {
  const call = useCall()
  const view = useTopic({ kind: 'remote_notifications' })
  const keychain = useSession()?.keychain
  const [form, setForm] = useState<OpenForm | null>(null)
  const submit = (): void => {
    if (form === null || form.isAsking) return
    const { kind } = form.typed
    setForm({ ...form, issue: null, isAsking: true })
    call('setRemoteNotification', inputOf(form.typed)).then(
      // Another one may be typed by then.
      () => setForm((now) => (now?.typed.kind === kind ? null : now)),
      (error: unknown) =>
        setForm(
          (now) =>
            now && {
              ...now,
              isAsking: false,
              issue: { text: errorText(error), about: error instanceof TerminalFailure ? error.about : null },
            },
        ),
    )
  }
  const part = (place: RemoteNotificationTarget, children?: ReactNode): ReactNode => (
    <PlacePart
      key={place.kind}
      place={place}
      form={form?.typed.kind === place.kind ? form : null}
      open={() => setForm({ typed: emptyAddress(place.kind), issue: null, isAsking: false })}
      change={(typed: Partial<TypedAddress>) =>
        setForm((now) => now && { ...now, issue: null, typed: { ...now.typed, ...typed } })
      }
      cancel={() => setForm(null)}
    >
      {children}
    </PlacePart>
  )
  const placeOf = (kind: RemoteNotificationKind): RemoteNotificationTarget | undefined =>
    view?.places.find((place) => place.kind === kind)
  const [webhook, ntfy, heartbeat] = [placeOf('webhook'), placeOf('ntfy'), placeOf('heartbeat')]
  return (
    <Dialog
      title="Remote notifications"
      isWide
      onClose={hideRemoteNotifications}
      onSubmit={submit}
      actions={<Button onClick={hideRemoteNotifications}>Close</Button>}
    >
      <p>
        Alerts and warnings wherever you are. Addresses are stored in the keychain; once set, only the host is shown.
        Nothing here can send or change an order.
      </p>
      {keychain !== undefined && keychain.mode !== 'keychain' && (
        <Banner tone="warning">{keychain.reason} Addresses are kept for this session only.</Banner>
      )}
      {webhook === undefined || ntfy === undefined || heartbeat === undefined ? (
        <Skeleton rows={6} label="Loading remote notifications" />
      ) : (
        <>
          {part(webhook)}
          {part(ntfy)}
          <MessageContent save={save} />
          {part(heartbeat, <Beats save={save} />)}
        </>
      )}
    </Dialog>
  )
}

const options = <Value extends string>(choices: readonly { readonly value: Value; readonly text: string }[]) =>
  choices.map(({ value, text: message }) => ({ value, label: message }))

function MessageContent({ save }: RemoteNotificationsDialogProps): ReactNode {
  const settings = useSettings() ?? DEFAULT_SETTINGS
  return (
    <section className={styles.place} aria-label="Sent to webhook and ntfy">
      <h3>Sent to webhook and ntfy</h3>
      <Segmented
        label={SETTINGS.remoteNotificationScope.title}
        options={options(SETTINGS.remoteNotificationScope.choices)}
        value={settings.remoteNotificationScope}
        onChange={(remoteNotificationScope) => save({ remoteNotificationScope })}
      />
      <Checkbox
        label="Include details (sizes, prices, messages); otherwise titles only"
        checked={settings.remoteNotificationDetails}
        onChange={(remoteNotificationDetails) => save({ remoteNotificationDetails })}
      />
    </section>
  )
}

function Beats({ save }: RemoteNotificationsDialogProps): ReactNode {
  const settings = useSettings() ?? DEFAULT_SETTINGS
  return (
    <div className={styles.choices}>
      <Segmented
        label={SETTINGS.heartbeatWhen.title}
        options={options(SETTINGS.heartbeatWhen.choices)}
        value={settings.heartbeatWhen}
        onChange={(heartbeatWhen) => save({ heartbeatWhen })}
      />
      <label className={styles.every}>
        <span>Every</span>
        <Select
          name={SETTINGS.heartbeatEvery.title}
          value={settings.heartbeatEvery}
          onChange={(heartbeatEvery) => save({ heartbeatEvery })}
        >
          {SETTINGS.heartbeatEvery.choices.map(({ value, text: message }) => (
            <option key={value} value={value}>
              {message}
            </option>
          ))}
        </Select>
      </label>
    </div>
  )
}

/** The line that shows where else alerts are sent, with a link to the setting. */
export function RemoteNotificationsLine(): ReactNode {
  const view = useTopic({ kind: 'remote_notifications' })
  return (
    <p className={styles.line}>
      <span>{view === undefined ? '' : elsewhereText(view.places)}</span>
      <Button size="small" variant="bare" onClick={showRemoteNotifications}>
        Remote notifications…
      </Button>
    </p>
  )
}
