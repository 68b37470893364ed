/** Resting orders, each with its Cancel: the table that every family shows them in. */
import { type ReactNode, useMemo, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { type Price as OrderPrice, trimZeros } from '../../contract/decimal.ts'
import { timeText } from '../format/index.ts'
import { useMarketData, useTick } from '../market-data/index.ts'
import type { Assets } from '../queries/index.ts'
import { sideWord } from '../trade-forms/index.ts'
import { type Column, Table, type TableSpec, type TableState } from '../ui/index.ts'
import { cancelStateOf } from './cancel-state.ts'
import {
  Cancel,
  Filled,
  Market,
  Move,
  OrderDetail,
  type OrderLine,
  OrderProvider,
  Price,
  priceText,
  Side,
  Size,
  Status,
  sizeText,
  statusText,
  Tif,
  Time,
  tifText,
} from './order-cells.tsx'
import { AgeCell, DistanceCell, distanceOf, distanceText } from './order-distance.tsx'
import { useMoveOrder } from './use-move-order.ts'

interface OrdersTableProps {
  /** Accessible name. */
  readonly label: string
  readonly orders: readonly Order[]
  readonly assets: Assets
  readonly actions: readonly ActionRecord[]
  /** Whether nothing can be cancelled. */
  readonly disabled: boolean
  /** All of one market, which need not be named in each row. */
  readonly within?: boolean
  /** Ids of those that this terminal did not make. */
  readonly foreign?: readonly string[] | undefined
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Told which rows are selected, whenever they are others. */
  readonly onSelection?: (orders: readonly Order[]) => void
}

const NONE_FOREIGN: readonly string[] = []

export function OrdersTable(props: OrdersTableProps): ReactNode {
  const { label, orders, assets, actions, disabled, within = false, foreign = NONE_FOREIGN, state, onState } = props
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
          foreign: foreign.includes(order.oid),
          parent: parentOf(order, actions),
          moving,
          isEditing: editing === order.oid && moving.off(order) === null,
          onEdit: setEditing,
        }),
      ),
    [orders, assets, actions, disabled, within, foreign, moving, editing],
  )
  const markOf = useMarkOf()
  const spec = useMemo(() => ordersSpec(markOf, within), [markOf, within])
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

/** The scale or the slices that an order is of. */
const parentOf = ({ oid }: Order, actions: readonly ActionRecord[]): string | null =>
  actions.find((action) => action.oid === oid && action.intent.kind !== 'cancel')?.held?.what ?? null

type MarkOf = (asset: string) => OrderPrice | null

/** Reads of what streams in for the rows anyway, for sorting and copies. */
function useMarkOf(): MarkOf {
  const { store } = useMarketData()
  return useMemo(() => (asset) => store.read({ kind: 'ticker', asset })?.mark ?? null, [store])
}

/**
 * What gives way in a narrow panel, first to last; at the end the word on the button, and the market's place in the row (its name stands
 * below the side). Side, price, size and the button never go.
 */
const GIVES_WAY = ['age', 'degrees', 'time', 'tif', 'distance', 'filled', 'status', 'move', 'word', 'market'] as const

const number = { isNumeric: true, fit: 'content' } as const

const columnsOf = (markOf: MarkOf): readonly Column<OrderLine>[] => [
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
    text: ({ order, spec, foreign }) =>
      `${sideWord(order.side)}${spec.side === null ? '' : ` ${spec.side}`}${foreign ? ', not from here' : ''}`,
    sort: { by: 'text', of: ({ order, spec }) => `${order.side} ${spec.side ?? ''}` },
  },
  {
    ...number,
    id: 'price',
    title: 'Price',
    least: 56,
    stays: true,
    Cell: Price,
    text: priceText,
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
    explanation: 'Time in force: how long the order may wait. GTC until it is cancelled; ALO only as a resting order.',
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
  {
    ...number,
    id: 'distance',
    title: 'To mark',
    explanation: 'How far the mark is from the order: what it has to move until it reaches it',
    least: 66,
    isLive: true,
    Cell: DistanceCell,
    text: ({ order, spec }) => distanceText(order, spec, markOf(order.asset)),
    sort: {
      by: 'decimal',
      of: ({ order, spec }) => distanceOf(order, spec.tickSize, markOf(order.asset))?.ticks ?? null,
    },
    first: 'ascending',
  },
  {
    ...number,
    id: 'age',
    title: 'Age',
    least: 52,
    Cell: AgeCell,
    sort: { by: 'count', of: ({ order }) => order.time },
  },
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

function ordersSpec(markOf: MarkOf, within: boolean): TableSpec<OrderLine> {
  const columns = columnsOf(markOf)
  return {
    columns: within ? columns.filter(({ id }) => id !== 'market') : columns,
    idOf: ({ order }) => order.oid,
    nameOf: (line) =>
      `${sideWord(line.order.side)} ${trimZeros(line.order.size)}${line.spec.side === null ? '' : ` ${line.spec.side}`} at ${priceText(line)}`,
    givesWay: GIVES_WAY,
    Provider: OrderProvider,
    Detail: OrderDetail,
    isEnded: ({ state }) => state.cancelling,
  }
}
