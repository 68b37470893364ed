/** The panel "Order history". */
import { type ReactNode, useState } from 'react'
import type { OrderRow } from '../../../contract/past.ts'
import { OrderDetails, PastPanel } from '../../past/index.ts'
import { ORDERS_SPEC } from './columns.tsx'

const WORDS = {
  traded: 'Filled',
  realised: 'Realized',
  none: 'No order ended',
  ever: 'No order is over yet. Each stands here once it is filled, canceled or expired.',
} as const

export function OrderHistoryPanel(): ReactNode {
  const [open, setOpen] = useState<OrderRow | null>(null)
  return (
    <>
      <PastPanel kind="orders" title="Order history" spec={ORDERS_SPEC} words={WORDS} onOpen={setOpen} />
      {open !== null && <OrderDetails oid={open.oid} name={open.name} order={open} onClose={() => setOpen(null)} />}
    </>
  )
}
