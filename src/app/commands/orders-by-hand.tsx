/** Orders by line and key, for the market of the panel used last. */
import { type ReactNode, useCallback } from 'react'
import type { Order } from '../../../contract/account.ts'
import { BY_FORM } from '../../../contract/catches.ts'
import { useCall } from '../../bridge/index.ts'
import { OrderLines } from '../../hand/index.ts'
import { tellRefusal } from '../bars/index.ts'
import { useMarketInUse } from './asked-panel.ts'

export function OrdersByHand(): ReactNode {
  const call = useCall()
  const market = useMarketInUse()
  const cancel = useCallback(
    (orders: readonly Order[]) => {
      for (const { asset, oid, cloid, side, price } of orders) {
        const sent = call('submit', {
          requestId: crypto.randomUUID(),
          intent: { kind: 'cancel', asset, oid, cloid },
          by: BY_FORM,
        })
        tellRefusal(`The ${side} at ${price} was not cancelled`, sent)
      }
    },
    [call],
  )
  return <OrderLines market={market == null ? market : market.ref} cancel={cancel} />
}
