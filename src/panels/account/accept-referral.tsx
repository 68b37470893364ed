/** Accepts somebody's code: looked up first, then asked once more, because nothing takes it back. */
import { type ReactNode, useState } from 'react'
import type { ResolvedCode } from '../../../contract/referrals.ts'
import { useCall } from '../../bridge/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './account.module.css'
import { Told, useAsked } from './parts.tsx'

/** @param onAsked once the service was asked to accept, whatever came of it. */
export function AcceptReferral({ onAsked }: { onAsked: () => void }): ReactNode {
  const call = useCall()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<ResolvedCode | null>(null)
  const { busy, outcome, ask } = useAsked()
  const code = typed.trim()
  const lookUp = (): void =>
    ask(async () => {
      setFound(await call('resolveReferralCode', { code }))
      return ''
    })
  const accept = (accepted: ResolvedCode): void =>
    ask(async () => {
      try {
        const { status } = await call('acceptReferral', { code: accepted.code })
        setFound(null)
        return status === null ? 'The service took it.' : `The service says: ${status}.`
      } finally {
        onAsked()
      }
    })
  return (
    <form
      className={styles.form}
      aria-label="Accept a referral"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== '') lookUp()
      }}
    >
      <label className={styles.field}>
        Code of who referred you
        <input
          className={styles.input}
          value={typed}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          disabled={busy}
          aria-invalid={outcome?.ok === false && outcome.about === 'code'}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setFound(null)
          }}
        />
      </label>
      {found === null ? (
        <div className={styles.buttons}>
          <Button type="submit" disabled={busy || code === ''}>
            {busy ? 'Asking…' : 'Look up code'}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.detail} role="status">
            {found.code} is {found.owner === null ? 'of somebody whom the service does not name' : `of ${found.owner}`}.
            Accept it? This can’t be undone: who referred you stays so for good.
          </p>
          <div className={styles.buttons}>
            <Button variant="danger" disabled={busy} onClick={() => accept(found)}>
              Yes, accept for good
            </Button>
            <Button variant="bare" disabled={busy} onClick={() => setFound(null)}>
              Not now
            </Button>
          </div>
        </>
      )}
      <Told outcome={outcome} />
    </form>
  )
}
