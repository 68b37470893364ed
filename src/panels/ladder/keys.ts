/** The keys of the ladder: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../../ui/index.ts'

export type LadderAct = 'step' | 'page' | 'side' | 'press' | 'cancel' | 'centre' | 'size'

export const LADDER_PANEL_KEYS: readonly ToldKey<LadderAct>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown'], does: 'Go to another row' },
  { act: 'page', keys: ['PageUp', 'PageDown'], does: 'Scroll the rows' },
  { act: 'side', keys: ['ArrowLeft', 'ArrowRight'], does: 'Go to the bids or to the asks' },
  { act: 'press', keys: ['Enter', ' '], does: 'Do what a click there does, or send the move that waits' },
  { act: 'cancel', keys: ['Delete'], does: 'Cancel own orders in the row' },
  { act: 'centre', keys: ['Home'], does: 'Bring the market to the middle' },
  { act: 'size', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], does: 'Choose a size' },
]
