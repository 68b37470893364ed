/** The panel "Open orders". */
import { type ReactNode, useRef, useState } from 'react'
import { useCall, wordsOf } from '../../bridge/index.ts'
import { useFreshness, useTopic } from '../../market-data/index.ts'
import { cancelStateOf, ORDERS_GIVE_WAY, OrderRow } from '../../orders/index.ts'
import { useAssets, useOpenOrders, useSession } from '../../queries/index.ts'
import { Banner, Button, HeadCell, Panel, ReadStates, Table } from '../../ui/index.ts'
import { ConditionalTable } from './conditional-rows.tsx'
import styles from './open-orders.module.css'

export function OpenOrdersPanel(): ReactNode {
  const orders = useOpenOrders()
  const assets = useAssets()
  const actions = useTopic({ kind: 'actions' }) ?? []
  const conditionals = useTopic({ kind: 'conditionals' }) ?? []
  const freshness = useFreshness()
  const cancel = useSession()?.features.cancel
  const off = cancel?.on === false ? cancel.reason : null
  const count = orders.data?.length ?? 0
  return (
    <Panel
      title="Open orders"
      dims="figures"
      freshness={freshness}
      actions={<CancelAll disabled={count === 0 || off !== null} />}
    >
      <div className={styles.body}>
        {off !== null && <Banner tone="warning">{off}</Banner>}
        <ConditionalTable conditionals={conditionals} assets={assets} />
        <ReadStates
          read={orders}
          what="Open orders"
          skeletonRows={3}
          isEmpty={(list) => list.length === 0 && conditionals.length === 0}
          empty="No resting order. A GTC or ALO order that does not fill at once rests here."
        >
          {(list) =>
            list.length > 0 && (
              <Table label="Open orders" head={<Head />} givesWay={ORDERS_GIVE_WAY}>
                {list.map((order) => (
                  <OrderRow
                    key={order.oid}
                    order={order}
                    spec={assets.of(order.asset)}
                    state={cancelStateOf(order.oid, actions)}
                    disabled={off !== null}
                  />
                ))}
              </Table>
            )
          }
        </ReadStates>
      </div>
    </Panel>
  )
}

/** Cancels every resting order; the orders' own rows say what becomes of each. */
function CancelAll({ disabled }: { disabled: boolean }): ReactNode {
  const call = useCall()
  const [state, setState] = useState<{ readonly busy: boolean; readonly failure: string | null }>({
    busy: false,
    failure: null,
  })
  const request = useRef<string | null>(null)
  const cancelAll = (): void => {
    // Clicks before the answer ask for the same thing under the same id.
    request.current ??= crypto.randomUUID()
    setState({ busy: true, failure: null })
    call('cancelAll', { requestId: request.current, asset: null })
      .then(
        () => setState({ busy: false, failure: null }),
        (error: unknown) => setState({ busy: false, failure: wordsOf(error) }),
      )
      .finally(() => {
        request.current = null
      })
      .catch(() => undefined)
  }
  return (
    <>
      {state.failure !== null && <span role="alert">{state.failure}</span>}
      <Button size="small" variant="danger" disabled={disabled} aria-busy={state.busy} onClick={cancelAll}>
        {state.busy ? 'Cancelling…' : 'Cancel all'}
      </Button>
    </>
  )
}

const Head = (): ReactNode => (
  <>
    <HeadCell column="time">Time</HeadCell>
    <HeadCell column="market">Market</HeadCell>
    <HeadCell>Side</HeadCell>
    <HeadCell numeric>Price</HeadCell>
    <HeadCell numeric>Size</HeadCell>
    <HeadCell numeric column="filled">
      Filled
    </HeadCell>
    <HeadCell column="tif">TIF</HeadCell>
    <HeadCell column="status">Status</HeadCell>
    <HeadCell>
      <span className="visually-hidden">Cancel</span>
    </HeadCell>
  </>
)
