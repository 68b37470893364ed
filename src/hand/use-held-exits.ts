import { useMemo } from 'react'
import { useTopic } from '../market-data/index.ts'
import type { StandingExit } from './exit-work.ts'
import { heldWith, isExitUnanswered, useSentExits } from './sent-exits.ts'

/** The exits that are held, with those that a line has just set; undefined while the list is read, or one of the market is on its way. */
export function useHeldExits(asset: string | null, line: number): readonly StandingExit[] | undefined {
  const told = useTopic({ kind: 'conditionals' })
  const sent = useSentExits((now) => now.sent)
  return useMemo(
    () => (told === undefined || isExitUnanswered(sent, asset, line) ? undefined : heldWith(told, sent)),
    [told, sent, asset, line],
  )
}
