/** By whom the trader came, and who came by them, as deep as the service tells. */
import type { ReactNode } from 'react'
import type { ReferredTrader, ReferralTree as Tree } from '../../../contract/referrals.ts'
import { momentText } from '../../format/index.ts'
import { Button, Figure } from '../../ui/index.ts'
import styles from './account.module.css'

interface ReferralTreeProps {
  readonly tree: Tree
  readonly onAgain: () => void
}

export function ReferralTree({ tree: { referrer, referred }, onAgain }: ReferralTreeProps): ReactNode {
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
