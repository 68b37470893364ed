/** The keys of a panel's tab: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../../ui/index.ts'

export const TAB_KEYS: readonly ToldKey<'close'>[] = [
  { act: 'close', keys: ['Delete', 'Backspace'], does: 'Close the panel' },
]
