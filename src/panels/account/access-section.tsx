/** Who the token says the trader is, what the service lets them do, and the ways in. */
import type { ReactNode } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { useServerClock } from '../../market-data/index.ts'
import { Button, Facts, Statement } from '../../ui/index.ts'
import { AccessRequestForm } from './access-request-form.tsx'
import styles from './account.module.css'
import { accessWords, tokenWords } from './account-labels.ts'
import { Copied, Section, Told, useAsked } from './parts.tsx'

export function AccessSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const call = useCall()
  const now = useServerClock(1000)
  const { busy, outcome, ask } = useAsked()
  const { identity } = session
  const token = practice ? null : tokenWords(session.token, now)
  return (
    <Section title="Access">
      <Statement words={accessWords(session)} />
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
