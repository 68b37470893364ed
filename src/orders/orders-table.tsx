/** Resting orders, each with its Cancel: the table used by every family. */
import { type ReactNode, useMemo, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { trimZeros } from '../../contract/decimal.ts'
import { timeText } from '../format/index.ts'
import { useTick } from '../market-data/index.ts'
import type { Assets } from '../queries/index.ts'
import { sideLabel } from '../trade-forms/index.ts'
import { type Column, Table, type TableSpec, type TableState } from '../ui/index.ts'
import {
  Cancel,
  Filled,
  Market,
  Move,
  OrderDetail,
  type OrderLine,
  OrderProvider,
  Price,
  priceOf,
  Side,
  Size,
  Status,
  sizeText,
  statusText,
  Tif,
  Time,
  tifText,
} from './order-cells.tsx'
import { ageColumn, distanceColumn, type LiveReads, useLiveReads } from './order-distance.tsx'
import { cancelStateOf } from './use-cancels.ts'
import { useMoveOrder } from './use-move-order.ts'

/**
 * What is hidden in a narrow panel, first to last; at the end the button's text, and the market's place in the row (its name moves below the side).
 * Side, price, size and the button always stay.
 */
const GIVES_WAY = ['age', 'degrees', 'time', 'tif', 'distance', 'filled', 'status', 'move', 'word', 'market'] as const

const number = { isNumeric: true, fit: 'content' } as const

const columnsOf = (live: LiveReads): readonly Column<OrderLine>[] => [
  {
    id: 'time',
    title: 'Time',
    least: 62,
    fit: 'content',
    Cell: Time,
    text: ({ order }) => timeText(order.time),
    csv: ({ order }) => new Date(order.time).toISOString(),
    sort: { by: 'count', of: ({ order }) => order.time },
  },
  {
    id: 'market',
    title: 'Market',
    least: 86,
    fit: 'clip',
    share: 0.3,
    Cell: Market,
    text: ({ spec }) => spec.market,
    sort: { by: 'text', of: ({ spec }) => spec.market },
  },
  {
    id: 'side',
    title: 'Side',
    least: 52,
    fit: 'content',
    stays: true,
    Cell: Side,
    text: ({ order, spec, external }) =>
      [
        spec.side === null ? sideLabel(order.side) : `${sideLabel(order.side)} ${spec.side}`,
        ...(external ? ['by another client'] : []),
      ].join(', '),
    sort: { by: 'text', of: ({ order, spec }) => `${order.side} ${spec.side ?? ''}` },
  },
  {
    ...number,
    id: 'price',
    title: 'Price',
    least: 56,
    stays: true,
    Cell: Price,
    text: priceOf,
    sort: { by: 'decimal', of: ({ order }) => order.price },
  },
  {
    ...number,
    id: 'size',
    title: 'Size',
    least: 52,
    stays: true,
    Cell: Size,
    text: (line) => sizeText(line, line.order.size),
    sort: { by: 'decimal', of: ({ order }) => order.size },
  },
  {
    ...number,
    id: 'filled',
    title: 'Filled',
    least: 52,
    Cell: Filled,
    text: (line) => sizeText(line, line.order.filled),
    sort: { by: 'decimal', of: ({ order }) => order.filled },
  },
  {
    id: 'tif',
    title: 'TIF',
    explanation: 'Time in force. GTC: until canceled. ALO: post-only.',
    least: 40,
    fit: 'content',
    Cell: Tif,
    text: ({ order }) => tifText(order),
    sort: { by: 'text', of: ({ order }) => order.tif },
  },
  {
    id: 'status',
    title: 'Status',
    least: 64,
    fit: 'content',
    Cell: Status,
    text: (line) => statusText(line, line.state.cancelling),
    sort: { by: 'text', of: (line) => statusText(line, line.state.cancelling) },
  },
  distanceColumn({ asset: ({ order }) => order.asset, at: ({ order }) => order }, live),
  ageColumn(({ order }) => order.time, live),
  {
    id: 'move',
    title: 'Move',
    isTitleHidden: true,
    isNumeric: true,
    least: 44,
    fit: 'content',
    isTight: true,
    Cell: Move,
  },
  {
    id: 'cancel',
    title: 'Cancel',
    isTitleHidden: true,
    isNumeric: true,
    least: 44,
    fit: 'content',
    isTight: true,
    stays: true,
    Cell: Cancel,
  },
]

/** @param within all orders are of one market, which rows need not name */
export function ordersSpec(live: LiveReads, within: boolean): TableSpec<OrderLine> {
  const columns = columnsOf(live)
  return {
    columns: within ? columns.filter(({ id }) => id !== 'market') : columns,
    idOf: ({ order }) => order.oid,
    nameOf(line) {
      const { order, spec } = line
      const size = `${sideLabel(order.side)} ${trimZeros(order.size)}`
      return spec.side === null ? `${size} at ${priceOf(line)}` : `${size} ${spec.side} at ${priceOf(line)}`
    },
    givesWay: GIVES_WAY,
    Provider: OrderProvider,
    Detail: OrderDetail,
    isEnded: ({ state }) => state.cancelling,
  }
}

interface OrdersTableProps {
  /** Accessible name. */
  readonly label: string
  readonly orders: readonly Order[]
  readonly assets: Assets
  readonly actions: readonly ActionRecord[]
  /** Whether nothing can be canceled. */
  readonly disabled: boolean
  /** All orders are of one market, which rows need not name. */
  readonly within?: boolean
  /** Ids of orders that another client placed. */
  readonly external?: readonly string[] | undefined
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Called with the selected rows, whenever they change. */
  readonly onSelection?: (orders: readonly Order[]) => void
}

const NONE_EXTERNAL: readonly string[] = []

export function OrdersTable(props: OrdersTableProps): ReactNode {
  const { label, orders, assets, actions, disabled, within = false, external = NONE_EXTERNAL, state, onState } = props
  const { onSelection } = props
  const moving = useMoveOrder()
  const [editing, setEditing] = useState<string | null>(null)
  const lines = useMemo(
    () =>
      orders.map(
        (order): OrderLine => ({
          order,
          spec: assets.of(order.asset),
          state: cancelStateOf(order.oid, actions),
          disabled,
          within,
          external: external.includes(order.oid),
          parent: parentOf(order, actions),
          moving,
          isEditing: editing === order.oid && moving.off(order) === null,
          onEdit: setEditing,
        }),
      ),
    [orders, assets, actions, disabled, within, external, moving, editing],
  )
  const live = useLiveReads()
  const spec = useMemo(() => ordersSpec(live, within), [live, within])
  const second = useTick(state.sort?.column === 'distance' ? 1000 : null)
  return (
    <Table
      label={label}
      spec={spec}
      rows={lines}
      version={second}
      state={state}
      onState={onState}
      onEnter={({ order }) => moving.off(order) === null && setEditing(order.oid)}
      onSelection={onSelection && ((rows) => onSelection(rows.map(({ order }) => order)))}
    />
  )
}

/** The scale or the slices that an order belongs to. */
const parentOf = ({ oid }: Order, actions: readonly ActionRecord[]): string | null =>
  actions.find((action) => action.oid === oid && action.intent.kind !== 'cancel')?.held?.what ?? null
