/** The row under the pointer, and what the chosen size comes to in it. */
import { useMemo, useState } from 'react'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { LadderFacts, MarketLadder } from '../../markets/ladder/index.ts'
import type { SizeRead } from '../../markets/sizing/index.ts'
import { useSteady } from '../../ui/index.ts'
import type { Seen } from './press.ts'

export interface Over {
  readonly seen: Seen | null
  readonly tell: (seen: Seen | null) => void
}

/** @param counts whether the size is another one in each row: else nothing is kept, and a move of the pointer renders nothing */
export function useOver(counts: boolean, asset: string | null): Over {
  const [seen, see] = useState<Seen | null>(null)
  const tell = useSteady((next: Seen | null) => {
    if (counts) see((before) => (before?.price === next?.price && before?.side === next?.side ? before : next))
    else if (seen !== null) see(null)
  })
  return { seen: counts && seen?.asset === asset ? seen : null, tell }
}

/** Null where the size is sent as it is chosen. With no row under the pointer it is that of a buy at the best bid. */
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
