/** An exit plan of an order: main receives it, under the order's request id, before the order. */
import { useCallback } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import type { ExitSide } from '../../contract/exit-rules.ts'
import type { Intent } from '../../contract/intent.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import { errorText, TerminalFailure, useCall } from '../bridge/index.ts'
import { useCloseDistances } from '../queries/index.ts'
import type { Ahead } from '../trade-forms/index.ts'

/** The side of the position that an intent opens; null for one that opens none. */
export function sideOpened(intent: Intent): ExitSide | null {
  switch (intent.kind) {
    case 'place':
      return intent.reduceOnly ? null : intent.side === 'buy' ? 'long' : 'short'
    case 'predict':
      return intent.direction
    case 'binary_predict':
      return intent.direction === 'UP' ? 'long' : 'short'
    case 'outcome_order':
      return intent.side === 'buy' ? 'long' : null
    default:
      return null
  }
}

/** A plan that waits for an order. */
export interface PlanAhead {
  readonly asset: string
  readonly name: string | null
  readonly terms: ExitTerms
  /** The trader accepts that it may not stay active until the market ends. */
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

// A stop of an order: main receives it before the order, like the exit plan of a ticket.

/** Name of the plan: the size was chosen by the risk to this stop. */
const RISK_SIZE = 'Risk size'

/** The message of a click whose stop was not set. Unlike a ticket's form it cannot ask back, so it states what to do. Pure. */
export function stopNotSet(error: unknown): Error {
  if (!(error instanceof TerminalFailure)) {
    return new Error(`Nothing was sent: its stop could not be set. ${errorText(error)}`)
  }
  const { code, status, about } = error
  const message = safeBlock(
    code === 'acts_until'
      ? `Nothing was sent: its stop would expire before its market. ${error.message.replace(QUESTION, '')} Choose a size without risk, or disarm one-click and press again to confirm in the ticket.`
      : `Nothing was sent: its stop could not be set. ${error.message}`,
  )
  return new TerminalFailure({ code, message, status, about })
}
/** The end of main's messages that ask whether to hold it nevertheless. */
const QUESTION = / [^.]*\?$/

/** @param stopNow its distance from the entry at the time of sending; null where there is none */
export function useStopAhead(family: Family, asset: string | null, stopNow: { readonly current: Price | null }): Ahead {
  const setAhead = usePlanAhead(family)
  return useCallback<Ahead>(
    (requestId, intent) => {
      const stop = stopNow.current
      if (stop === null || asset === null) return null
      const terms: ExitTerms = {
        stop: { by: 'distance', distance: stop },
        ...{ targets: [], breakEven: null, trail: null, outBefore: null },
      }
      const set = setAhead(requestId, intent, { asset, name: RISK_SIZE, terms, acceptsUntil: false })
      return (
        set?.catch((error: unknown) => {
          throw stopNotSet(error)
        }) ?? null
      )
    },
    [setAhead, asset, stopNow],
  )
}
