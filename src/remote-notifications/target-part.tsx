/** One target in the dialog: its purpose, its state, and its actions. */
import { type ReactNode, useState } from 'react'
import type { RemoteNotificationTarget } from '../../contract/remote-notifications.ts'
import { errorText, useCall } from '../bridge/index.ts'
import { Button, classNames, Statement } from '../ui/index.ts'
import { AddressForm, type AddressIssue, type TypedAddress } from './address-form.tsx'
import { PLACE_TEXTS, placeText } from './remote-notification-labels.ts'
import styles from './remote-notifications.module.css'

/** The open form, of this target or another; null where none is open. */
export interface OpenForm {
  readonly typed: TypedAddress
  readonly issue: AddressIssue | null
  /** The trader is being asked in the native dialog. */
  readonly isAsking: boolean
}

interface PlacePartProps {
  readonly place: RemoteNotificationTarget
  readonly form: OpenForm | null
  readonly open: () => void
  readonly change: (part: Partial<TypedAddress>) => void
  readonly cancel: () => void
  readonly children?: ReactNode
}

/** The result of the last request. */
interface Said {
  readonly tone: 'good' | 'bad' | 'waiting'
  readonly text: string
}

export function PlacePart({ place, form, open, change, cancel, children }: PlacePartProps): ReactNode {
  const { kind, host } = place
  const { title, purpose } = PLACE_TEXTS[kind]
  return (
    <section className={styles.place} aria-label={title}>
      <h3>{title}</h3>
      <p>{purpose}</p>
      <Statement text={placeText(place)} />
      {form === null ? (
        <PlaceButtons place={place} open={open} />
      ) : (
        <>
          <AddressForm typed={form.typed} issue={form.issue} onChange={change} />
          <div className={styles.buttons}>
            <Button variant="primary" type="submit" disabled={form.isAsking}>
              {form.isAsking ? 'Answer the dialog…' : host === null ? 'Use address…' : 'Replace address…'}
            </Button>
            <Button disabled={form.isAsking} onClick={cancel}>
              Cancel
            </Button>
          </div>
        </>
      )}
      {children}
    </section>
  )
}

function PlaceButtons({ place: { kind, host, unusable }, open }: Pick<PlacePartProps, 'place' | 'open'>): ReactNode {
  const call = useCall()
  const [message, setSaid] = useState<Said | null>(null)
  const { title } = PLACE_TEXTS[kind]
  const refused = (error: unknown): void => setSaid({ tone: 'bad', text: errorText(error) })
  const test = (): void => {
    setSaid({ tone: 'waiting', text: 'Waiting for the answer…' })
    call('testRemoteNotification', { kind }).then(
      ({ isTaken, text: message }) => setSaid({ tone: isTaken ? 'good' : 'bad', text: message }),
      refused,
    )
  }
  const forget = (): void => {
    setSaid(null)
    call('forgetRemoteNotification', { kind }).catch(refused)
  }
  return (
    <div className={styles.buttons}>
      {host === null ? (
        <Button aria-label={`Set up: ${title}`} onClick={open}>
          Set up…
        </Button>
      ) : (
        <>
          <Button
            aria-label={`Send a test: ${title}`}
            disabled={unusable !== null || message?.tone === 'waiting'}
            onClick={test}
          >
            {kind === 'heartbeat' ? 'Ping now' : 'Send a test'}
          </Button>
          <Button aria-label={`Change address: ${title}`} onClick={open}>
            Change address…
          </Button>
          <Button variant="danger" aria-label={`Forget: ${title}`} onClick={forget}>
            Forget
          </Button>
        </>
      )}
      <output className={classNames(styles.said, message?.tone === 'bad' && styles.bad)}>{message?.text}</output>
    </div>
  )
}
