/** The panel "Order history": every order that is over, with its state, the reason and its origin. */

import { type ReactNode, useState } from 'react'
import type { Decimal } from '../../../contract/decimal.ts'
import type { OrderRow } from '../../../contract/past.ts'
import { averagePrice, grouped, NONE, recordedPrice } from '../../format/index.ts'
import {
  makerText,
  marketColumn,
  OrderDetails,
  PastPanel,
  sideColumn,
  stateText,
  TIME_PARTS,
  tifText,
  timeColumn,
} from '../../past/index.ts'
import { Clip, type Column, type TableSpec } from '../../ui/index.ts'
import { MESSAGES } from './messages.ts'

interface Props {
  readonly row: OrderRow
}

const number = { isNumeric: true, fit: 'content' } as const
const sizeColumn = (id: string, title: string, of: (row: OrderRow) => Decimal): Column<OrderRow> => ({
  ...number,
  id,
  title,
  least: 52,
  Cell: ({ row }: Props): ReactNode => grouped(of(row)),
  text: of,
  sort: { by: 'decimal', of },
})

const COLUMNS: readonly Column<OrderRow>[] = [
  timeColumn(({ time }) => time),
  marketColumn(),
  sideColumn(),
  {
    id: 'state',
    title: MESSAGES.state,
    least: 64,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => stateText(row),
    text: stateText,
    sort: { by: 'text', of: stateText },
    stays: true,
  },
  {
    ...number,
    id: 'price',
    title: MESSAGES.price,
    explanation: MESSAGES.priceDetail,
    least: 62,
    Cell: ({ row }: Props): ReactNode => recordedPrice(row.family, row.price),
    text: (row) => recordedPrice(row.family, row.price),
    csv: ({ price }) => price,
    sort: { by: 'decimal', of: ({ price }) => price },
    stays: true,
  },
  { ...sizeColumn('size', 'Size', ({ size }) => size), stays: true },
  sizeColumn('filled', 'Filled', ({ filled }) => filled),
  {
    ...number,
    id: 'average',
    title: MESSAGES.average,
    explanation: MESSAGES.averageDetail,
    least: 62,
    Cell: ({ row }: Props): ReactNode => (
      <span title={row.average ?? undefined}>{averagePrice(row.family, row.average)}</span>
    ),
    text: (row) => averagePrice(row.family, row.average),
    csv: ({ average }) => average ?? '',
    sort: { by: 'decimal', of: ({ average }) => average },
  },
  {
    id: 'tif',
    title: 'TIF',
    explanation: MESSAGES.tifDetail,
    least: 40,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => tifText(row),
    text: tifText,
    sort: { by: 'text', of: ({ tif }) => tif },
  },
  {
    id: 'maker',
    title: MESSAGES.source,
    explanation: MESSAGES.sourceDetail,
    least: 62,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => makerText(row),
    text: makerText,
    sort: { by: 'text', of: makerText },
  },
  {
    id: 'reason',
    title: MESSAGES.reason,
    least: 90,
    fit: 'clip',
    share: 0.25,
    Cell: ({ row: { reason } }: Props): ReactNode => (reason === null ? NONE : <Clip title={reason}>{reason}</Clip>),
    text: ({ reason }) => reason ?? '',
    sort: { by: 'text', of: ({ reason }) => reason },
  },
  {
    id: 'order',
    title: MESSAGES.order,
    least: 62,
    fit: 'content',
    Cell: ({ row }: Props): ReactNode => row.oid,
    text: ({ oid }) => oid,
    isExtra: true,
  },
]

/** The columns of the order history. */
const ORDERS_SPEC: TableSpec<OrderRow> = {
  columns: COLUMNS,
  idOf: ({ id }) => id,
  nameOf: ({ name, side, size }) => `${side} ${size} ${name}`,
  givesWay: ['order', 'maker', 'tif', 'reason', 'average', 'filled', 'units', ...TIME_PARTS, 'price'],
  isUniform: true,
}

const TEXTS = {
  traded: 'Filled',
  realised: 'Realized',
  none: MESSAGES.none,
  ever: MESSAGES.never,
} as const

export function OrderHistoryPanel(): ReactNode {
  const [open, setOpen] = useState<OrderRow | null>(null)
  return (
    <>
      <PastPanel kind="orders" title={MESSAGES.orderHistory} spec={ORDERS_SPEC} text={TEXTS} onOpen={setOpen} />
      {open !== null && <OrderDetails oid={open.oid} name={open.name} order={open} onClose={() => setOpen(null)} />}
    </>
  )
}
