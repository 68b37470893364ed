/** Sizes by number: 1 to 9 choose one, for a preview and for trading keys. Those in what is sent; a part or a risk is none of a key. */

import { create } from 'zustand'
import type { Size } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MOST_PRESETS, presetLabel, type SizePresets, sizesOf, UNITS_OF } from '../../contract/size-presets.ts'
import { moneyUnit } from '../format/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'

/** How many there are, at most. */
export const PRESETS = MOST_PRESETS

/** What the settings have, told by the trading keys of the window: keys are read where nothing renders. */
export const useChosenSizes = create<{ readonly sizes: SizePresets }>(() => ({ sizes: {} }))

const presetAt = (market: MarketRef, number: number) =>
  sizesOf(useChosenSizes.getState().sizes, market)[number - 1] ?? null

/** The size of a number from 1; null where there is none that is counted in what is sent. */
export function presetSize(market: MarketRef, number: number): Size | null {
  const preset = presetAt(market, number)
  return preset?.by === UNITS_OF[market.family][0] ? (preset.amount as Size) : null
}

/** Why a number has no size, and what to do; null where it has one. */
export function presetIssue(market: MarketRef, number: number): string | null {
  const preset = presetAt(market, number)
  if (preset === null) return `There is no size ${number}: add one under “Change the sizes to choose from”`
  return presetSize(market, number) === null
    ? `${presetLabel(market.family, preset, moneyUnit(market.family))}: trading keys take sizes in ${quickOrderRulesOf(market.family).unit}`
    : null
}
