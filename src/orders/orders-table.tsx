/** Resting orders, each with its Cancel: the table that every family shows them in. */
import { type ReactNode, useMemo, useState } from 'react'
import type { Order } from '../../contract/account.ts'
import type { ActionRecord } from '../../contract/action.ts'
import { useTick } from '../market-data/index.ts'
import type { Assets } from '../queries/index.ts'
import { Table, type TableState } from '../ui/index.ts'
import { cancelStateOf } from './cancel-state.ts'
import type { OrderLine } from './order-cells.tsx'
import { ordersSpec } from './order-columns.tsx'
import { useLiveReads } from './use-live-reads.ts'
import { useMoveOrder } from './use-move-order.ts'

interface OrdersTableProps {
  /** Accessible name. */
  readonly label: string
  readonly orders: readonly Order[]
  readonly assets: Assets
  readonly actions: readonly ActionRecord[]
  /** Whether nothing can be canceled. */
  readonly disabled: boolean
  /** All of one market, which need not be named in each row. */
  readonly within?: boolean
  /** Ids of those that this terminal did not make. */
  readonly external?: readonly string[] | undefined
  readonly state: TableState
  readonly onState: (state: TableState) => void
  /** Told which rows are selected, whenever they are others. */
  readonly onSelection?: (orders: readonly Order[]) => void
}

const NONE_FOREIGN: readonly string[] = []

export function OrdersTable(props: OrdersTableProps): ReactNode {
  const { label, orders, assets, actions, disabled, within = false, external = NONE_FOREIGN, state, onState } = props
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

/** The scale or the slices that an order is of. */
const parentOf = ({ oid }: Order, actions: readonly ActionRecord[]): string | null =>
  actions.find((action) => action.oid === oid && action.intent.kind !== 'cancel')?.held?.what ?? null
