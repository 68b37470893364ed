/** Quick orders by line and key, for the market of the last used panel. */

import { type ReactNode, useCallback } from 'react'
import type { Intent } from '../../../contract/intent.ts'
import { MESSAGES as COMMON } from '../../../contract/messages.ts'
import { BY_FORM, type KeysMode, type SubmittedManually } from '../../../contract/safety-locks.ts'
import { useCall } from '../../bridge/index.ts'
import { priceLabel } from '../../format/index.ts'
import { useCloseDistances } from '../../queries/index.ts'
import { OrderLines, type RestingOrder, type ReversalDraft, TradingKeys } from '../../quick-order/index.ts'
import { reportRefusal } from '../bars/index.ts'
import { useMarketInUse } from './announced-panel.ts'

export function ManualOrders(): ReactNode {
  const call = useCall()
  const market = useMarketInUse()
  const cancel = useCallback(
    (orders: readonly RestingOrder[]) => {
      for (const { asset, oid, cloid, side, price } of orders) {
        const sent = call('submit', {
          requestId: crypto.randomUUID(),
          intent: { kind: 'cancel', asset, oid, cloid },
          by: BY_FORM,
        })
        reportRefusal(`The ${side} at ${priceLabel(price)} was not canceled`, sent)
      }
    },
    [call],
  )
  const cancelAll = useCallback(
    (asset: string) =>
      reportRefusal('Orders not canceled', call('cancelAll', { requestId: crypto.randomUUID(), asset })),
    [call],
  )
  const closes = useCloseDistances()
  const flatten = useCallback(() => {
    const { scalar, binary, outcome } = closes
    const distances = { scalar, probability: binary, outcome }
    return call('flatten', { requestId: crypto.randomUUID(), distances, cancelOrders: true })
  }, [call, closes])
  const arm = useCallback(
    (mode: KeysMode | null) => {
      const text = mode === null ? COMMON.keysNotDisarmed : 'Trading keys not armed'
      reportRefusal(text, call('armKeys', mode === null ? { armed: false } : { armed: true, mode }))
    },
    [call],
  )
  const endKeys = useCallback(
    () => reportRefusal(COMMON.keysNotDisarmed, call('armKeys', { armed: false, because: 'market' })),
    [call],
  )
  const submit = useCallback(
    (intent: Intent, by: SubmittedManually) => {
      const sent = call('submit', { requestId: crypto.randomUUID(), intent, by })
      reportRefusal(NOT_SENT, sent)
      return sent
    },
    [call],
  )
  const reverse = useCallback(
    ({ close, worst }: ReversalDraft, by: SubmittedManually) => {
      const sent = call('reversePosition', { requestId: crypto.randomUUID(), close, worst, by })
      reportRefusal(NOT_SENT, sent)
      return sent
    },
    [call],
  )
  const ref = market == null ? market : market.ref
  return (
    <>
      <OrderLines market={ref} cancel={cancel} cancelAll={cancelAll} flatten={flatten} refuse={refuseLine} />
      <TradingKeys
        market={ref}
        cancel={cancel}
        cancelAll={cancelAll}
        flatten={flatten}
        arm={arm}
        submit={submit}
        reverse={reverse}
        endKeys={endKeys}
        refuse={refuse}
      />
    </>
  )
}

const NOT_SENT = 'Nothing sent'
const refuseLine = (text: string): void => reportRefusal('No preview', Promise.reject(new Error(text)))
const refuse = (text: string): void => reportRefusal(NOT_SENT, Promise.reject(new Error(text)))
