/** The money of outcome trading, and moving USDH into it. */
import type { ReactNode } from 'react'
import { type Money, toPlaces } from '../../../contract/decimal.ts'
import { MoveUsdh } from '../../collateral/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import { ReadStates, useAccount } from '../../queries/index.ts'
import { Figure } from '../../ui/index.ts'
import styles from './outcomes.module.css'

export function Collateral(): ReactNode {
  const account = useAccount()
  return (
    <div className={styles.pane}>
      <ReadStates read={account} what="Balances" skeletonRows={3}>
        {({ money: { usdc, usdh, usdhOutcome } }) => (
          <dl className={styles.balances} aria-label="Balances">
            <Balance name="USDC" value={usdc} />
            <Balance name="USDH" value={usdh} />
            <Balance name="USDH in outcome trading" value={usdhOutcome} />
          </dl>
        )}
      </ReadStates>
      <UnverifiedPrompts only="transfer" />
      <MoveUsdh usdh={account.data?.money.usdh ?? null} />
    </div>
  )
}

const Balance = ({ name, value }: { name: string; value: Money | null }): ReactNode => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Figure value={value === null ? null : toPlaces(value, 2, 'down')} />
    </dd>
  </div>
)
