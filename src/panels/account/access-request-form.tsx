/** Asks the service for access (`POST /v1/access/request`); what was typed stays until it was taken, whatever goes wrong. */
import { type ReactNode, useState } from 'react'
import { useCall } from '../../bridge/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './account.module.css'
import { Told, useAsked } from './parts.tsx'

export function AccessRequestForm({ email: known }: { email: string | null }): ReactNode {
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
