/** Quick orders by line and key, for the market of the last used panel. */

import { type ReactNode, useCallback } from 'react'
import { BY_FORM, type KeysMode, type SubmittedByHand } from '../../../contract/catches.ts'
import type { Intent } from '../../../contract/intent.ts'
import { useCall } from '../../bridge/index.ts'
import { priceLabel } from '../../format/index.ts'
import { useCloseDistances } from '../../queries/index.ts'
import { OrderLines, type RestingOrder, type ReversalAsked, TradingKeys } from '../../quick-order/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { useMarketInUse } from './asked-panel.ts'

export function OrdersByHand(): ReactNode {
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
        tellRefusal(`The ${side} at ${priceLabel(price)} was not canceled`, sent)
      }
    },
    [call],
  )
  const cancelAll = useCallback(
    (asset: string) =>
      tellRefusal('The orders were not canceled', call('cancelAll', { requestId: crypto.randomUUID(), asset })),
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
      const words = `The trading keys were not ${mode === null ? 'disarmed' : 'armed'}`
      tellRefusal(words, call('armKeys', mode === null ? { armed: false } : { armed: true, mode }))
    },
    [call],
  )
  const endKeys = useCallback(
    () => tellRefusal('The trading keys were not disarmed', call('armKeys', { armed: false, because: 'market' })),
    [call],
  )
  const submit = useCallback(
    (intent: Intent, by: SubmittedByHand) => {
      const sent = call('submit', { requestId: crypto.randomUUID(), intent, by })
      tellRefusal(NOT_SENT, sent)
      return sent
    },
    [call],
  )
  const reverse = useCallback(
    ({ close, worst }: ReversalAsked, by: SubmittedByHand) => {
      const sent = call('reversePosition', { requestId: crypto.randomUUID(), close, worst, by })
      tellRefusal(NOT_SENT, sent)
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

const NOT_SENT = 'The key sent nothing'
const refuseLine = (words: string): void => tellRefusal('Nothing was shown', Promise.reject(new Error(words)))
const refuse = (words: string): void => tellRefusal(NOT_SENT, Promise.reject(new Error(words)))
