/** Orders typed in the palette, and the preview lines above the window's status bar. */
import { type ReactNode, useEffect, useMemo } from 'react'
import type { MarketRef } from '../../contract/market-ref.ts'
import { useProvider } from '../commands/index.ts'
import { useMarketData, useTopic } from '../market-data/index.ts'
import { useAccount } from '../queries/index.ts'
import { useOrderLine, useOwnOrdersLine, usePredictLine } from './entry-lines.tsx'
import { dropListedExits, exitOver, UNSEEN_MS, useSentExits } from './exit-work.ts'
import { type Flatten, FlattenLine, showFlatten } from './flatten-line.tsx'
import { Line, type LineAt, type LineModel } from './line.tsx'
import { orderProvider } from './order-provider.ts'
import { type RestingOrder, useRestingOrders } from './own-orders.ts'
import { useCloseLine, useExitLine, useReverseLine } from './position-lines.tsx'
import {
  PREDICTION_PENDING,
  type PreviewAction,
  type PreviewActionOf,
  type ShownPreviewAction,
  showPreview,
  showPreviewAction,
  usePreviewAction,
} from './preview-action.ts'
import styles from './preview-line.module.css'

/** Of the lines and of the trading keys. */
export interface OrderLinesProps {
  /** The market in use; undefined where no panel shows one, null while unknown. */
  readonly market: MarketRef | null | undefined
  readonly cancel: (orders: readonly RestingOrder[]) => void
  readonly cancelAll: (asset: string) => void
  readonly flatten: Flatten
  /** Shows why nothing was done. */
  readonly refuse: (text: string) => void
}

export function OrderLines({ market, cancel, cancelAll, flatten, refuse }: OrderLinesProps): ReactNode {
  const view = useTopic(market == null ? null : { kind: 'instrument', market })
  const orders = useRestingOrders()
  const account = useAccount().data ?? null
  const { store } = useMarketData()
  useProvider(
    useMemo(
      () =>
        orderProvider({
          view: market === undefined ? undefined : (view ?? null),
          orders,
          account,
          priceOf: (asset) => {
            const ticker = store.read({ kind: 'ticker', asset })
            return ticker?.mark ?? ticker?.mid ?? null
          },
          showPreviewAction(ref: MarketRef, previewAction: PreviewAction) {
            if (!showPreviewAction('line', ref, previewAction)) refuse(PREDICTION_PENDING)
          },
          preview: (ref, request) => showPreview('line', ref, request),
          cancel,
          cancelAll,
          flatten: showFlatten,
        }),
      [market, view, orders, account, store, cancel, cancelAll, refuse],
    ),
  )
  const { order, shown, close } = usePreviewAction()
  const sent = useSentExits((now) => now.sent)
  return (
    <div className={styles.stack}>
      {order !== null && <Line key={order.id} shown={order} of={order} useModel={useOrderLine} cancel={cancel} />}
      {sent.map(({ line, stands }) => stands !== null && <Unseen key={line} line={line} />)}
      {shown !== null && <PreviewActionLine key={shown.id} shown={shown} cancel={cancel} />}
      {close !== null && <PreviewActionLine key={close.id} shown={close} cancel={cancel} />}
      <FlattenLine flatten={flatten} />
    </div>
  )
}

/** The model of each kind: a hook that is called at each render of its line. */
const LINES: { readonly [K in PreviewAction['kind']]: (at: LineAt, previewAction: PreviewActionOf<K>) => LineModel } = {
  close: useCloseLine,
  reverse: useReverseLine,
  exit: useExitLine,
  predict: usePredictLine,
  orders: useOwnOrdersLine,
}

function PreviewActionLine({
  shown,
  cancel,
}: Pick<OrderLinesProps, 'cancel'> & { readonly shown: ShownPreviewAction }): ReactNode {
  const { previewAction } = shown
  const useModel = LINES[previewAction.kind] as (at: LineAt, previewAction: PreviewAction) => LineModel
  return <Line shown={shown} of={previewAction} useModel={useModel} cancel={cancel} />
}

/** Follows an exit that was set until the list shows it, regardless of the open line. */
function Unseen({ line }: { readonly line: number }): ReactNode {
  const { clock } = useMarketData()
  const held = useTopic({ kind: 'conditionals' })
  useEffect(() => {
    if (held !== undefined) dropListedExits(held)
  }, [held])
  useEffect(() => clock.after(UNSEEN_MS, () => exitOver(line)), [clock, line])
  return null
}
