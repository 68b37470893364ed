/** The keys of a preview: what they change, and what the sheet of keys says of them. */
import type { MarketRef } from '../../contract/market-ref.ts'
import type { ToldKey } from '../ui/index.ts'
import { PRESETS, presetSize } from './presets.ts'
import type { Change } from './preview.ts'

/** Ticks, or units of size, with Shift held. */
const FAR = 10

export const PREVIEW_KEYS: readonly ToldKey[] = [
  { act: 'send', keys: ['Enter'], does: 'Send what is shown' },
  { act: 'price', keys: ['ArrowUp', 'ArrowDown'], does: 'Change the price by a tick; Shift by ten' },
  { act: 'size', keys: ['ArrowLeft', 'ArrowRight'], does: 'Change the size by one; Shift by ten' },
  { act: 'preset', keys: ['1', '9'], does: 'Choose one of nine sizes' },
]

export const ORDERS_KEYS: readonly ToldKey[] = [
  { act: 'next', keys: ['Tab'], does: 'Go on to your next order; Shift back' },
  { act: 'price', keys: ['ArrowUp', 'ArrowDown'], does: 'Change its price by a tick; Shift by ten' },
  { act: 'size', keys: ['ArrowLeft', 'ArrowRight'], does: 'Change its size by one; Shift by ten' },
  { act: 'move', keys: ['Enter'], does: 'Move it: cancel it, and place what is left again' },
  { act: 'cancel', keys: ['Delete', 'Backspace'], does: 'Cancel it' },
]

/** What a press changes; null for nothing. */
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
