/** The panel "Balances". */
import { type ReactNode, useCallback, useState } from 'react'
import type { AccountView } from '../../../contract/account.ts'
import type { Price } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { PeriodChoice, usePeriod } from '../../books/index.ts'
import { MoveUsdh } from '../../collateral.tsx'
import { moneyUnit } from '../../format/index.ts'
import { useTopicValue } from '../../market-data/index.ts'
import { UnverifiedPrompts } from '../../orders/index.ts'
import { ReadAge, ReadStates, useAccount, useOpenOrders, useReadFreshness, useSession } from '../../queries/index.ts'
import { Button, EmptyState, Panel } from '../../ui/index.ts'
import { useEquity } from '../../workspace/index.ts'
import styles from './balances.module.css'
import { BalancesTable } from './balances-table.tsx'
import { ChangeText } from './change-text.tsx'
import { MESSAGES } from './messages.ts'

export function BalancesPanel(): ReactNode {
  const account = useAccount()
  const isSignedIn = useSession()?.identity != null
  const [isMoving, setIsMoving] = useState(false)
  // Only USDH lies in two balances.
  const canMove = moneyUnit('outcome') === 'USDH'
  return (
    <Panel
      title="Balances"
      actions={
        <>
          <ReadAge reads={[account]} what="account" />
          {canMove && (
            <Button variant="bare" size="small" aria-expanded={isMoving} onClick={() => setIsMoving(!isMoving)}>
              {MESSAGES.move}
            </Button>
          )}
        </>
      }
    >
      {isSignedIn ? (
        <ReadStates read={account} what="Balances" skeletonRows={5}>
          {(view) => (
            <div className={styles.body}>
              <Bids coins={coinsOf(view)} known={NO_BIDS}>
                {(bids) => <Money account={view} bids={bids} />}
              </Bids>
              {canMove && isMoving && (
                <div className={styles.move}>
                  <UnverifiedPrompts only="transfer" />
                  <MoveUsdh usdh={view.money.usdh} />
                </div>
              )}
              <Change />
            </div>
          )}
        </ReadStates>
      ) : (
        <EmptyState>Sign in to see what you hold.</EmptyState>
      )}
    </Panel>
  )
}

function Money({ account, bids }: { readonly account: AccountView; readonly bids: Bid }): ReactNode {
  const orders = useOpenOrders()
  const bidOf = useCallback((coin: string) => bids.get(coin) ?? null, [bids])
  const equity = useEquity(account, orders.data ?? null, bidOf)
  const { stale } = useReadFreshness(useAccount())
  return equity === null ? null : <BalancesTable equity={equity} isStale={stale} />
}

/** What explains the change of equity, over a period to choose. */
function Change(): ReactNode {
  const period = usePeriod({ fallback: 'day', days: 'shown' })
  return (
    <section className={styles.change} aria-label="What changed the equity">
      <p className={styles.over}>
        What changed the equity: <PeriodChoice label="Change over" period={period} />
      </p>
      <ChangeText period={period.asked} />
    </section>
  )
}

type Bid = ReadonlyMap<string, Price>
const NO_BIDS: Bid = new Map()
const coinsOf = ({ positions }: AccountView): readonly string[] => positions.map(({ asset }) => asset).filter(isCoin)

interface BidsProps {
  readonly coins: readonly string[]
  readonly known: Bid
  readonly children: (bids: Bid) => ReactNode
}

/** The best bids of any number of coins: each level watches one. */
function Bids({ coins: [coin, ...others], known, children }: BidsProps): ReactNode {
  const bid = useTopicValue(coin === undefined ? null : { kind: 'quote', asset: coin }, (quote) => quote.bid) ?? null
  if (coin === undefined) return children(known)
  const more = bid === null ? known : new Map([...known, [coin, bid]])
  return (
    <Bids key={coin} coins={others} known={more}>
      {children}
    </Bids>
  )
}
