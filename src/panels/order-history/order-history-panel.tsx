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
import { decimalColumn, plainColumn, textColumn } from '../columns.tsx'
import { MESSAGES } from './messages.ts'

const orderedSize = (id: string, title: string, of: (row: OrderRow) => Decimal, stays = false): Column<OrderRow> =>
  decimalColumn(id, title, 52, of, { fit: 'content', Cell: ({ row }) => grouped(of(row)), stays })

const COLUMNS: readonly Column<OrderRow>[] = [
  timeColumn(({ time }) => time),
  marketColumn(),
  sideColumn(),
  textColumn('state', MESSAGES.state, 64, stateText, { fit: 'content', stays: true }),
  decimalColumn('price', MESSAGES.price, 62, ({ price }) => price, {
    text: (row) => recordedPrice(row.family, row.price),
    explanation: MESSAGES.priceDetail,
    fit: 'content',
    stays: true,
  }),
  orderedSize('size', 'Size', ({ size }) => size, true),
  orderedSize('filled', 'Filled', ({ filled }) => filled),
  decimalColumn('average', MESSAGES.average, 62, ({ average }) => average, {
    text: (row) => averagePrice(row.family, row.average),
    explanation: MESSAGES.averageDetail,
    fit: 'content',
    Cell: ({ row }) => <span title={row.average ?? undefined}>{averagePrice(row.family, row.average)}</span>,
  }),
  textColumn('tif', 'TIF', 40, tifText, {
    explanation: MESSAGES.tifDetail,
    fit: 'content',
    sort: { by: 'text', of: ({ tif }) => tif },
  }),
  textColumn('maker', MESSAGES.source, 62, makerText, { explanation: MESSAGES.sourceDetail, fit: 'content' }),
  textColumn('reason', MESSAGES.reason, 90, ({ reason }) => reason ?? '', {
    fit: 'clip',
    share: 0.25,
    Cell: ({ row: { reason } }) => (reason === null ? NONE : <Clip title={reason}>{reason}</Clip>),
    sort: { by: 'text', of: ({ reason }) => reason },
  }),
  plainColumn('order', MESSAGES.order, 62, ({ oid }) => oid, { fit: 'content', isExtra: true }),
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
