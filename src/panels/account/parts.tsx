/** Building blocks of the panel's sections. */

import { type ReactNode, useState } from 'react'
import type { MaybeSupported } from '../../../contract/referrals.ts'
import { errorText, useCall } from '../../bridge/index.ts'
import { Banner, Button, classNames, Skeleton } from '../../ui/index.ts'
import styles from './account.module.css'
import { MESSAGES } from './messages.ts'

export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** The outcome of the last request in this section. */
export type Outcome = { readonly ok: boolean; readonly text: string; readonly about: string | null } | null

/** Runs one request at a time, with its outcome. `run` resolves with the success message. */
export function useRequest(): {
  readonly busy: boolean
  readonly outcome: Outcome
  readonly ask: (run: () => Promise<string>) => void
} {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const ask = (run: () => Promise<string>): void => {
    if (busy) return
    setBusy(true)
    setOutcome(null)
    run()
      .then(
        (message) => setOutcome(message === '' ? null : { ok: true, text: message, about: null }),
        (error: unknown) => {
          const about = error instanceof Error && 'about' in error ? (error.about as string | null) : null
          setOutcome({ ok: false, text: errorText(error), about })
        },
      )
      .finally(() => setBusy(false))
      .catch(() => undefined)
  }
  return { busy, outcome, ask }
}

export function OutcomeLine({ outcome }: { outcome: Outcome }): ReactNode {
  if (outcome === null || outcome.text === '') return null
  return (
    <p className={classNames(styles.outcome, !outcome.ok && styles.error)} role={outcome.ok ? 'status' : 'alert'}>
      {!outcome.ok && <span aria-hidden>✕ </span>}
      {outcome.text}
    </p>
  )
}

interface SecretButtonsProps {
  readonly kind: 'access-token' | 'wallet-key'
  readonly isStored: boolean
  /** The main action while nothing else is possible. */
  readonly isPrimary?: boolean
  readonly texts: { readonly importLabel: string; readonly forget: string; readonly forgotten: string }
  readonly request: ReturnType<typeof useRequest>
}

/** Imports a secret from the clipboard, and forgets the stored one. */
export function SecretButtons({ kind, isStored, isPrimary = false, texts, request }: SecretButtonsProps): ReactNode {
  const call = useCall()
  const { busy, ask } = request
  const importSecret = async (): Promise<string> =>
    `${(await call('importSecret', { kind })).description}. The clipboard was cleared.`
  const forget = async (): Promise<string> => {
    await call('forgetSecret', { kind })
    return texts.forgotten
  }
  return (
    <div className={styles.buttons}>
      <Button variant={isPrimary ? 'primary' : 'quiet'} disabled={busy} onClick={() => ask(importSecret)}>
        {texts.importLabel}
      </Button>
      {isStored && (
        <Button disabled={busy} onClick={() => ask(forget)}>
          {texts.forget}
        </Button>
      )}
    </div>
  )
}

/** A button for a destructive action that asks for confirmation in place. */
export function ForgetButton({
  label,
  about,
  sure,
  disabled,
  onForget,
}: {
  label: string
  /** Context that the label leaves to its position, for screen readers: `the number of NYCTMP1`. */
  about?: string
  /** The confirming button: `Yes, forget the key`. */
  sure: string
  disabled: boolean
  onForget: () => void
}): ReactNode {
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button
        size={about === undefined ? 'normal' : 'small'}
        aria-label={about === undefined ? undefined : `${label} ${about}`}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    )
  }
  return (
    <>
      <Button
        variant="danger"
        disabled={disabled}
        onClick={() => {
          setAsking(false)
          onForget()
        }}
      >
        {sure}
      </Button>
      <Button variant="bare" onClick={() => setAsking(false)}>
        {MESSAGES.keepIt}
      </Button>
    </>
  )
}

/** A value worth copying, such as an address; `—` where there is none. */
export function Copied({ name, value }: { name: string; value: string | null }): ReactNode {
  const call = useCall()
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  if (value === null) return '—'
  return (
    <span className={styles.copied}>
      {value}
      <Button
        size="small"
        variant="bare"
        aria-label={state === 'idle' ? `Copy ${name}` : undefined}
        onClick={() => {
          call('copyText', { text: value }).then(
            () => setState('copied'),
            () => setState('failed'),
          )
        }}
      >
        {state === 'idle' ? MESSAGES.copy : state === 'copied' ? MESSAGES.copied : MESSAGES.notCopied}
      </Button>
    </span>
  )
}

interface ReportedReadProps<Value> {
  readonly read: {
    readonly data: MaybeSupported<Value> | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  /** The subject, as a sentence starts with it: `The tree`. */
  readonly what: string
  readonly children: (value: Value) => ReactNode
}

/** The states of a read that the deployment may lack: loading, failed, not available, data. */
export function OptionalRead<Value>({ read, what, children }: ReportedReadProps<Value>): ReactNode {
  const { data, error } = read
  const again = (
    <Button size="small" aria-label={`Retry: ${what}`} onClick={() => void read.refetch()}>
      {MESSAGES.retry}
    </Button>
  )
  if (data === undefined && error === null) return <Skeleton rows={2} label={`Loading: ${what}`} />
  return (
    <>
      {error !== null && (
        <Banner tone="warning" title={`${what} could not be read.`} action={again}>
          {error.message}
        </Banner>
      )}
      {data?.state === 'absent' && (
        <p className={styles.detail}>
          {what}: this deployment has none for this sign-in: {data.reason} {again}
        </p>
      )}
      {data?.state === 'known' && children(data.value)}
    </>
  )
}
