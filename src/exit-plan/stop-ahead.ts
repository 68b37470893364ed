/** A stop that goes with an order: main has it before it has the order, as it has the exit plan of a ticket. */
import { useCallback } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import { useCall } from '../bridge/index.ts'
import type { Ahead } from '../trade-forms/index.ts'
import { sideOpened, TICKET_CLOSES } from './ticket-exits.tsx'

/** @param stopNow how far from the entry, as it is when the order goes; null where none goes with it */
export function useStopAhead(family: Family, asset: string | null, stopNow: { readonly current: Price | null }): Ahead {
  const call = useCall()
  return useCallback<Ahead>(
    (requestId, intent) => {
      const position = sideOpened(intent)
      const stop = stopNow.current
      if (stop === null || asset === null || position === null) return null
      return call('setExitPlan', {
        ...{ requestId, asset, position, entry: requestId, covers: null, name: null, source: 'mark' },
        terms: { stop: { by: 'distance', distance: stop }, targets: [], breakEven: null, trail: null, outBefore: null },
        ...{ protection: TICKET_CLOSES[family], acceptsUntil: false },
      }).then(() => undefined)
    },
    [call, family, asset, stopNow],
  )
}
