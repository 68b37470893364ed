/** An exit plan that goes with an order: main has it, under the order's request id, before it has the order. */
import { useCallback } from 'react'
import type { Family } from '../../contract/account.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import type { Intent } from '../../contract/intent.ts'
import { useCall } from '../bridge/index.ts'
import { useCloseDistances } from '../queries/index.ts'
import { sideOpened } from './side-opened.ts'

/** What waits for an order. */
export interface PlanAhead {
  readonly asset: string
  readonly name: string | null
  readonly terms: ExitTerms
  /** The trader knows that it cannot act until the market ends, and wants it all the same. */
  readonly acceptsUntil: boolean
}

/** Sets the plan of an order of a family; null where the order opens nothing. It rejects as the call does. */
export function usePlanAhead(
  family: Family,
): (requestId: string, intent: Intent, plan: PlanAhead) => Promise<void> | null {
  const call = useCall()
  const closes = useCloseDistances()[family]
  return useCallback(
    (requestId, intent, { asset, name, terms, acceptsUntil }) => {
      const position = sideOpened(intent)
      if (position === null) return null
      return call('setExitPlan', {
        ...{ requestId, asset, position, entry: requestId, covers: null, name, source: 'mark' },
        ...{ terms, protection: closes, acceptsUntil },
      }).then(() => undefined)
    },
    [call, closes],
  )
}
