/** The trader's own wallet: a key that is kept here, or the wallet of the browser. */
import type { ReactNode } from 'react'
import type { SessionView } from '../../../contract/session.ts'
import { useCall } from '../../bridge/index.ts'
import { WalletRequest } from '../../orders/index.ts'
import { Button, Facts, Statement } from '../../ui/index.ts'
import styles from './account.module.css'
import { keyPlaceText } from './account-labels.ts'
import { Section, Told, useAsked } from './parts.tsx'

export function WalletSection({ session, practice }: { session: SessionView; practice: boolean }): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  const { walletKey, walletRequest, identity } = session
  // An order that is signed for a domain is good wherever that is taken.
  const domain = session.profile.directOrderDomain
  const other = walletKey !== null && identity?.wallet != null && walletKey !== identity.wallet
  return (
    <Section title="Your wallet">
      <p className={styles.detail}>
        {walletKey === null
          ? 'There is no wallet key here. When your signature is needed, a page opens in your browser and asks the wallet there.'
          : practice
            ? 'The practice wallet is play money: its key is the practice venue’s own.'
            : `A key that is kept ${keyPlaceText(session.keychain)} signs for you.`}
      </p>
      {walletKey !== null && (
        <Facts>
          <dt>Key of</dt>
          <dd>{walletKey}</dd>
        </Facts>
      )}
      {domain !== null && (
        <Facts aria-label="Direct orders">
          <dt>Signs direct orders for</dt>
          <dd>{domain}</dd>
        </Facts>
      )}
      {other && (
        <Statement
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
            <Button
              disabled={busy}
              onClick={() =>
                ask(async () => {
                  await call('forgetSecret', { kind: 'wallet-key' })
                  return 'The wallet key was forgotten.'
                })
              }
            >
              Forget key
            </Button>
          )}
        </div>
      )}
      <Told outcome={outcome} />
    </Section>
  )
}
