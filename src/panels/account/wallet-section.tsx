/** The trader's own wallet: a key in the keychain, or the wallet of the browser; and the signature it is being asked for. */
import type { ReactNode } from 'react'
import type { SessionView, WalletRequestView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/bridge.tsx'
import { useTick } from '../../market-data/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './account.module.css'
import { ForgetButton, Said, Section, Told, useAsked } from './parts.tsx'

export function WalletSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  const { walletKey, walletRequest, identity } = session
  const other = walletKey !== null && identity?.wallet != null && walletKey !== identity.wallet
  return (
    <Section title="Your wallet">
      <p className={styles.detail}>
        {walletKey === null
          ? 'There is no wallet key here. When your signature is needed, a page opens in your browser and asks the wallet there.'
          : practice
            ? 'The practice wallet is play money: its key is the practice venue’s own.'
            : 'A key in the keychain signs for you.'}
      </p>
      {walletKey !== null && (
        <dl className={styles.facts}>
          <dt>Key of</dt>
          <dd>{walletKey}</dd>
        </dl>
      )}
      {other && (
        <Said
          words={{
            tone: 'warning',
            title: 'Another wallet than the access token’s',
            detail: `The token stands for ${identity?.wallet}. A signature of this key is refused: import the right one, or forget it to use your browser wallet.`,
          }}
        />
      )}
      {walletRequest !== null && <WalletRequest request={walletRequest} />}
      {!practice && (
        <div className={styles.buttons}>
          <Button
            disabled={busy}
            onClick={() =>
              ask(
                async () =>
                  `${(await call('importSecret', { kind: 'wallet-key' })).description}. The clipboard was cleared.`,
              )
            }
          >
            Import wallet key from clipboard
          </Button>
          {walletKey !== null && (
            <ForgetButton
              label="Forget key"
              sure="Yes, forget the wallet key"
              disabled={busy}
              onForget={() =>
                ask(async () => {
                  await call('forgetSecret', { kind: 'wallet-key' })
                  return 'The wallet key was forgotten.'
                })
              }
            />
          )}
        </div>
      )}
      <Told outcome={outcome} />
    </Section>
  )
}

/** The signature that the browser wallet is being asked for, and giving it up. */
export function WalletRequest({ request }: { request: WalletRequestView }): ReactNode {
  const call = useCall()
  const now = useTick(1000)
  const seconds = Math.max(0, Math.ceil((request.until - now) / 1000))
  return (
    <div className={styles.request} role="status" aria-label="Waiting for your browser wallet">
      <strong>Waiting for your browser wallet</strong>
      <span>{request.title}</span>
      <dl className={styles.facts}>
        {request.fields.map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {request.note !== null && <Said words={{ tone: 'warning', title: 'The page says', detail: request.note }} />}
      <div className={styles.buttons}>
        <span aria-hidden>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
        </span>
        <Button onClick={() => void call('cancelWalletRequest', {}).catch(() => undefined)}>Give up</Button>
      </div>
    </div>
  )
}
