/**
 * The size that a press sends. One that is worked out from prices changes with them; from the moment a button goes down it stands still, so that what
 * is sent is what was seen, by the second press of a question too.
 */
import { useEffect, useState } from 'react'
import type { Size } from '../../contract/decimal.ts'
import { useMarketData } from '../market-data/index.ts'
import { useSteady } from '../ui/index.ts'

/** As long as a question waits for its second press, ms. */
const HELD_MS = 5_000

interface Held {
  /** What was typed: of anything else it is another size. */
  readonly of: string
  readonly size: Size
}

/** The size as it is shown and sent. Pure. */
export const shownSize = (held: Held | null, of: string, size: Size | null): Size | null =>
  held?.of === of ? held.size : size

export interface HeldSize {
  readonly size: Size | null
  /** A button goes down. */
  readonly hold: () => void
}

/** @param of everything that was typed and chosen; @param size what it comes to now */
export function useHeldSize(of: string, size: Size | null): HeldSize {
  const { clock } = useMarketData()
  const [held, setHeld] = useState<Held | null>(null)
  useEffect(() => (held === null ? undefined : clock.after(HELD_MS, () => setHeld(null))), [held, clock])
  const shown = shownSize(held, of, size)
  const hold = useSteady(() => setHeld(shown === null ? null : { of, size: shown }))
  return { size: shown, hold }
}
