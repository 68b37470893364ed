/** The exits of a previewed order on their way to main, ahead of the order. */

import { useCallback, useRef, useState } from 'react'
import type { Family } from '../../contract/account.ts'
import type { ExitTerms } from '../../contract/exit-plan.ts'
import { safeBlock } from '../../contract/safe-text.ts'
import { TerminalFailure, wordsOf } from '../bridge/index.ts'
import { type PlanAhead, usePlanAhead } from '../exit-plan/index.ts'
import type { Ahead } from '../trade-forms/index.ts'

interface ExitsAhead {
  readonly ahead: Ahead
  /** Says what goes before the order that is sent next; null: nothing does. */
  readonly prepare: (exits: { readonly asset: string; readonly terms: ExitTerms } | null) => void
  /** What was said of exits that would end before their market does, until the next press; that one takes them as they are. */
  readonly asks: string | null
}

export function useExitsAhead(family: Family): ExitsAhead {
  const set = usePlanAhead(family)
  const [asks, setAsks] = useState<string | null>(null)
  const accepted = useRef(false)
  const going = useRef<PlanAhead | null>(null)
  const ahead = useCallback<Ahead>(
    (requestId, intent) => {
      const isSet = going.current === null ? null : set(requestId, intent, going.current)
      if (isSet === null) return null
      return isSet.catch((error: unknown) => {
        if (!(error instanceof TerminalFailure) || error.code !== 'acts_until') throw exitsNotSet(error)
        accepted.current = true
        setAsks(error.message)
        throw error
      })
    },
    [set],
  )
  const prepare = useCallback<ExitsAhead['prepare']>((exits) => {
    going.current = exits === null ? null : { ...exits, name: null, acceptsUntil: accepted.current }
    setAsks(null)
  }, [])
  return { ahead, prepare, asks }
}

/** Main has an order only once it has its exits. */
function exitsNotSet(error: unknown): Error {
  const message = safeBlock(`Nothing was sent, because its exits could not be set: ${wordsOf(error)}`)
  if (!(error instanceof TerminalFailure)) return new Error(message)
  const { code, status, about } = error
  return new TerminalFailure({ code, message, status, about })
}
