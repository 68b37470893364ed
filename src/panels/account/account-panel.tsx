/** The panel "Account". */
import { type ReactNode, useState } from 'react'
import type { KeychainView } from '../../../contract/session.ts'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { useRewards, useSession } from '../../queries/index.ts'
import { Button, Facts, Figure, Panel, Skeleton } from '../../ui/index.ts'
import { UpdateDetails } from '../../updates/index.ts'
import { AccessSection } from './access-section.tsx'
import styles from './account.module.css'
import { numberText } from './account-labels.ts'
import { AgentSection } from './agent-section.tsx'
import { DeploymentsSection } from './deployments-section.tsx'
import { ForgetButton, type Outcome, Section, Told, useAsked } from './parts.tsx'
import { RecordsSection } from './records-section.tsx'
import { ReferralsSection } from './referrals-section.tsx'
import { ToldRead } from './told-read.tsx'
import { WalletSection } from './wallet-section.tsx'

export function AccountPanel(): ReactNode {
  const session = useSession()
  if (session === undefined) {
    return (
      <Panel title="Account">
        <Skeleton rows={8} label="Loading account" />
      </Panel>
    )
  }
  // The embedded venue signs its own trader in; a practice deployment elsewhere is like any other.
  const practice = session.profiles.some(({ name, origin }) => origin === 'practice' && name === session.profile.name)
  return (
    <Panel title="Account">
      <div className={styles.body}>
        <div className={styles.sections}>
          <KeychainSection keychain={session.keychain} />
          <AccessSection session={session} practice={practice} />
          <AgentSection session={session} />
          <WalletSection session={session} practice={practice} />
          <AssetNumbersSection />
          {session.identity !== null && (
            <>
              <RecordsSection />
              <ReferralsSection />
              <RewardsSection />
            </>
          )}
          <DeploymentsSection session={session} />
          <UpdatesSection />
        </div>
      </div>
    </Panel>
  )
}

/** Nothing where every asset goes by the market list. */
function AssetNumbersSection(): ReactNode {
  const call = useCall()
  const numbers = useTopic({ kind: 'asset_numbers' }) ?? []
  const { busy, outcome, ask } = useAsked()
  if (numbers.length === 0 && outcome === null) return null
  return (
    <Section title="Asset numbers">
      <p className={styles.detail}>
        What is signed names an asset by its number on the exchange. Where one stands here, nothing else is signed for
        the asset; every other goes by the market list.
      </p>
      <ul className={styles.profiles}>
        {numbers.map((view) => {
          const { asset, number, from } = view
          return (
            <li key={`${asset} ${number}`} className={styles.profile}>
              <span>
                {asset} <span className={styles.figure}>{number}</span>
                <small>{numberText(view)}</small>
              </span>
              {from !== 'profile' && (
                <span className={styles.buttons}>
                  <ForgetButton
                    label="Forget"
                    about={`number ${number} of ${asset}`}
                    sure={`Yes, forget ${number}`}
                    disabled={busy}
                    onForget={() =>
                      ask(async () => {
                        await call('forgetAssetNumber', { asset, number })
                        return `${number} was forgotten: the next use of ${asset} asks for your word on its number.`
                      })
                    }
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Told outcome={outcome} />
    </Section>
  )
}

/** Where secrets are kept while that is not the keychain: why, what to do, and the way to have it tried again. */
function KeychainSection({ keychain }: { readonly keychain: KeychainView }): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  if (keychain.mode === 'keychain') return null
  return (
    <Section title="Keychain">
      <p className={styles.detail}>{keychain.reason}</p>
      {keychain.mode === 'session' && (
        <div className={styles.buttons}>
          <Button
            disabled={busy}
            title="Asks the keychain again, and puts in what is kept for this session only"
            onClick={() => ask(() => call('tryKeychainAgain', {}).then(() => ''))}
          >
            Try the keychain again
          </Button>
        </div>
      )}
      <Told outcome={outcome} />
    </Section>
  )
}

/** What the trader's own trading earned, as the service tells it. */
function RewardsSection(): ReactNode {
  const read = useRewards()
  return (
    <Section title="Rewards">
      <ToldRead read={read} what="Rewards">
        {({ volume, rateBps, earned }) => (
          <>
            <Facts>
              <dt>Volume</dt>
              <dd>
                <Figure value={volume} />
              </dd>
              <dt>Rate</dt>
              <dd>
                <Figure value={rateBps} unit={rateBps === null ? undefined : 'bps'} />
              </dd>
              <dt>Earned</dt>
              <dd>
                <Figure value={earned} />
              </dd>
            </Facts>
            <div className={styles.buttons}>
              <Button size="small" variant="bare" onClick={() => void read.refetch()}>
                Refresh rewards
              </Button>
            </div>
          </>
        )}
      </ToldRead>
    </Section>
  )
}

/** The terminal's own next version. */
function UpdatesSection(): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>(null)
  /** Only what was refused at once: what is under way, and how it ended, is told by the state. */
  const tell = (title: string, asked: Promise<unknown>): void => {
    asked.then(
      () => setOutcome(null),
      (error: unknown) => setOutcome({ ok: false, words: `${title}. ${wordsOf(error)}`, about: null }),
    )
  }
  return (
    <Section title="Updates">
      <UpdateDetails refused={tell} />
      <Told outcome={outcome} />
    </Section>
  )
}
