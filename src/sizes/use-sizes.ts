/** The sizes to choose from in a market, as the settings have them now. */
import { useMemo } from 'react'
import type { MarketRef } from '../../contract/market-ref.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings-table.ts'
import { type SizePreset, sizesOf } from '../../contract/size-presets.ts'
import { useSettings } from '../queries/index.ts'

const NONE: readonly SizePreset[] = []

/** None where there is no market. */
export function useSizes(market: MarketRef | null): readonly SizePreset[] {
  const { sizes } = useSettings() ?? DEFAULT_SETTINGS
  return useMemo(() => (market === null ? NONE : sizesOf(sizes, market)), [sizes, market])
}
