/** The trader's shares and resting orders in one market. */
import { type ReactNode, useState } from 'react'
import type { Order, Position } from '../../../contract/account.ts'
import { absolute, type Decimal, placesOf, signOf, toPlaces, trimZeros } from '../../../contract/decimal.ts'
import type { OutcomeMarket } from '../../../contract/outcome.ts'
import { atPlaces, grouped } from '../../format/index.ts'
import { useTopic } from '../../market-data/index.ts'
import { cancelStateOf, ORDERS_GIVE_WAY, OrderRow, UnverifiedPrompts } from '../../orders/index.ts'
import { entryText, PartClose, unrealised, useClose } from '../../positions/index.ts'
import {
  NotRefreshed,
  ReadStates,
  useAccount,
  useAssets,
  useOldOutcomeOrders,
  useOpenOrders,
  useSession,
} from '../../queries/index.ts'
import { Button, Cell, EmptyState, Figure, HeadCell, Table } from '../../ui/index.ts'
import { usePanelChoices } from '../../workspace/index.ts'
import { useChance } from './chance.tsx'
import styles from './outcomes.module.css'

/** What gives way in a narrow panel, first to last: what the shares say themselves, then what the market shows above. */
const SHARES_GIVE_WAY = ['pays', 'now'] as const

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
            own.length > 0 && (
              <Table label="Your shares" head={<SharesHead />} givesWay={SHARES_GIVE_WAY}>
                {own.map((position) => (
                  <ShareRow key={position.asset} position={position} market={market} />
                ))}
              </Table>
            )
          )
        }
      </ReadStates>
      {oldOrders !== null && orders.error === null && (
        <NotRefreshed read={oldOrders} what="Open orders" again={orders} />
      )}
      <ReadStates read={orders} what="Open orders" skeletonRows={1}>
        {() => resting.length > 0 && <Resting orders={resting} />}
      </ReadStates>
    </div>
  )
}

function ShareRow({ position, market }: { position: Position; market: OutcomeMarket }): ReactNode {
  const { asset, size, entryPx } = position
  const spec = useAssets().of(asset)
  const slippage = usePanelChoices((choices) => choices.probabilitySlippage) as Decimal
  const mark = useChance(asset) ?? position.markPx
  const { failure, close, button } = useClose({ asset, size }, spec.name, slippage, mark)
  const [partly, setPartly] = useState(false)
  const profit = mark === null ? position.unrealizedPnl : unrealised(position, mark)
  const places = market.tickSize === null ? placesOf(trimZeros(entryPx)) : placesOf(market.tickSize)
  const sizePlaces = market.sizeDecimals ?? placesOf(size)
  const trades = !market.expired && !market.settling
  return (
    <>
      <tr>
        <Cell>{spec.side ?? asset}</Cell>
        <Cell numeric>{atPlaces(absolute(size), sizePlaces)}</Cell>
        <Cell numeric>{entryText(entryPx, places)}</Cell>
        <Cell numeric column="now">
          <Figure value={mark} places={places} tint />
        </Cell>
        <Cell numeric>
          <Figure value={profit === null ? null : toPlaces(profit, 2)} sign="gain" />
        </Cell>
        <Cell numeric column="pays">
          {grouped(toPlaces(absolute(size), 2))} <span className={styles.faint}>or 0</span>
        </Cell>
        <Cell className={styles.buttons}>
          {trades && (
            <>
              <Button
                size="small"
                variant="bare"
                aria-label={`Close part of ${spec.name}`}
                aria-expanded={partly}
                onClick={() => setPartly(!partly)}
              >
                Part
              </Button>
              {button}
            </>
          )}
        </Cell>
      </tr>
      {partly && trades && (
        <tr>
          <td colSpan={7}>
            <PartClose position={position} name={spec.name} sizeDecimals={sizePlaces} onClose={close} />
          </td>
        </tr>
      )}
      {failure !== null && (
        <tr>
          <td colSpan={7} className={styles.failure} role="alert">
            {failure}
          </td>
        </tr>
      )}
    </>
  )
}

function Resting({ orders }: { orders: readonly Order[] }): ReactNode {
  const assets = useAssets()
  const actions = useTopic({ kind: 'actions' }) ?? []
  const cancel = useSession()?.features.cancel
  return (
    <Table label="Orders in this market" head={<OrdersHead />} givesWay={ORDERS_GIVE_WAY}>
      {orders.map((order) => (
        <OrderRow
          key={order.oid}
          order={order}
          spec={assets.of(order.asset)}
          state={cancelStateOf(order.oid, actions)}
          disabled={cancel?.on === false}
          within
        />
      ))}
    </Table>
  )
}

const SharesHead = (): ReactNode => (
  <>
    <HeadCell>Side</HeadCell>
    <HeadCell numeric>Shares</HeadCell>
    <HeadCell numeric>Entry</HeadCell>
    <HeadCell numeric column="now">
      Now
    </HeadCell>
    <HeadCell numeric>Unrealised, USDH</HeadCell>
    <HeadCell numeric column="pays">
      Pays, USDH
    </HeadCell>
    <HeadCell>
      <span className="visually-hidden">Close</span>
    </HeadCell>
  </>
)

const OrdersHead = (): ReactNode => (
  <>
    <HeadCell column="time">Time</HeadCell>
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
