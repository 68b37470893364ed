/** The keys of a book: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../ui/index.ts'

export const LADDER_KEYS: readonly ToldKey<'take' | 'step'>[] = [
  { act: 'step', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], does: 'Go to another level' },
  { act: 'take', keys: ['Enter', ' '], does: 'Take its price into the ticket' },
]
