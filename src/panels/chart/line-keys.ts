/** The keys of the list of own lines: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../../ui/index.ts'

export const LINE_KEYS: readonly ToldKey<'step' | 'hold' | 'end'>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], does: 'Go to another of your lines' },
  {
    act: 'hold',
    keys: ['Enter', ' '],
    does: 'Take hold of the line: ↑ and ↓ move it by a tick, with Shift by ten, Enter sends, Esc leaves it',
  },
  { act: 'end', keys: ['Delete'], does: 'Cancel the order or exit of the line, or delete its alert' },
]
