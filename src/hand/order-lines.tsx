/** Orders typed in the palette, and the preview of what would be sent. */
import { type ReactNode, useMemo } from 'react'
import type { Order } from '../../contract/account.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useProvider } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useOpenOrders } from '../queries/index.ts'
import { orderProvider } from './order-provider.ts'
import { PreviewLine } from './preview-line.tsx'
import { showPreview } from './preview-store.ts'

interface OrderLinesProps {
  /** The market in use; undefined where no panel shows one, null while it is not known. */
  readonly market: MarketRef | null | undefined
  readonly cancel: (orders: readonly Order[]) => void
}

export function OrderLines({ market, cancel }: OrderLinesProps): ReactNode {
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  const orders = useOpenOrders().data ?? null
  useProvider(
    useMemo(
      () =>
        orderProvider({
          view: market === undefined ? undefined : (view ?? null),
          orders,
          preview: (ref, asked) => showPreview('line', ref, asked),
          cancel,
        }),
      [market, view, orders, cancel],
    ),
  )
  return <PreviewLine />
}
