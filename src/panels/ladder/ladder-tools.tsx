/** Above the rows: sizes, how long an order may wait, own orders to cancel, and the catch of one-click. */
import type { CSSProperties, ReactNode } from 'react'
import type { Order, TimeInForce } from '../../../contract/account.ts'
import type { MarketLadder } from '../../markets/ladder/index.ts'
import { Button, Segmented } from '../../ui/index.ts'
import styles from './ladder.module.css'
import { MESSAGES } from './messages.ts'
import type { OneClick } from './use-one-click.ts'

interface LadderToolsProps {
  readonly ladder: MarketLadder
  readonly size: ReactNode
  readonly way: TimeInForce
  readonly onWay: (way: TimeInForce) => void
  readonly oneClick: OneClick
  /** Own orders that rest in the market. */
  readonly orders: readonly Order[]
  readonly onCancel: (orders: readonly Order[]) => void
}

export function LadderTools(props: LadderToolsProps): ReactNode {
  const { ladder, size, way, onWay, oneClick, orders, onCancel } = props
  return (
    <div className={styles.tools}>
      {size}
      <div className={styles.hand}>
        {ladder.ways.length > 1 && (
          <Segmented
            label="Time in force"
            look="plain"
            options={ladder.ways.map((value) => ({ value, label: value }))}
            value={way}
            onChange={onWay}
          />
        )}
        {ladder.staysPut === null && (
          <>
            <CancelSide side="buy" orders={orders} onCancel={onCancel} />
            <CancelSide side="sell" orders={orders} onCancel={onCancel} />
            <CancelSide side={null} orders={orders} onCancel={onCancel} />
          </>
        )}
        <OneClickButton oneClick={oneClick} />
      </div>
    </div>
  )
}

/** @param props.side null for both */
function CancelSide({
  side,
  orders,
  onCancel,
}: Pick<LadderToolsProps, 'orders' | 'onCancel'> & { readonly side: Order['side'] | null }): ReactNode {
  const own = side === null ? orders : orders.filter((order) => order.side === side)
  return (
    <Button
      size="small"
      className={side === null ? styles.cancelAll : undefined}
      disabled={own.length === 0}
      onClick={() => onCancel(own)}
    >
      Cancel {side === null ? 'all' : side === 'buy' ? 'buys' : 'sells'}
    </Button>
  )
}

/** Arms and disarms one-click of the panel; what is left of the time is a bar that shrinks. */
function OneClickButton({ oneClick }: { oneClick: OneClick }): ReactNode {
  const { left, arm, disarm } = oneClick
  if (left === null) {
    return (
      <Button size="small" title={MESSAGES.armTitle} onClick={arm}>
        {MESSAGES.armOneClick}
      </Button>
    )
  }
  return (
    <Button
      size="small"
      variant="danger"
      className={styles.armed}
      style={{ '--left': left.share } as CSSProperties}
      title={MESSAGES.disarmTitle}
      onClick={disarm}
    >
      {MESSAGES.armed(left.words)}
    </Button>
  )
}
