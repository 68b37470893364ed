/** Orders typed in the palette, and the preview of what would be sent. */
import { type ReactNode, useMemo } from 'react'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useProvider } from '../commands/index.ts'
import { useTopic } from '../market-data/index.ts'
import { useAccount } from '../queries/index.ts'
import { DEED_WAITS, type Deed, showDeed } from './deed.ts'
import { DeedLines } from './deed-lines.tsx'
import { FlattenLine } from './flatten-line.tsx'
import { type Flatten, showFlatten } from './flatten-shown.ts'
import { orderProvider } from './order-provider.ts'
import styles from './preview-line.module.css'
import { PreviewLine } from './preview-line.tsx'
import { showPreview } from './preview-store.ts'
import { type RestingOrder, useRestingOrders } from './resting-orders.ts'

interface OrderLinesProps {
  /** The market in use; undefined where no panel shows one, null while it is not known. */
  readonly market: MarketRef | null | undefined
  readonly cancel: (orders: readonly RestingOrder[]) => void
  readonly cancelAll: (asset: string) => void
  readonly flatten: Flatten
  /** Says why a line did nothing. */
  readonly refuse: (words: string) => void
}

export function OrderLines({ market, cancel, cancelAll, flatten, refuse }: OrderLinesProps): ReactNode {
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  const orders = useRestingOrders()
  const account = useAccount().data ?? null
  useProvider(
    useMemo(
      () =>
        orderProvider({
          view: market === undefined ? undefined : (view ?? null),
          orders,
          account,
          showDeed(ref: MarketRef, deed: Deed) {
            if (!showDeed('line', ref, deed)) refuse(DEED_WAITS)
          },
          preview: (ref, asked) => showPreview('line', ref, asked),
          cancel,
          cancelAll,
          flatten: showFlatten,
        }),
      [market, view, orders, account, cancel, cancelAll, refuse],
    ),
  )
  return (
    <div className={styles.stack}>
      <PreviewLine />
      <DeedLines cancel={cancel} />
      <FlattenLine flatten={flatten} />
    </div>
  )
}
