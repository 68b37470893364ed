/** The keys of the depth chart: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../../ui/index.ts'

export const DEPTH_KEYS: readonly ToldKey<'take' | 'nearer' | 'farther' | 'step'>[] = [
  {
    act: 'step',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'Escape'],
    does: 'Go through the levels; Esc chooses none',
  },
  { act: 'take', keys: ['Enter', ' '], does: 'Take the size up to the level into the ticket' },
  { act: 'nearer', keys: ['+'], does: 'Show fewer prices' },
  { act: 'farther', keys: ['-'], does: 'Show more prices' },
]
