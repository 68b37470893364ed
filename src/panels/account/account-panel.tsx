/** The panel "Account". */
import type { ReactNode } from 'react'
import { useSession } from '../../queries/index.ts'
import { Panel, Skeleton } from '../../ui/index.ts'
import { AccessSection } from './access-section.tsx'
import styles from './account.module.css'
import { AgentSection } from './agent-section.tsx'
import { AssetNumbersSection } from './asset-numbers-section.tsx'
import { DeploymentsSection } from './deployments-section.tsx'
import { KeychainSection } from './keychain-section.tsx'
import { RecordsSection } from './records-section.tsx'
import { ReferralsSection } from './referrals-section.tsx'
import { RewardsSection } from './rewards-section.tsx'
import { UpdatesSection } from './updates-section.tsx'
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
