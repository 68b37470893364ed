/** The row that the pointer, or else a key, is in, and what the chosen size comes to in it. */
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import type { SizeRead } from '../../markets/sizing.ts'
import { useSteady } from '../../ui/index.ts'
import { isSamePlace, type Seen } from './press.ts'

export interface Over {
  readonly seen: Seen | null
  readonly tell: (seen: Seen | null) => void
  /** The place that was told last. */
  readonly newest: () => Seen | null
  /** Whether the size is another one in each row. */
  readonly counts: boolean
}

/** @param counts whether the size is another one in each row: else nothing is kept, and a move of the pointer renders nothing */
export function useOver(counts: boolean, asset: string | null): Over {
  const [seen, see] = useState<Seen | null>(null)
  const told = useRef<Seen | null>(null)
  const tell = useSteady((next: Seen | null) => {
    if (isSamePlace(told.current, next)) return
    told.current = next
    if (counts) see(next)
  })
  // A size that was chosen by a key, with the pointer over a row all along.
  useLayoutEffect(() => see(counts ? told.current : null), [counts])
  return { seen: counts && seen?.asset === asset ? seen : null, tell, newest: () => told.current, counts }
}

/** Null where the size is sent as it is chosen. With no row it is that of a buy at the best bid. */
export function useSizeRead(
  ladder: MarketLadder,
  preset: SizePreset,
  seen: Seen | null,
  facts: LadderFacts,
): SizeRead | null {
  return useMemo(() => {
    const at = seen ?? (facts.bid === null ? null : ({ side: 'buy', price: facts.bid } as const))
    const isAsChosen = preset.by === 'contracts' || (preset.by === 'money' && ladder.unit === 'USDC')
    return isAsChosen || at === null ? null : ladder.sizeOf(preset, at, facts)
  }, [ladder, preset, seen, facts])
}
