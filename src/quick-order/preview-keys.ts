/** The keys of a preview: what they change, and their entries in the sheet of keys. */
import { create } from 'zustand'
import type { Size } from '../../contract/decimal.ts'
import type { MarketRef } from '../../contract/market-ref.ts'
import { MAX_PRESETS, presetLabel, type SizePresets, sizesOf, UNITS_BY_FAMILY } from '../../contract/size-presets.ts'
import { moneyUnit } from '../format/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import type { HandledKey } from '../ui/index.ts'
import type { Change } from './preview.ts'

// Preset sizes by number, 1 to 9, for a preview and for trading keys. Only sizes in the unit that is sent: keys offer no fraction or risk.

/** Maximum number of presets. */
export const PRESETS = MAX_PRESETS

/** The sizes of the settings, published by the window's trading keys, as keys are read outside of rendering. */
export const useChosenSizes = create<{ readonly sizes: SizePresets }>(() => ({ sizes: {} }))

const presetAt = (market: MarketRef, number: number) =>
  sizesOf(useChosenSizes.getState().sizes, market)[number - 1] ?? null

/** The preset size of a number from 1; null where there is none in the unit that is sent. */
export function presetSize(market: MarketRef, number: number): Size | null {
  const preset = presetAt(market, number)
  return preset?.by === UNITS_BY_FAMILY[market.family][0] ? (preset.amount as Size) : null
}

/** Why a number has no size, and what to do; null where it has one. */
export function presetIssue(market: MarketRef, number: number): string | null {
  const preset = presetAt(market, number)
  if (preset === null) return `There is no size ${number}: add one under “Change size presets”`
  return presetSize(market, number) === null
    ? `${presetLabel(market.family, preset, moneyUnit(market.family))}: trading keys take sizes in ${quickOrderRulesOf(market.family).unit}`
    : null
}

/** Ticks, or size steps, with Shift held. */
const FAR = 10

export const PREVIEW_KEYS: readonly HandledKey[] = [
  { act: 'send', keys: ['Enter'], does: 'Send the preview' },
  { act: 'price', keys: ['ArrowUp', 'ArrowDown'], does: 'Price 1 tick; Shift 10' },
  { act: 'size', keys: ['ArrowLeft', 'ArrowRight'], does: 'Size 1; Shift 10' },
  { act: 'preset', keys: ['1', '9'], does: 'Size preset' },
]

export const ORDERS_KEYS: readonly HandledKey[] = [
  { act: 'next', keys: ['Tab'], does: 'Next order; Shift previous' },
  { act: 'price', keys: ['ArrowUp', 'ArrowDown'], does: 'Price 1 tick; Shift 10' },
  { act: 'size', keys: ['ArrowLeft', 'ArrowRight'], does: 'Size 1; Shift 10' },
  { act: 'move', keys: ['Enter'], does: 'Move (cancel and replace)' },
  { act: 'cancel', keys: ['Delete', 'Backspace'], does: 'Cancel it' },
]

/** The change of a key press; null for none. */
export function changeOf(
  { key, code, shiftKey }: { readonly key: string; readonly code: string; readonly shiftKey: boolean },
  market: MarketRef,
): Change | null {
  const far = shiftKey ? FAR : 1
  switch (key) {
    case 'ArrowUp':
      return { kind: 'price', ticks: far }
    case 'ArrowDown':
      return { kind: 'price', ticks: -far }
    case 'ArrowRight':
      return { kind: 'size', by: far }
    case 'ArrowLeft':
      return { kind: 'size', by: -far }
  }
  const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? 0)
  const size = digit === 0 || digit > PRESETS ? null : presetSize(market, digit)
  return size === null ? null : { kind: 'set-size', size }
}
