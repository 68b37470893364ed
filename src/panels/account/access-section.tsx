/** Who the token says the trader is, what the service lets them do, and the ways in. */
import { type ReactNode, useState } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { useServerClock } from '../../market-data/index.ts'
import { Button, Facts, Statement } from '../../ui/index.ts'
import styles from './account.module.css'
import { accessLabel, tokenText } from './account-labels.ts'
import { Copied, Section, Told, useAsked } from './parts.tsx'

export function AccessSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const call = useCall()
  const now = useServerClock(1000)
  const { busy, outcome, ask } = useAsked()
  const { identity } = session
  const token = practice ? null : tokenText(session.token, now)
  return (
    <Section title="Access">
      <Statement words={accessLabel(session)} />
      {identity !== null && (
        <Facts>
          <dt>Wallet</dt>
          <dd>
            <Copied name="wallet address" value={identity.wallet} />
          </dd>
          <dt>E-mail</dt>
          <dd>{identity.email ?? '—'}</dd>
          <dt>Level</dt>
          <dd>{identity.accessText}</dd>
        </Facts>
      )}
      {token !== null && <Statement words={{ ...token, title: `Access token: ${token.title.toLowerCase()}` }} />}
      {practice ? (
        <p className={styles.detail}>The practice venue signs you in by itself, and renews its token.</p>
      ) : (
        <div className={styles.buttons}>
          <Button
            variant={identity === null ? 'primary' : 'quiet'}
            disabled={busy}
            onClick={() =>
              ask(
                async () =>
                  `${(await call('importSecret', { kind: 'access-token' })).description}. The clipboard was cleared.`,
              )
            }
          >
            Import access token from clipboard
          </Button>
          {session.token !== null && (
            <Button
              disabled={busy}
              onClick={() =>
                ask(async () => {
                  await call('forgetSecret', { kind: 'access-token' })
                  return 'The access token was forgotten.'
                })
              }
            >
              Forget token
            </Button>
          )}
        </div>
      )}
      <Told outcome={outcome} />
      {identity !== null && identity.access !== 'allowed' && <AccessRequestForm email={identity.email} />}
    </Section>
  )
}

/** Asks the service for access (`POST /v1/access/request`); what was typed stays until it was taken, whatever goes wrong. */
function AccessRequestForm({ email: known }: { email: string | null }): ReactNode {
  const call = useCall()
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const { busy, outcome, ask } = useAsked()
  const email = typed ?? known ?? ''
  const about = outcome?.ok === false ? outcome.about : null
  const send = (): void =>
    ask(async () => {
      const { status } = await call('requestAccess', { email: email.trim(), note: note.trim() === '' ? null : note })
      return `Your request was sent. The service says: ${status}.`
    })
  return (
    <form
      className={styles.form}
      aria-label="Request access"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className={styles.field}>
        E-mail
        <input
          className={styles.input}
          type="email"
          value={email}
          aria-invalid={about === 'email'}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label className={styles.field}>
        Note (optional)
        <textarea
          className={styles.input}
          rows={3}
          value={note}
          aria-invalid={about === 'note'}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy || email.trim() === ''}>
          {busy ? 'Sending…' : 'Request access'}
        </Button>
      </div>
      <Told outcome={outcome} />
    </form>
  )
}
