/** The history of one order, in a dialog over the panel: the request, this terminal's steps, and its fills. */

import { type ReactNode, useMemo } from 'react'
import type { OrderStatus } from '../../contract/account.ts'
import type { FoundAction } from '../../contract/action.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { shownAverage } from '../../contract/family-rules.ts'
import { type FillRow, makerLabel, type OrderRow, type PastQuery } from '../../contract/past.ts'
import { averagePrice, grouped, momentText, moneyText, NONE, recordedPrice, signed } from '../format/index.ts'
import { ActionDetails } from '../orders/index.ts'
import { useFoundActions, usePast } from '../queries/index.ts'
import { sideLabel } from '../trade-forms/index.ts'
import { Button, Dialog, EmptyState, ErrorState, Skeleton } from '../ui/index.ts'
import { whenText } from './columns.tsx'
import styles from './past.module.css'

const STATES: { readonly [S in OrderStatus]: string | null } = {
  ...{ resting: 'working', partially_filled: 'partially filled', filled: 'filled', cancelled: 'canceled' },
  ...{ rejected: 'rejected', expired: 'expired', unknown: null },
}

/** The service's own text where this terminal has none. */
export const stateText = ({ status, statusText }: OrderRow): string => STATES[status] ?? statusText

/** `manual`, `Stop`, `other client` */
export const makerText = ({ maker }: OrderRow): string => makerLabel(maker)

/** `GTC R`: R is reduce-only. */
export const tifText = ({ tif, reduceOnly }: OrderRow): string => [tif ?? NONE, reduceOnly ? 'R' : ''].join(' ').trim()

/** `Buy 10 at 571.00, GTC: filled, 10 at 570.98 on average` */
function orderText(order: OrderRow): string {
  const { side, size, price, family, filled, average, reason, tif, reduceOnly } = order
  const requests = [
    `${sideLabel(side)} ${grouped(trimZeros(size))} at ${recordedPrice(family, price)}`,
    tif,
    reduceOnly && 'reduce only',
  ]
  const averageFill =
    average === null ? [] : [`${grouped(trimZeros(filled))} filled at ${averagePrice(family, average)} on average`]
  const ended = [stateText(order), ...averageFill, reason]
  const textOf = (parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(', ')
  return `${textOf(requests)}: ${textOf(ended)}`
}

interface OrderDetailsProps {
  readonly oid: string
  /** Of its market. */
  readonly name: string
  /** If already known; otherwise it is read. */
  readonly order?: OrderRow
  readonly onClose: () => void
}

type OrdersQuery = Extract<PastQuery, { readonly kind: 'orders' }>
type FillsQuery = Extract<PastQuery, { readonly kind: 'fills' }>

const ALL = { period: 'all', family: null, asset: null, sort: { column: 'time', direction: 'descending' } } as const

export function OrderDetails({ oid, name, order, onClose }: OrderDetailsProps): ReactNode {
  return (
    <Dialog
      title={`Order ${oid}, ${name}`}
      onClose={onClose}
      onSubmit={onClose}
      isWide
      actions={<Button type="submit">Close</Button>}
    >
      {order === undefined ? <OrderOf oid={oid} /> : <Asked order={order} />}
      <Steps oid={oid} />
      <Fills oid={oid} />
    </Dialog>
  )
}

/** The order of a fill: the history has those that are over. */
function OrderOf({ oid }: Pick<OrderDetailsProps, 'oid'>): ReactNode {
  const query = useMemo((): OrdersQuery => ({ ...ALL, kind: 'orders', filter: oid }), [oid])
  const { rows, isPending, failure, again } = usePast<'orders'>(query)
  const order = rows.find((row) => row.oid === oid)
  if (order !== undefined) return <Asked order={order} />
  if (isPending) return <Skeleton rows={1} label="Loading the order" />
  if (failure !== null) return <ErrorState title="The order could not be read" message={failure} onRetry={again} />
  return <p>Not in the history: still working, or not loaded.</p>
}

const Asked = ({ order }: { readonly order: OrderRow }): ReactNode => (
  <p>
    {orderText(order)}. Source: {makerText(order)}, {momentText(order.time)}.
  </p>
)

/** The steps of this terminal for it, however long ago. */
function Steps({ oid }: Pick<OrderDetailsProps, 'oid'>): ReactNode {
  const { read } = useFoundActions(oid)
  return (
    <section aria-label="Steps">
      <h3 className={styles.part}>Steps</h3>
      {read.error !== null ? (
        <ErrorState
          title="Its steps could not be read"
          message={read.error.message}
          onRetry={() => void read.refetch()}
        />
      ) : read.data === undefined ? (
        <Skeleton rows={2} label="Loading its steps" />
      ) : read.data.length === 0 ? (
        <p>None: not sent by Isotherm, or no longer stored.</p>
      ) : (
        read.data.map((found) => <Found key={found.id} found={found} />)
      )}
    </section>
  )
}

function Found({ found: { id, action, failure } }: { readonly found: FoundAction }): ReactNode {
  if (action === null)
    return (
      <p>
        Sent by request {id}, whose steps cannot be shown. {failure}
      </p>
    )
  return (
    <>
      <p>{action.held === undefined ? 'Manual' : `Automated: ${action.held.what}`}</p>
      <ActionDetails action={action} hasRequest />
    </>
  )
}

function Fills({ oid }: Pick<OrderDetailsProps, 'oid'>): ReactNode {
  const query = useMemo((): FillsQuery => ({ ...ALL, kind: 'fills', filter: '', oid }), [oid])
  const { rows, isPending, failure, again } = usePast<'fills'>(query)
  return (
    <section aria-label="Fills">
      <h3 className={styles.part}>Fills</h3>
      {isPending ? (
        <Skeleton rows={2} label="Loading fills" />
      ) : failure !== null ? (
        <ErrorState title="Fills could not be read" message={failure} onRetry={again} />
      ) : rows.length === 0 ? (
        <EmptyState>No stored fills.</EmptyState>
      ) : (
        // Tables that may scroll sideways must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <section className={styles.details} tabIndex={0} aria-label="Fills of the order">
          <table>
            <thead>
              <tr>
                {['Time', 'Side', 'Price', 'Size', 'Fee', 'Liquidity', 'Shown', 'Slippage'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((fill) => (
                <Line key={fill.id} fill={fill} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

const Line = ({ fill }: { readonly fill: FillRow }): ReactNode => {
  const { time, side, price, family, size, fee, liquidity, shown, slippage } = fill
  return (
    <tr>
      <td title={momentText(time)}>{whenText(time)}</td>
      <td>{sideLabel(side)}</td>
      <td>{recordedPrice(family, price)}</td>
      <td>{grouped(trimZeros(size))}</td>
      <td title={fee ?? undefined}>{fee === null ? NONE : moneyText(fee)}</td>
      <td>{liquidity ?? NONE}</td>
      <td title={shown ?? undefined}>{averagePrice(family, shown)}</td>
      <td title={slippage?.price}>{slippage === null ? NONE : signed(shownAverage(family, slippage.price))}</td>
    </tr>
  )
}
