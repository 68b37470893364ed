/** The trader's referrals: the own code, by whom they came, who came by them, and what that paid. */
import type { ReactNode } from 'react'
import type { ReferredTrader, ReferralTree as Tree } from '../../../contract/referrals.ts'
import { useCall } from '../../bridge/index.ts'
import { momentText } from '../../format/index.ts'
import { useReferralCode, useReferralTree } from '../../queries/index.ts'
import { Button, Figure } from '../../ui/index.ts'
import { AcceptReferral } from './accept-referral.tsx'
import styles from './account.module.css'
import { Copied, Section, Told, useAsked } from './parts.tsx'
import { ReferralPayouts } from './referral-payouts.tsx'
import { ToldRead } from './told-read.tsx'

interface ReferralTreeProps {
  readonly tree: Tree
  readonly onAgain: () => void
}

/** One sentence where the deployment has no referrals at all. */
export function ReferralsSection(): ReactNode {
  const code = useReferralCode()
  const tree = useReferralTree()
  const reason = code.data?.state === 'absent' && tree.data?.state === 'absent' ? code.data.reason : null
  if (reason !== null) {
    const again = (): void => {
      void code.refetch()
      void tree.refetch()
    }
    return (
      <Section title="Referrals">
        <p className={styles.detail}>This deployment has no referrals for this sign-in: {reason}</p>
        <div className={styles.buttons}>
          <Button size="small" onClick={again}>
            Ask again
          </Button>
        </div>
      </Section>
    )
  }
  const referrer = tree.data?.state === 'told' ? tree.data.value.referrer : null
  return (
    <Section title="Referrals">
      {/* A service may say with a 404 that there is no code yet: its other routes tell that it has referrals. */}
      {code.data?.state === 'absent' && tree.data?.state === 'told' ? (
        <OwnCode code={null} time={null} refetch={code.refetch} />
      ) : (
        <ToldRead read={code} what="Your code">
          {(own) => <OwnCode {...own} refetch={code.refetch} />}
        </ToldRead>
      )}
      {tree.data !== undefined && referrer === null && <AcceptReferral onAsked={() => void tree.refetch()} />}
      <ToldRead read={tree} what="The tree">
        {(value) => <ReferralTree tree={value} onAgain={() => void tree.refetch()} />}
      </ToldRead>
      <ReferralPayouts />
    </Section>
  )
}

interface OwnCodeProps {
  readonly code: string | null
  readonly time: number | null
  readonly refetch: () => Promise<unknown>
}

function OwnCode({ code, time, refetch }: OwnCodeProps): ReactNode {
  const call = useCall()
  const { busy, outcome, ask } = useAsked()
  const create = async (): Promise<string> => {
    try {
      const made = await call('createReferralCode', {})
      return made.code === null ? 'The service took it, and told no code.' : `Your code is ${made.code}.`
    } finally {
      await refetch()
    }
  }
  return (
    <>
      {code === null ? (
        <>
          <p className={styles.detail}>You have no code yet. Whoever accepts yours is in your tree for good.</p>
          <div className={styles.buttons}>
            <Button disabled={busy} onClick={() => ask(create)}>
              {busy ? 'Creating…' : 'Create code'}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.referred}>
          <span>
            Your code <Copied name="referral code" value={code} />
          </span>
          {time !== null && <small>since {momentText(time)}</small>}
        </div>
      )}
      <Told outcome={outcome} />
    </>
  )
}

/** By whom the trader came, and who came by them, as deep as the service tells. */
function ReferralTree({ tree: { referrer, referred }, onAgain }: ReferralTreeProps): ReactNode {
  return (
    <>
      <p className={styles.detail}>
        {referrer === null
          ? 'The service names nobody who referred you.'
          : `Referred by ${referrer.address ?? 'somebody not named'}${referrer.code === null ? '' : ` with ${referrer.code}`}${
              referrer.time === null ? '' : `, ${momentText(referrer.time)}`
            }.`}
      </p>
      <h4>Your tree</h4>
      {referred === null && <p className={styles.detail}>Who came by your code is not told.</p>}
      {referred?.length === 0 && <p className={styles.detail}>Nobody came by your code yet.</p>}
      {referred !== null && referred.length > 0 && <Level traders={referred} label="Referred traders" />}
      <div className={styles.buttons}>
        <Button size="small" variant="bare" onClick={onAgain}>
          Refresh tree
        </Button>
      </div>
    </>
  )
}

function Level({ traders, label }: { traders: readonly ReferredTrader[]; label?: string }): ReactNode {
  return (
    <ul className={styles.tree} aria-label={label}>
      {traders.map(({ address, time, earned, referred }, index) => (
        <li key={address ?? index}>
          <span className={styles.referred}>
            <span className={styles.copied}>{address ?? '—'}</span>
            <small>since {time === null ? '—' : momentText(time)}</small>
            {earned !== null && (
              <small>
                earned you <Figure value={earned} />
              </small>
            )}
          </span>
          {referred.length > 0 && <Level traders={referred} />}
        </li>
      ))}
    </ul>
  )
}
