/** The trader's shares and resting orders in one market. */
import type { ReactNode } from 'react'
import type { Order } from '../../../contract/account.ts'
import type { ActionRecord } from '../../../contract/action.ts'
import { signOf } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { useTopic } from '../../market-data/index.ts'
import { OrdersTable, UnverifiedPrompts } from '../../orders/index.ts'
import {
  NotRefreshed,
  ReadStates,
  useAccount,
  useAssets,
  useOldOutcomeOrders,
  useOpenOrders,
  useSession,
} from '../../queries/index.ts'
import { EmptyState } from '../../ui/index.ts'
import { useTableState } from '../../workspace/index.ts'
import styles from './outcomes.module.css'
import { SharesTable } from './shares-table.tsx'

export function Yours({ market }: { market: OutcomeMarket }): ReactNode {
  const account = useAccount()
  const orders = useOpenOrders()
  const oldOrders = useOldOutcomeOrders()
  const coins = market.sides.map(({ coin }) => coin)
  const own = account.data?.positions.filter(({ asset, size }) => coins.includes(asset) && signOf(size) !== 0) ?? []
  const resting = orders.data?.filter(({ asset }) => coins.includes(asset)) ?? []
  return (
    <div className={styles.pane}>
      <UnverifiedPrompts only={['close', 'cancel']} />
      <ReadStates read={account} what="Shares" skeletonRows={2}>
        {() =>
          own.length === 0 && resting.length === 0 && orders.data !== undefined ? (
            <div className={styles.nothing}>
              <EmptyState>You hold no share here and no order rests.</EmptyState>
            </div>
          ) : (
            own.length > 0 && <SharesTable positions={own} market={market} />
          )
        }
      </ReadStates>
      <ReadStates read={orders} what="Open orders" skeletonRows={1}>
        {() => resting.length > 0 && <Resting orders={resting} />}
      </ReadStates>
      {oldOrders !== null && orders.error === null && (
        <NotRefreshed read={oldOrders} what="Open orders" again={orders} />
      )}
    </div>
  )
}

const NO_ACTIONS: readonly ActionRecord[] = []

function Resting({ orders }: { orders: readonly Order[] }): ReactNode {
  const assets = useAssets()
  const actions = useTopic({ kind: 'actions' }) ?? NO_ACTIONS
  const table = useTableState('market-orders')
  const cancel = useSession()?.features.cancel
  return (
    <OrdersTable
      label="Orders in this market"
      orders={orders}
      assets={assets}
      actions={actions}
      disabled={cancel?.on === false}
      within
      {...table}
    />
  )
}
