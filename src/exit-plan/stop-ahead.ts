/** A stop that goes with an order: main has it before it has the order, as it has the exit plan of a ticket. */

import { useCallback } from 'react'
import type { Family } from '../../contract/account.ts'
import type { Price } from '../../contract/decimal.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import { TerminalFailure, wordsOf } from '../bridge/index.ts'
import type { Ahead } from '../trade-forms/index.ts'
import { usePlanAhead } from './plan-ahead.ts'

/** What the plan is called: the size was chosen by the risk to this stop. */
const RISK_SIZE = 'Risk size'

/** What a press says whose stop was not set. It can ask nothing back, as the form of a ticket does: it says what to do. Pure. */
export function stopNotSet(error: unknown): Error {
  if (!(error instanceof TerminalFailure)) {
    return new Error(`Nothing was sent, because its stop could not be set: ${wordsOf(error)}`)
  }
  const { code, status, about } = error
  const message = safeBlock(
    code === 'acts_until'
      ? `Nothing was sent, because its stop would end before its market does. ${error.message.replace(QUESTION, '')} Choose a size without a risk; or disarm one-click and press again: the ticket asks whether to hold it all the same.`
      : `Nothing was sent, because its stop could not be set: ${error.message}`,
  )
  return new TerminalFailure({ code, message, status, about })
}
/** With which main asks whether to hold it all the same. */
const QUESTION = / [^.]*\?$/

/** @param stopNow how far from the entry, as it is when the order goes; null where none goes with it */
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
