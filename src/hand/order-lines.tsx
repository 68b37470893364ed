/** Orders typed in the palette, and the preview of what would be sent. */
import { type ReactNode, useMemo } from 'react'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useProvider } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { FlattenLine } from './flatten-line.tsx'
import { type Flatten, showFlatten } from './flatten-shown.ts'
import { orderProvider } from './order-provider.ts'
import { PreviewLine } from './preview-line.tsx'
import { showPreview } from './preview-store.ts'
import { type RestingOrder, useRestingOrders } from './resting-orders.ts'

interface OrderLinesProps {
  /** The market in use; undefined where no panel shows one, null while it is not known. */
  readonly market: MarketRef | null | undefined
  readonly cancel: (orders: readonly RestingOrder[]) => void
  readonly cancelAll: (asset: string) => void
  readonly flatten: Flatten
}

export function OrderLines({ market, cancel, cancelAll, flatten }: OrderLinesProps): ReactNode {
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  const orders = useRestingOrders()
  useProvider(
    useMemo(
      () =>
        orderProvider({
          view: market === undefined ? undefined : (view ?? null),
          orders,
          preview: (ref, asked) => showPreview('line', ref, asked),
          cancel,
          cancelAll,
          flatten: showFlatten,
        }),
      [market, view, orders, cancel, cancelAll],
    ),
  )
  return (
    <>
      <PreviewLine />
      <FlattenLine flatten={flatten} />
    </>
  )
}
