/** A market order on prices that are out of date takes two presses: the first one says how old they are. */
import { useEffect, useState } from 'react'
import { useMarketData } from '../market-data/index.ts'

/** For so long the second press counts, ms. */
export const SECOND_PRESS_MS = 5_000

export interface StalePress {
  /** What was pressed once and would be sent by the next press; null when nothing was. */
  readonly asked: string | null
  /** Whether this press sends. `what` names the order; `clicks` is `event.detail`: the second click of a double click is no second press. */
  readonly isSending: (what: string, clicks: number) => boolean
}

/** The rule without the clock: what a press leads to. */
export function pressOnStale(
  state: { readonly stale: boolean; readonly asked: string | null },
  what: string,
  clicks: number,
): { readonly sends: boolean; readonly asked: string | null } {
  if (!state.stale) return { sends: true, asked: null }
  if (state.asked !== what) return { sends: false, asked: what }
  return clicks > 1 ? { sends: false, asked: what } : { sends: true, asked: null }
}

/** @param stale whether the prices that the order goes by are out of date */
export function useStalePress(stale: boolean): StalePress {
  const { clock } = useMarketData()
  const [asked, setAsked] = useState<{ readonly what: string } | null>(null)
  useEffect(() => {
    if (asked === null) return undefined
    if (!stale) setAsked(null)
    return clock.after(SECOND_PRESS_MS, () => setAsked(null))
  }, [asked, stale, clock])
  return {
    asked: stale ? (asked?.what ?? null) : null,
    isSending(what, clicks) {
      const next = pressOnStale({ stale, asked: asked?.what ?? null }, what, clicks)
      if (next.asked !== (asked?.what ?? null)) setAsked(next.asked === null ? null : { what: next.asked })
      return next.sends
    },
  }
}
