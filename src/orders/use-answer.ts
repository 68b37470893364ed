/** The trader's word on an estimate: exactly this one is confirmed, or none. */
import { useEffect, useState } from 'react'
import type { ActionRecord, Estimate } from '../../contract/action.ts'
import { useCall, wordsOf } from '../bridge/index.ts'
import { useMarketData, useServerClock } from '../market-data/index.ts'
import { awaitsEstimate } from '../trade-forms/index.ts'
import { useEscape } from '../ui/index.ts'

/** An answer may come to lie where a button was just clicked: for so long none is taken. */
const HEEDS_AFTER_MS = 400

const IDLE_MS = 60_000

export interface Answering {
  /** The estimate that waits; null while none does. */
  readonly estimate: Estimate | null
  readonly mayAnswer: boolean
  readonly isConfirming: boolean
  /** Whole seconds that it still holds; null where it says no end. */
  readonly left: number | null
  readonly failure: string | null
  readonly answer: (accept: boolean) => void
}

export function useAnswer(action: ActionRecord | undefined): Answering {
  const call = useCall()
  const { clock } = useMarketData()
  const waits = action !== undefined && awaitsEstimate(action) ? action : null
  // A ticket in which nothing waits counts nothing.
  const now = useServerClock(waits === null ? IDLE_MS : 500)
  const estimate = waits?.estimate ?? null
  const waiting = waits !== null
  const actionId = waits?.id ?? null
  const [heeds, setHeeds] = useState(false)
  /** What was said of which estimate, of which action. */
  const [answered, setAnswered] = useState<{ readonly estimate: string; readonly accept: boolean } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another action waits again
  useEffect(() => {
    setHeeds(false)
    setFailure(null)
    return waiting ? clock.after(HEEDS_AFTER_MS, () => setHeeds(true)) : undefined
  }, [clock, waiting, actionId])
  const key = estimate === null ? null : `${actionId}/${estimate.id}`
  const mine = key !== null && answered?.estimate === key ? answered : null
  const answer = (accept: boolean): void => {
    if (waits === null || estimate === null) return
    setAnswered({ estimate: key ?? '', accept })
    setFailure(null)
    call('confirmEstimate', { actionId: waits.id, estimateId: estimate.id, accept }).catch((error: unknown) => {
      setAnswered(null)
      setFailure(wordsOf(error))
    })
  }
  const mayAnswer = estimate !== null && heeds && mine === null
  // Esc lies under no click: it is heard at once, and discards. What was answered is not answered again, nor is a press meant for it given to
  // what lies further out.
  useEscape('estimate', estimate !== null, () => {
    if (mine === null) answer(false)
  })
  const validUntil = estimate?.validUntil ?? null
  return {
    estimate,
    mayAnswer,
    isConfirming: mine?.accept === true,
    left: validUntil === null ? null : Math.max(0, Math.floor((validUntil - now) / 1000)),
    failure,
    answer,
  }
}
